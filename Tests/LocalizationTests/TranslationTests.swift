import Testing

@testable import Localization

@Suite(.timeLimit(.minutes(10))) struct TranslationTests {
  private let german = [
    "K": "K", "Q": "D", "R": "T", "B": "L", "N": "S", "P": "B",
    "%@ beats %@.": "%2$@ verliert gegen %1$@.", "knight": "Springer",
  ]

  @Test func aMessageIsShownInEachLanguage() throws {
    let translation = try Translation(german)
    let message = Message("\(Message("knight")) beats \(3).")
    #expect(message.text(in: translation) == "3 verliert gegen Springer.")
    #expect(message.text(in: .english) == "knight beats 3.")
    #expect(Message("unknown").text(in: translation) == "unknown")
    let names = Message("\("Ada") beats \("Bob".prefix(2)).")
    #expect(names.text(in: translation) == "Bo verliert gegen Ada.")
    #expect(names.description == "Ada beats Bo.")
  }

  @Test func movesAndBoardsUseTheLanguagesLetters() throws {
    let translation = try Translation(german)
    #expect(Message.notation("12. Nf3 e8=Q+ O-O").text(in: translation) == "12. Sf3 e8=D+ O-O")
    #expect(Message.board("8  r n b q k p P").text(in: translation) == "8  t s l d k b B")
    #expect(translation.letters.san("Sf3") == "Nf3" && translation.letters.san("Nf3") == "Nf3")
  }

  private struct Explained: ExplainedError {
    var message: Message { Message("knight") }
  }
  private struct Plain: Error, CustomStringConvertible { var description: String { "broken" } }

  @Test func anErrorIsAMessage() throws {
    let translation = try Translation(german)
    #expect(Message(Explained()).text(in: translation) == "Springer")
    #expect("\(Explained())" == "knight")
    #expect(Message(Plain()).text(in: translation) == "broken")
  }

  @Test func messagesThatReadTheSameAreEqual() {
    let (one, other) = (Message("\(1) + \(2)"), Message.verbatim("1 + 2"))
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(one != Message.verbatim("1 + 3"))
    #expect(Set([one, other, Message("knight")]).count == 2)
    #expect(Message.verbatim("").isEmpty && !one.isEmpty)
  }

  @Test func messagesAreQuotedAndCapitalized() throws {
    let translation = try Translation(german)
    #expect(Message("knight").quoted.text(in: translation) == "\"Springer\"")
    let marks = try Translation(["\"%@\"": "„%@“"])
    #expect(Message("knight").quoted.text(in: marks) == "„knight“")
    #expect(Message("knight").capitalized.description == "Knight")
    let letters = ["a", "b", "c"].map { Message.verbatim($0) }
    #expect(Message.joined(letters).description == "a b c")
    #expect(Message.joined(letters, separator: ", ").description == "a, b, c")
  }

  /// A letter of both languages means the reader's.
  @Test func theReadersOwnLetterWins() throws {
    let spanish = try Translation([
      "K": "R", "Q": "D", "R": "T", "B": "A", "N": "C", "P": "P",
    ])
    #expect(spanish.letters.san("Re2") == "Ke2")
    #expect(spanish.letters.san("Ne2") == "Ne2")
  }

  @Test(
    arguments: [
      (["a %@": "b"], "a %@", "its placeholders are none, those of the English text %1$@"),
      (["a": "b %@"], "a", "its placeholders are %1$@, those of the English text none"),
      (["%@ %@": "%1$@ %3$@"], "%@ %@", "placeholders"),
      (["a": " "], "a", "empty"),
      (["a": "b\u{1B}[2J"], "a", "control character"),
      (["a": "b\u{202E}c"], "a", "control character"),
      (["a": String(repeating: "x", count: 2_000), "b": ""], "b", "is empty"),
      (["a": String(repeating: "x", count: 2_001)], "a", "more than 2000 characters"),
      (["N": "R"], "K, Q, R, B, N, P", "different capitals"),
      (["N": "O"], "K, Q, R, B, N, P", "different capitals"),
      (["N": "s"], "K, Q, R, B, N, P", "different capitals"),
      (["N": "Sp"], "K, Q, R, B, N, P", "different capitals"),
      // The first of several.
      (["c": "", "b": " ", "a": "A", "d": ""], "b", "empty"),
    ] as [([String: String], String, String)])
  func mistakesInTranslationsAreReported(texts: [String: String], key: String, reason: String) {
    do throws(Translation.Mistake) {
      _ = try Translation(texts)
      Issue.record("It was taken.")
    } catch {
      #expect(error.key == key && error.reason.contains(reason))
    }
  }

  /// The whole name takes precedence over its parts; a part without a name stays English.
  @Test func openingsAreNamedByTheirParts() throws {
    let german = try Translation.english.naming(openings: [
      "Sicilian Defense": "Sizilianische Verteidigung", "English Attack": "Englischer Angriff",
      "Sicilian Defense: Old Sicilian": "Altsizilianisch",
    ])
    for (name, text) in [
      ("Sicilian Defense", "Sizilianische Verteidigung"),
      ("Sicilian Defense: Old Sicilian", "Altsizilianisch"),
      (
        "Sicilian Defense: Najdorf Variation, English Attack",
        "Sizilianische Verteidigung: Najdorf Variation, Englischer Angriff"
      ), ("Zukertort Opening", "Zukertort Opening"), ("", ""), (": , ", ": , "),
    ] as [(String, String)] {
      #expect(Message.openingName(name).text(in: german) == text)
      #expect(Message.openingName(name).description == name)
    }
    #expect(throws: Translation.Mistake.self) {
      try Translation.english.naming(openings: ["Open": "O\u{1B}"])
    }
  }

  @Test func accentsCanBeLeftOut() {
    let words = ["läufer", "groß", "peón", "œuvre", "e"].map { PlainLetters.spellings(of: $0) }
    #expect(
      words == [
        ["laufer", "laeufer"], ["gross", "gross"], ["peon", "peon"], ["oeuvre", "oeuvre"],
        ["e", "e"],
      ])
  }
}
