import LanguageModel
import Testing

@testable import Speech

@Suite struct SecondLookTests {
  private static let sentences = ["knight takes queen", "bishop takes rook", "castle"]

  /// White noise that is the same each time, as loud as `amplitude` at most.
  private static func noise(_ count: Int, amplitude: Int) -> [Int16] {
    var state: UInt32 = 12_345
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(Int(state >> 16) % (2 * amplitude + 1) - amplitude)
    }
  }

  private static func mix(_ speech: [Int16], noise amplitude: Int) -> [Int16] {
    let quiet = [Int16](repeating: 0, count: 8_000)
    let sound = quiet + speech + quiet
    return zip(sound, noise(sound.count, amplitude: amplitude)).map {
      Int16(clamping: Int($0) + Int($1))
    }
  }

  private func look(_ sentences: [String] = sentences) throws -> SecondLook {
    let model = try Fixtures.model()
    let look = try #require(
      try SecondLook(model: model, configuration: DecoderConfiguration()))
    try look.set(Fixtures.languageModel(sentences)) { words in
      let others = sentences.filter { $0 != words.joined(separator: " ") }
      return others.isEmpty ? nil : try? Fixtures.languageModel(others)
    }
    return look
  }

  @Test(arguments: [30, 900])
  func hearsTheWordsAndIsSureOfThem(noise: Int) throws {
    let look = try look()
    let samples = Self.mix(try Fixtures.speak("bishop takes rook"), noise: noise)
    let judgement = try look.judge(samples, streamed: nil)
    let best = try #require(judgement.readings.first)
    #expect(best.hypothesis.text == "bishop takes rook")
    let evidence = try #require(judgement.evidence)
    // Without noise nothing else may fit at all.
    #expect((evidence.margin ?? 1) > 0)
    #expect(judgement.readings.reduce(0) { $0 + $1.confidence } <= 1.000_001)
    // Half a second of noise comes first: the times are those of the recording.
    #expect((best.hypothesis.segments.first { !$0.isFiller }?.firstFrame ?? 0) >= 40)
  }

  @Test func isLessSureOfOtherWords() throws {
    let look = try look()
    let right = try look.judge(
      Self.mix(try Fixtures.speak("bishop takes rook"), noise: 30), streamed: nil)
    let other = try look.judge(
      Self.mix(try Fixtures.speak("a large cup of coffee with milk please"), noise: 30),
      streamed: nil)
    #expect(
      (other.readings.first?.confidence ?? 0) < (right.readings.first?.confidence ?? 0) / 2)
  }

  @Test func hasNoReadingOfSilence() throws {
    let look = try look()
    #expect(try look.judge([], streamed: nil).readings.isEmpty)
    #expect(try look.judge([1, 2, 3], streamed: nil).readings.isEmpty)
    #expect(
      try look.judge([Int16](repeating: 0, count: 32_000), streamed: nil).readings.isEmpty)
  }

  @Test func featuresDoNotDependOnTheLevel() throws {
    let extractor = try #require(try FeatureExtractor.shared(for: Fixtures.model()))
    let speech = Self.mix(try Fixtures.speak("castle"), noise: 40)
    let loud = extractor.features(of: speech)
    let soft = extractor.features(of: speech.map { $0 / 4 })
    #expect(loud.frameCount > 30)
    #expect(abs(loud.frameCount - soft.frameCount) <= 4)
    // The first coefficient, the energy, has the greatest numbers; on average it is off by little.
    let pairs = stride(from: 0, to: min(loud.cepstra.count, soft.cepstra.count), by: 13)
    let range = pairs.map { abs(loud.cepstra[$0]) }.max() ?? 0
    if loud.frameCount == soft.frameCount {
      let distance = pairs.map { abs(loud.cepstra[$0] - soft.cepstra[$0]) }.reduce(0, +)
      #expect(distance / Float(loud.frameCount) < range / 5)
    }
  }

  @Test func aGrammarAcceptsItsPhrasesOnly() throws {
    let grammar = try Fixtures.languageModel(Self.sentences).grammar
    for sentence in Self.sentences {
      #expect(grammar.accepts(sentence.split(separator: " ").map(String.init)))
    }
    #expect(!grammar.accepts(["knight", "takes"]))
    #expect(!grammar.accepts(["knight", "takes", "rook"]))
    #expect(!grammar.accepts([]))
  }
}
