import LanguageModel
import Testing

@Suite("Spoken words")
struct SpokenTextTests {
  private static let known: Set<String> = [
    "x-ray", "mr.", "king's", "'cause", "o'clock", "players'",
  ]

  @Test(
    "Text is normalized to spoken words",
    arguments: [
      ("Knight takes F3!", ["knight", "takes", "f", "three"]),
      ("1", ["one"]), ("0", ["zero"]), ("10", ["ten"]), ("21", ["twenty", "one"]),
      ("1000000000", ["one"] + Array(repeating: "zero", count: 9)),
      ("40", ["forty"]), ("105", ["one", "hundred", "five"]),
      (
        "1234567",
        [
          "one", "million", "two", "hundred", "thirty", "four", "thousand", "five",
          "hundred", "sixty", "seven",
        ]
      ),
      ("007", ["zero", "zero", "seven"]),
      ("99999999999999999999", Array(repeating: "nine", count: 20)),
      ("1st", ["first"]), ("2nd", ["second"]), ("3rd", ["third"]), ("8th", ["eighth"]),
      ("12th", ["twelfth"]), ("20th", ["twentieth"]), ("23rd", ["twenty", "third"]),
      ("100th", ["one", "hundredth"]), ("0th", ["zeroth"]),
      ("e8=Q+", ["e", "eight", "equals", "q", "plus"]),
      ("counter-gambit", ["counter", "gambit"]), ("X-ray", ["x-ray"]),
      ("Mr. King’s “rook”…", ["mr.", "king's", "rook"]), ("'cause", ["'cause"]),
      ("'x-ray'.", ["x-ray"]),
      ("'quoted'", ["quoted"]), ("the players' o'clock", ["the", "players'", "o'clock"]),
      ("don't", ["don't"]), ("rock & roll", ["rock", "and", "roll"]),
      ("  ", []), ("", []), ("- — ...", []), ("Grünfeld", ["grünfeld"]), ("a/b", ["a", "b"]),
      ("٣", ["٣"]),
    ] as [(String, [String])])
  func words(text: String, expected: [String]) {
    #expect(SpokenText.words(in: text) { Self.known.contains($0) } == expected)
  }
}
