import LanguageModel
import Testing

@testable import Acoustics

@Suite(.tags(.hardwareFree)) struct PhoneLexiconTests {
  @Test func pronunciationsWithUnknownPhonesAreLeftOut() throws {
    let lexicon = Lexicon(pronunciations: [
      "ab": [["A", "B"], ["A", "QQ"]], "unknown": [["QQ"]], "silent": [[]], "both": [[], ["C"]],
    ])
    let definition = try MadeUpModel.model().definition
    let numbers = try ["A", "B", "C"].map { try #require(definition.number(of: $0)) }
    #expect(
      PhoneLexicon(lexicon, definition).variants == [
        "ab": [[numbers[0], numbers[1]]], "both": [[numbers[2]]],
      ])
  }

  @Test(arguments: [
    ("T R IH P AH L", "CH R IH P AH L"), ("D R AO", "JH R AO"), ("S T R IY T", "S CH R IY T"),
    ("T AO R", nil), ("B R UW", nil), ("R T", nil), ("R", nil), ("", nil),
  ])
  func beforeAnRAStopMayBeAnAffricate(phones: String, affricated: String?) {
    func list(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    #expect(PhoneLexicon.affricated(list(phones)) == affricated.map(list))
  }

  /// The made-up model has separate states for these positions.
  @Test func statesDependOnThePlaceInTheWord() throws {
    let definition = try MadeUpModel.model().definition
    let lexicon = PhoneLexicon(MadeUpModel.lexicon, definition)
    func first(_ phones: [Int], after lefts: Set<Int>, before rights: Set<Int>) -> [[Int]] {
      let sets = lexicon.senones(of: phones, after: lefts, before: rights)
      #expect(sets.count == 3 * phones.count)
      return stride(from: 0, to: sets.count, by: 3).map { sets[$0] }
    }
    // "ab" between pauses: A at the beginning, B at the end.
    #expect(first([1, 2], after: [0], before: [0]) == [[21], [30]])
    // After C or a pause, before C or a pause.
    #expect(first([1, 2], after: [0, 3], before: [0, 3]) == [[21, 24], [30, 33]])
    // "bac": A inside.
    #expect(first([2, 1, 3], after: [0], before: [0]) == [[6], [15], [9]])
    // "aba" between Cs: its last A gets the state of an A inside.
    #expect(first([1, 2, 1], after: [3], before: [3]) == [[24], [18], [15]])
    // "bab" before C.
    #expect(first([2, 1, 2], after: [0], before: [3]) == [[6], [3], [33]])
    // After C and before B, A has different states at the beginning, at the end, and alone.
    #expect(first([1, 2], after: [3], before: [0]) == [[24], [30]])
    #expect(first([3, 1], after: [0], before: [2]) == [[27], [36]])
    #expect(first([2, 3, 1], after: [0], before: [2]) == [[6], [9], [36]])
    #expect(first([1], after: [3], before: [2]) == [[39]])
    #expect(first([3, 1, 2], after: [0], before: [0]) == [[27], [24], [30]])
    // A alone after B has yet another state.
    #expect(first([1], after: [2], before: [2]) == [[3]])
  }
}
