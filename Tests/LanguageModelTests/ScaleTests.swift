import LanguageModel
import Testing

@Suite("Scale")
struct ScaleTests {
  /// 6 × 8 × 8 × 3 × 64 × 3 × 6 × 8 phrases and more.
  static func tenMillion() -> CustomLanguageModelData {
    let ranks = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    let files = ["a", "b", "c", "d", "e", "f", "g", "x-ray"]
    return data(
      "<piece> <square> <takes> <square> <check> <piece> <rank>", count: 1_000_000,
      classes: [
        "piece": ["pawn", "knight", "bishop", "rook", "queen", "king"], "rank": ranks,
        "file": files, "square": ["<file> <rank>"], "takes": ["takes", "to", "with"],
        "check": ["", "check", "with check"],
      ])
  }

  @Test("Ten million phrases become a few arcs")
  func tenMillionPhrases() throws {
    let clock = ContinuousClock()
    var grammar: Grammar?
    let time = try clock.measure {
      grammar = try CompiledLanguageModel(Self.tenMillion(), dictionary: smallDictionary).grammar
    }
    let compiled = try #require(grammar)
    #expect(compiled.phraseCount == 10_616_832)
    #expect(compiled.stateCount < 30 && compiled.arcs.count < 120)
    // Without optimization and on a busy machine; otherwise it takes some milliseconds.
    #expect(time < .seconds(10))
  }
}
