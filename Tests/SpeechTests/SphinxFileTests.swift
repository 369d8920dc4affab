import LanguageModel
import TestSupport
import Testing

@testable import Speech

@Suite struct SphinxFileTests {
  @Test func aWrittenGrammarIsReadBack() throws {
    let model = try Fixtures.languageModel(["queen takes rook", "queen takes the pawn", "castle"])
    let grammar = try Grammar(sphinxText: model.grammar.sphinxText, file: "test")
    #expect(grammar.stateCount == model.grammar.stateCount)
    #expect(grammar.arcs.count == model.grammar.arcs.count)
    for (mine, theirs) in zip(grammar.arcs, model.grammar.arcs) {
      #expect(mine.source == theirs.source && mine.target == theirs.target)
      #expect(abs(mine.weight - theirs.weight) < 1e-5)
      let word = mine.word < 0 ? "" : grammar.words[Int(mine.word)]
      #expect(word == (theirs.word < 0 ? "" : model.grammar.words[Int(theirs.word)]))
    }
  }

  /// PocketSphinx 5 reads a probability as a 32-bit float, and refuses zero.
  @Test func tinyProbabilitiesStayAboveZero() throws {
    var model = try Fixtures.languageModel(["castle"])
    model.grammar.arcs[0].weight = -1_000
    let line = try #require(
      model.grammar.sphinxText.split(separator: "\n").first { $0.first == "T" })
    let probability = try #require(Float(line.split(separator: " ")[3]))
    #expect(probability.isNormal && probability < 1e-37)
    let decoder = try PocketSphinxDecoder(model: Fixtures.model())
    try decoder.set(model)
  }

  @Test(arguments: [
    ("", "FSG_END"), ("FSG_BEGIN\nN 2\nS 0\nF 1\nT 0 1 1.0 castle\n", "FSG_END"),
    ("FSG_BEGIN\nN two\nFSG_END\n", "test:2"),
    ("FSG_BEGIN\nN 2\nT 0 1 2.0 castle\nFSG_END\n", "test:3"),
    ("FSG_BEGIN\nN 99999999999999999999\nFSG_END", "test:2"),
    ("FSG_BEGIN\nnonsense\nFSG_END\n", "nonsense"),
  ])
  func anInvalidGrammarIsRefusedWithItsLine(_ text: String, _ place: String) throws {
    let error = try thrown(SpeechError.self) {
      try Grammar(sphinxText: text, file: "test")
    }
    #expect(error.code == .languageModel)
    #expect(error.description.contains(place))
  }
}
