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
    let meanings = Meanings(
      meaning: { Meanings.Meaning(key: $0.joined(separator: " ")) },
      others: { words in
        let others = sentences.filter { $0 != words.joined(separator: " ") }
        return others.isEmpty ? nil : try? Fixtures.languageModel(others)
      })
    try look.set(Fixtures.languageModel(sentences), meanings: meanings)
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
    let first = try #require(evidence.candidates.first)
    #expect(first.isCleaned && first.isWarped && first.distance == 0)
    // Without noise nothing else may fit at all.
    #expect(evidence.candidates.dropFirst().allSatisfy { ($0.distance ?? 1) > 0 })
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

  @Test func ofALongRecordingTheEndIsLookedAt() throws {
    let extractor = try #require(try FeatureExtractor.shared(for: Fixtures.model()))
    let pause = [Int16](repeating: 0, count: 25 * PocketSphinxDecoder.sampleRate)
    let castle = try Fixtures.speak("castle")
    let sound = Self.mix(try Fixtures.speak("bishop takes rook") + pause + castle, noise: 30)
    let features = extractor.features(of: sound)
    #expect(features.frameCount == FeatureExtractor.frameLimit)
    // Half a second of noise comes after the speech, of which a fifth is kept.
    #expect(abs(features.firstFrame + features.frameCount - (sound.count / 160 - 30)) < 20)
    #expect(features.omittedFrameCount > 50)
    let whole = extractor.features(of: Self.mix(castle, noise: 30))
    #expect(whole.omittedFrameCount == 0)

    let judgement = try look().judge(sound, streamed: nil)
    let best = try #require(judgement.readings.first)
    #expect(best.hypothesis.text == "castle")
    #expect((best.hypothesis.segments.first { !$0.isFiller }?.firstFrame ?? 0) > 2_500)
    // What was said before is not forgotten: it speaks against the reading.
    let evidence = try #require(judgement.evidence)
    #expect(evidence.uncovered >= Double(features.omittedFrameCount) / 10)
  }

  @Test func aVoiceIsVoicedAndNoiseIsNot() throws {
    let extractor = try #require(try FeatureExtractor.shared(for: Fixtures.model()))
    let speech = Self.mix(try Fixtures.speak("bishop takes rook"), noise: 300)
    #expect(extractor.features(of: speech).voicing > 0.4)
    // Bursts as long as words, of noise alone.
    let bursts = Self.noise(48_000, amplitude: 8_000).enumerated().map { index, sample in
      index / 6_400 % 2 == 1 ? sample : sample / 100
    }
    let noise = extractor.features(of: bursts)
    #expect(noise.frameCount > 100)
    #expect(noise.voicing < 0.1)
  }

  @Test(arguments: [(80, true), (120, true), (390, true), (30, false)])
  func aVoiceRepeatsItselfAsOftenAsVoicesDo(frequency: Int, isVoiced: Bool) {
    let tone = (0..<16_000).map { index in
      // A pulse every so many samples, as vocal cords give, and a bit of noise to be heard in.
      Int16(index * frequency % 16_000 < frequency ? 12_000 : 0)
    }
    let noise = Self.noise(tone.count, amplitude: 60)
    let voicing = Voicing(of: zip(tone, noise).map { $0 + $1 })
    let share = voicing.share(of: 5..<90)
    #expect(isVoiced ? share > 0.9 : share < 0.1)
    #expect(voicing.share(of: []) == 0)
    #expect(voicing.share(of: [100_000]) == 0)
  }

  @Test func phrasesThatMeanTheSameAreOneReading() throws {
    let model = try Fixtures.model()
    let look = try #require(
      try SecondLook(model: model, configuration: DecoderConfiguration()))
    let meanings = Meanings(
      meaning: { _ in Meanings.Meaning(key: "one") }, others: { _ in nil })
    try look.set(Fixtures.languageModel(Self.sentences), meanings: meanings)
    let samples = Self.mix(try Fixtures.speak("castle"), noise: 30)
    let streamed = Hypothesis(
      segments: [
        DecodedSegment(
          word: "rook", isFiller: false, firstFrame: 0, lastFrame: 9, acousticScore: 0,
          languageScore: 0)
      ], score: 0)
    let judgement = try look.judge(samples, streamed: streamed)
    #expect(judgement.readings.map(\.hypothesis.text) == ["castle"])
    #expect(judgement.evidence?.candidates.first?.isStreamed == true)
  }

  @Test func whatIsLikelierToBeMeantIsTheLikelierReading() throws {
    var evidence = Evidence()
    evidence.fit = -0.5
    evidence.framesPerPhone = 8
    evidence.worstFit = -0.5
    var first = Evidence.Candidate()
    first.distance = 0
    var second = first
    second.distance = 0.01
    evidence.candidates = [first, second]
    let even = Confidence.shares(evidence)
    #expect(even[0] > even[1])
    evidence.candidates[1].preference = 2
    let preferred = Confidence.shares(evidence)
    #expect(preferred[1] > preferred[0])
    // What is far away stays so, whoever would prefer it.
    evidence.candidates[1].distance = 40
    let far = Confidence.shares(evidence)
    #expect(far[0] > far[1])
  }

  @Test func whatHasNoVoiceOrStandsStillIsNotSpeech() throws {
    var evidence = Evidence()
    evidence.fit = -2
    evidence.worstFit = -2
    evidence.framesPerPhone = 8
    var candidate = Evidence.Candidate()
    candidate.isCleaned = true
    candidate.isStreamed = true
    candidate.isWarped = true
    candidate.distance = 0
    evidence.candidates = [candidate]
    #expect(Confidence.shares(evidence)[0] > 0.9)
    var unvoiced = evidence
    unvoiced.voicing = 0
    #expect(Confidence.shares(unvoiced)[0] < 0.1)
    var still = evidence
    still.movement = 1.5
    #expect(Confidence.shares(still)[0] < 0.1)
  }

  @Test func speechMovesAndAToneDoesNot() throws {
    let extractor = try #require(try FeatureExtractor.shared(for: Fixtures.model()))
    let speech = Self.mix(try Fixtures.speak("bishop takes rook"), noise: 100)
    let tone = (0..<16_000).map { index in
      // 200 Hz with its overtones.
      Int16(index % 80 * 100 - 4_000)
    }
    let (moving, still) = (
      extractor.features(of: speech), extractor.features(of: Self.mix(tone, noise: 100))
    )
    #expect(moving.movement > 6)
    #expect(still.frameCount > 80)
    #expect(still.movement < 3)
    #expect(still.voicing > 0.9)
    // A louder copy moves as far.
    let frontEnd = try #require(
      FrontEnd(.init(bandCount: 25, lifter: 22, means: Array(repeating: 0, count: 13))))
    let spectrum = frontEnd.spectrum(of: speech)
    var louder = spectrum[60]
    for band in 0..<25 { louder[band] += 3 }
    #expect(frontEnd.distance(spectrum[60], louder) < 0.01)
    // With as many cepstra as there are bands, it would be the distance of the bands themselves.
    let other = spectrum[75]
    let difference = other - spectrum[60]
    let distance = frontEnd.distance(spectrum[60], other)
    #expect(distance > 1)
    #expect(distance <= (difference * difference).total.squareRoot())
  }

  @Test func aWarpedSpectrumMovesDown() throws {
    let frontEnd = try #require(
      FrontEnd(.init(bandCount: 25, means: Array(repeating: 0, count: 13))))
    var peak = Bands.zero
    peak[15] = 10
    let warped = frontEnd.warped(peak)
    let place = (0..<25).reduce(Float(0)) { $0 + Float($1) * warped[$1] } / warped.total
    #expect(place < 15 && place > 13)
    var flat = Bands.zero
    for band in 0..<25 { flat[band] = 7 }
    #expect(frontEnd.warped(flat) == flat)
  }
}
