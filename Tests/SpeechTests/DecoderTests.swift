import LanguageModel
import TestSupport
import Testing

@testable import Speech

@Suite struct DecoderTests {
  private static let sentences = [
    "knight to king bishop three", "knight to queen rook four", "queen takes rook", "castle",
  ]

  private func decoder(_ sentences: [String] = sentences) throws -> PocketSphinxDecoder {
    let decoder = try PocketSphinxDecoder(model: Fixtures.model())
    try decoder.set(Fixtures.languageModel(sentences))
    return decoder
  }

  private func stream(_ samples: [Int16], into decoder: PocketSphinxDecoder) throws -> [Hypothesis]
  {
    try decoder.startUtterance()
    for start in stride(from: 0, to: samples.count, by: 1_024) {
      try decoder.process(samples[start..<min(start + 1_024, samples.count)])
    }
    decoder.endUtterance()
    return decoder.hypotheses(limit: 5)
  }

  @Test(arguments: sentences)
  func theSpokenWordsAreRecognized(_ said: String) throws {
    #expect(try stream(try Fixtures.speak(said), into: try decoder()).best?.text == said)
  }

  @Test func wordsHaveTheirTimes() throws {
    let samples = try Fixtures.speak("queen takes rook")
    let silence = [Int16](repeating: 0, count: PocketSphinxDecoder.sampleRate)
    let decoder = try decoder()
    let best = try #require(try stream(samples, into: decoder).best)
    let later = try #require(try stream(silence + samples, into: decoder).best)
    let words = best.segments.filter { !$0.isFiller }
    let laterWords = later.segments.filter { !$0.isFiller }
    #expect(words.map(\.word) == ["queen", "takes", "rook"])
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.lastFrame < $1.firstFrame })
    #expect(words.allSatisfy { $0.lastFrame - $0.firstFrame >= 5 })
    #expect((words.last?.lastFrame ?? .max) <= samples.count / 160)
    // A second of silence before moves every word by a second.
    for (word, laterWord) in zip(words, laterWords) {
      #expect(abs(laterWord.firstFrame - word.firstFrame - 100) <= 10)
    }
  }

  @Test func aNewGrammarReplacesTheOldOne() throws {
    let decoder = try decoder(["castle"])
    let samples = try Fixtures.speak("queen takes rook")
    #expect(try stream(samples, into: decoder).best?.text != "queen takes rook")
    try decoder.set(Fixtures.languageModel(["queen takes rook", "castle"]))
    #expect(try stream(samples, into: decoder).best?.text == "queen takes rook")
  }

  /// The old grammar is freed explicitly, or by the grammar after the next.
  @Test func grammarsCanBeReplacedManyTimes() throws {
    let decoder = try PocketSphinxDecoder(model: Fixtures.model())
    let samples = try Fixtures.speak("castle")
    for (round, other) in ["resign", "check", "undo"].enumerated() {
      try decoder.set(Fixtures.languageModel(["castle", other]))
      if round != 1 { decoder.freeReplaced() }
      #expect(try stream(samples, into: decoder).best?.text == "castle")
      try decoder.set(Fixtures.languageModel([other]))
      #expect(try stream(samples, into: decoder).best?.text != "castle")
    }
  }

  @Test func aWordMayGetOtherPronunciationsLater() throws {
    let decoder = try PocketSphinxDecoder(model: Fixtures.model())
    let samples = try Fixtures.speak("queen")
    var model = try Fixtures.languageModel(["castle", "rook"])
    model.lexicon.pronunciations["castle"] = [["R", "UH", "K"]]
    model.lexicon.pronunciations["rook"] = [["K", "AE", "S", "AH", "L"], ["K", "W", "IY", "N"]]
    try decoder.set(model)
    #expect(try stream(samples, into: decoder).best?.text == "rook")
    (model.lexicon.pronunciations["castle"], model.lexicon.pronunciations["rook"]) =
      (model.lexicon.pronunciations["rook"], model.lexicon.pronunciations["castle"])
    try decoder.set(model)
    #expect(try stream(samples, into: decoder).best?.text == "castle")
  }

  @Test func weightsDecideBetweenWordsThatSoundTheSame() throws {
    let decoder = try PocketSphinxDecoder(model: Fixtures.model())
    let samples = try Fixtures.speak("two")
    var model = try Fixtures.languageModel(["two", "too"])
    model.lexicon.pronunciations = ["two": [["T", "UW"]], "too": [["T", "UW"]]]
    for preferred in ["two", "too"] {
      for index in model.grammar.arcs.indices where model.grammar.arcs[index].word >= 0 {
        let word = model.grammar.words[Int(model.grammar.arcs[index].word)]
        model.grammar.arcs[index].weight = word == preferred ? -0.1 : -2.3
      }
      try decoder.set(model)
      #expect(try stream(samples, into: decoder).best?.text == preferred)
    }
  }

  @Test func readingsDifferInTheirWordsAndTheBestIsFirst() throws {
    let decoder = try decoder([
      "rook b four", "rook d four", "rook e four", "rook g four", "rook p four",
    ])
    let readings = try stream(try Fixtures.speak("rook d four"), into: decoder)
    #expect(readings.count > 1)
    #expect(readings.count <= 5)
    #expect(Set(readings.map(\.text)).count == readings.count)
    #expect(readings.first?.text == decoder.hypothesis()?.text)
    #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.score >= $1.score })
  }

  @Test func everyWordWithoutPronunciationIsNamed() throws {
    let decoder = try PocketSphinxDecoder(model: Fixtures.model())
    let model = try Fixtures.languageModel(["play the qwertz", "play the xylofoon"])
    let error = try thrown(SpeechError.self) { try decoder.set(model) }
    #expect(error.code == .pronunciation)
    #expect(error.description.contains("\"qwertz\", \"xylofoon\""))
    #expect(!error.description.contains("play"))
  }

  @Test func phonesThatTheModelLacksAreNamed() throws {
    let decoder = try PocketSphinxDecoder(model: Fixtures.model())
    var model = try Fixtures.languageModel(["castle"])
    model.lexicon.pronunciations["castle"] = [["K", "QQ"]]
    let error = try thrown(SpeechError.self) { try decoder.set(model) }
    #expect(error.code == .pronunciation)
    #expect(error.description.contains("\"castle\""))
    #expect(error.description.contains("QQ"))
    // The mistake has no lasting effect.
    try decoder.set(Fixtures.languageModel(["castle"]))
    #expect(try stream(try Fixtures.speak("castle"), into: decoder).best?.text == "castle")
  }

  @Test(arguments: [
    Grammar.Arc(source: 0, target: 9, word: 0, weight: 0),
    Grammar.Arc(source: -1, target: 1, word: 0, weight: 0),
    Grammar.Arc(source: 0, target: 1, word: 7, weight: 0),
    Grammar.Arc(source: 0, target: 1, word: 0, weight: .nan),
  ])
  func aGrammarWithInvalidArcsIsRefused(_ arc: Grammar.Arc) throws {
    let decoder = try PocketSphinxDecoder(model: Fixtures.model())
    var model = try Fixtures.languageModel(["castle"])
    model.grammar.arcs.append(arc)
    let error = try thrown(SpeechError.self) { try decoder.set(model) }
    #expect(error.code == .grammar)
  }
}
