import LanguageModel
import Testing

@testable import Acoustics

@Suite(.tags(.hardwareFree)) struct PhoneLexiconTests {
  @Test func whatTheModelCannotHearIsLeftOut() throws {
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
}
