import LanguageModel
import Testing

@testable import Acoustics
@testable import Speech

@Suite struct FinalPassTests {
  private static let sentences = ["knight takes queen", "bishop takes rook", "castle"]

  /// Reproducible white noise, with at most this `amplitude`.
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

  private func finalPass(_ sentences: [String] = sentences) throws -> FinalPass {
    let pass = try #require(try FinalPass(model: Fixtures.model()))
    pass.set(try Fixtures.languageModel(sentences), meanings: Self.meanings())
    return pass
  }

  /// Each phrase has its own meaning.
  private static func meanings(background: CompiledLanguageModel? = nil) -> Meanings {
    Meanings(background: background) { Meanings.Interest($0.joined(separator: " ")) }
  }

  @Test(arguments: [30, 900])
  func theWordsAreRecognizedWithHighConfidence(noise: Int) throws {
    let samples = Self.mix(try Fixtures.speak("bishop takes rook"), noise: noise)
    let judgement = try finalPass().judge(samples, streamed: nil)
    let best = try #require(judgement.readings.first)
    #expect(best.hypothesis.text == "bishop takes rook")
    #expect(best.confidence > 0.5)
    let evidence = try #require(judgement.evidence)
    let first = try #require(evidence.candidates.first)
    #expect(first.words == ["bishop", "takes", "rook"])
    #expect(first.distance == 0 && first.isAllowed && !first.isStreamed)
    #expect(evidence.candidates.dropFirst().allSatisfy { $0.distance > 0 })
    #expect(Set(evidence.candidates.map(\.words)).count == evidence.candidates.count)
    #expect(judgement.readings.reduce(0) { $0 + $1.confidence } <= 1.000_001)
    // Half a second of noise comes first; the times are the recording's.
    let segments = best.hypothesis.segments.filter { !$0.isFiller }
    #expect(segments.map(\.word) == ["bishop", "takes", "rook"])
    #expect((segments.first?.firstFrame ?? 0) >= 40)
    #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.lastFrame < $1.firstFrame })
    #expect((segments.last?.lastFrame ?? .max) < samples.count / 160)
  }

  @Test func otherWordsHaveLowConfidence() throws {
    let pass = try finalPass()
    let right = pass.judge(
      Self.mix(try Fixtures.speak("bishop takes rook"), noise: 30), streamed: nil)
    let other = pass.judge(
      Self.mix(try Fixtures.speak("a large cup of coffee with milk please"), noise: 30),
      streamed: nil)
    #expect(
      (other.readings.first?.confidence ?? 0) < (right.readings.first?.confidence ?? 0) / 2)
  }

  @Test func illegalPhrasesAreRecognizedAsSuch() throws {
    let pass = try #require(try FinalPass(model: Fixtures.model()))
    let background = try Fixtures.languageModel(Self.sentences + ["queen takes pawn"])
    pass.set(
      try Fixtures.languageModel(["knight takes queen", "castle"]),
      meanings: Self.meanings(background: background))
    let judgement = pass.judge(
      Self.mix(try Fixtures.speak("bishop takes rook"), noise: 30), streamed: nil)
    let best = try #require(judgement.readings.first)
    #expect(best.hypothesis.text == "bishop takes rook")
    let candidates = try #require(judgement.evidence).candidates
    #expect(candidates.first?.words == ["bishop", "takes", "rook"])
    #expect(candidates.first?.isAllowed == false)
    for candidate in candidates {
      let isAllowed = ["knight takes queen", "castle"].contains(
        candidate.words.joined(separator: " "))
      #expect(candidate.isAllowed == isAllowed)
    }
    let allowed = judgement.readings.filter {
      ["knight takes queen", "castle"].contains($0.hypothesis.text)
    }
    #expect(allowed.reduce(0) { $0 + $1.confidence } < 0.1)
    // It is allowed if the language model has it.
    pass.set(
      try Fixtures.languageModel(Self.sentences), meanings: Self.meanings(background: background))
    let other = pass.judge(
      Self.mix(try Fixtures.speak("bishop takes rook"), noise: 30), streamed: nil)
    #expect(other.readings.first?.hypothesis.text == "bishop takes rook")
    #expect(other.evidence?.candidates.first?.isAllowed == true)
  }

  @Test func phrasesWithoutAPossibleMeaningAreNotAllowed() throws {
    let pass = try #require(try FinalPass(model: Fixtures.model()))
    pass.set(
      try Fixtures.languageModel(["castle", "resign", "offer"]),
      meanings: Meanings { words in
        words == ["castle"] ? nil : Meanings.Interest(words[0], isAllowed: words == ["offer"])
      })
    for (sentence, isAllowed) in [("castle", false), ("resign", false), ("offer", true)] {
      let samples = Self.mix(try Fixtures.speak(sentence), noise: 30)
      let judgement = pass.judge(samples, streamed: nil)
      #expect(judgement.readings.first?.hypothesis.text == sentence)
      #expect(judgement.evidence?.candidates.first?.isAllowed == isAllowed)
    }
  }

  @Test func theNetworkOfTheSameBackgroundIsKept() throws {
    func place(_ pass: FinalPass) throws -> UnsafePointer<SearchNetwork.Link>? {
      let network = Mirror(reflecting: pass).descendant("models", "some", "network")
      return try #require(network as? SearchNetwork).arcs.withUnsafeBufferPointer(\.baseAddress)
    }
    let pass = try #require(try FinalPass(model: Fixtures.model()))
    let background = try Fixtures.languageModel(Self.sentences)
    let meanings = Self.meanings(background: background)
    pass.set(try Fixtures.languageModel(["castle"]), meanings: meanings)
    let before = try place(pass)
    // Keeps the first network's memory; otherwise the next one could get the same address.
    let first = try #require(Mirror(reflecting: pass).descendant("models", "some", "network"))
    try withExtendedLifetime(first) {
      pass.set(try Fixtures.languageModel(["bishop takes rook"]), meanings: meanings)
      #expect(try place(pass) == before)
      pass.set(try Fixtures.languageModel(["castle"]), meanings: Self.meanings())
      #expect(try place(pass) != before)
    }
  }

  /// Chess has a network and coefficients of its own, for phrases that are compared with all that
  /// players say.
  @Test func onlyABackgroundNeedsTheNetworkOfMoves() throws {
    let pass = try #require(try FinalPass(model: Fixtures.model()))
    let language = try Fixtures.languageModel(Self.sentences)
    let samples = Self.mix(try Fixtures.speak("castle"), noise: 30)
    var confidences: [Double] = []
    for meanings in [nil, Self.meanings(background: language), nil, Self.meanings()] {
      pass.set(language, meanings: meanings)
      let isOwn = Mirror(reflecting: pass).descendant("models", "some", "isOwn") as? Bool
      #expect(isOwn == (meanings?.background == nil))
      confidences.append(try #require(pass.judge(samples, streamed: nil).readings.first).confidence)
    }
    #expect(confidences[0] == confidences[2] && confidences[0] == confidences[3])
    #expect(confidences[0] != confidences[1])
  }

  @Test func silenceHasNoReading() throws {
    let pass = try finalPass()
    #expect(pass.judge([], streamed: nil).readings.isEmpty)
    #expect(pass.judge([1, 2, 3], streamed: nil).readings.isEmpty)
    #expect(pass.judge([Int16](repeating: 0, count: 32_000), streamed: nil).readings.isEmpty)
  }

  @Test func withoutALanguageModelThereIsNoReading() throws {
    let pass = try #require(try FinalPass(model: Fixtures.model()))
    let samples = Self.mix(try Fixtures.speak("castle"), noise: 30)
    #expect(pass.judge(samples, streamed: nil).readings.isEmpty)
  }

  @Test func featuresDoNotDependOnTheLevel() throws {
    let extractor = try #require(FeatureExtractor.shared(for: Fixtures.model().directory))
    let speech = Self.mix(try Fixtures.speak("castle"), noise: 40)
    let loud = extractor.features(of: speech)
    let soft = extractor.features(of: speech.map { $0 / 4 })
    #expect(loud.frameCount > 30)
    #expect(abs(loud.frameCount - soft.frameCount) <= 4)
    // The first coefficient, the energy, has the largest numbers; the mean error is small.
    let (loudCepstra, softCepstra) = (
      extractor.cepstra(of: loud.spectrum), extractor.cepstra(of: soft.spectrum)
    )
    let pairs = stride(from: 0, to: min(loudCepstra.count, softCepstra.count), by: 13)
    let range = pairs.map { abs(loudCepstra[$0]) }.max() ?? 0
    if loud.frameCount == soft.frameCount {
      let distance = pairs.map { abs(loudCepstra[$0] - softCepstra[$0]) }.reduce(0, +)
      #expect(distance / Float(loud.frameCount) < range / 5)
    }
  }

  @Test func onlyTheEndOfALongRecordingIsJudged() throws {
    let extractor = try #require(FeatureExtractor.shared(for: Fixtures.model().directory))
    let pause = [Int16](repeating: 0, count: 25 * PocketSphinxDecoder.sampleRate)
    let castle = try Fixtures.speak("castle")
    let sound = Self.mix(try Fixtures.speak("bishop takes rook") + pause + castle, noise: 30)
    let features = extractor.features(of: sound)
    #expect(features.frameCount == FeatureExtractor.frameLimit)
    // Half a second of noise follows the speech; a fifth of it is kept.
    #expect(abs(features.firstFrame + features.frameCount - (sound.count / 160 - 30)) < 20)
    #expect(features.omittedFrameCount > 50)
    let whole = extractor.features(of: Self.mix(castle, noise: 30))
    #expect(whole.omittedFrameCount == 0)

    let judgement = try finalPass().judge(sound, streamed: nil)
    let best = try #require(judgement.readings.first)
    #expect(best.hypothesis.text == "castle")
    #expect((best.hypothesis.segments.first { !$0.isFiller }?.firstFrame ?? 0) > 2_500)
    // The omitted speech still counts as evidence against the reading.
    let evidence = try #require(judgement.evidence)
    #expect(evidence.uncovered >= Double(features.omittedFrameCount) / 10)
  }

  @Test(arguments: [0, 8, 57])
  func lateSpeechIsRecognizedAfterAnyNoise(seconds: Int) throws {
    let extractor = try #require(FeatureExtractor.shared(for: Fixtures.model().directory))
    let pause = [Int16](repeating: 0, count: seconds * PocketSphinxDecoder.sampleRate)
    let sound = Self.mix(pause + (try Fixtures.speak("bishop takes rook")), noise: 100)
    let features = extractor.features(of: sound)
    #expect((100...300).contains(features.frameCount))
    #expect(features.firstFrame > seconds * 100)
    let best = try #require(try finalPass().judge(sound, streamed: nil).readings.first)
    #expect(best.hypothesis.text == "bishop takes rook")
  }

  @Test func aVoiceIsVoicedAndNoiseIsNot() throws {
    let extractor = try #require(FeatureExtractor.shared(for: Fixtures.model().directory))
    let speech = Self.mix(try Fixtures.speak("bishop takes rook"), noise: 300)
    #expect(extractor.features(of: speech).voicing > 0.4)
    // Bursts of pure noise as long as words.
    let bursts = Self.noise(48_000, amplitude: 8_000).enumerated().map { index, sample in
      index / 6_400 % 2 == 1 ? sample : sample / 100
    }
    let noise = extractor.features(of: bursts)
    #expect(noise.frameCount > 100)
    #expect(noise.voicing < 0.1)
  }

  @Test(arguments: [(80, true), (120, true), (390, true), (30, false)])
  func onlyTheFrequenciesOfVoicesAreVoiced(frequency: Int, isVoiced: Bool) {
    let tone = (0..<16_000).map { index in
      // Regular pulses, as of vocal cords, with some noise.
      Int16(index * frequency % 16_000 < frequency ? 12_000 : 0)
    }
    let noise = Self.noise(tone.count, amplitude: 60)
    let voicing = Voicing(of: zip(tone, noise).map { $0 + $1 })
    let voiced = (5..<90).count { voicing.isVoiced(at: $0) }
    #expect(isVoiced ? voiced > 76 : voiced < 9)
    #expect(!voicing.isVoiced(at: 100_000))
  }

  private static func hypothesis(_ words: String...) -> Hypothesis {
    Hypothesis(
      segments: words.map {
        DecodedSegment(
          word: $0, isFiller: false, firstFrame: 0, lastFrame: 9, acousticScore: 0)
      }, score: 0)
  }

  @Test func phrasesWithTheSameMeaningAreOneReading() throws {
    let pass = try #require(try FinalPass(model: Fixtures.model()))
    pass.set(
      try Fixtures.languageModel(Self.sentences),
      meanings: Meanings { _ in Meanings.Interest("one") })
    let samples = Self.mix(try Fixtures.speak("castle"), noise: 30)
    let judgement = pass.judge(samples, streamed: Self.hypothesis("knight", "takes", "queen"))
    #expect(judgement.readings.map(\.hypothesis.text) == ["castle"])
    // The streamed phrase gets a confidence too, however badly it fits.
    let candidates = try #require(judgement.evidence).candidates
    #expect(candidates.first?.isStreamed == false)
    #expect(candidates.filter(\.isStreamed).map(\.words) == [["knight", "takes", "queen"]])
    let evidence = try #require(judgement.evidence)
    let sum = Confidence.shares(evidence, hasBackground: false).reduce(0, +)
    #expect(abs(try #require(judgement.readings.first).confidence - sum) < 1e-9)
  }

  @Test func theStreamedPhraseIsOneCandidate() throws {
    let samples = Self.mix(try Fixtures.speak("castle"), noise: 30)
    let judgement = try finalPass().judge(samples, streamed: Self.hypothesis("castle"))
    let candidates = try #require(judgement.evidence).candidates
    #expect(candidates.first?.isStreamed == true)
    #expect(candidates.count { $0.words == ["castle"] } == 1)
    // Words without a pronunciation are skipped.
    let strange = try finalPass().judge(samples, streamed: Self.hypothesis("qwertz"))
    #expect(strange.readings.first?.hypothesis.text == "castle")
    #expect(strange.evidence?.candidates.contains { $0.isStreamed } == false)
  }

  @Test func speechHasMovementAndAToneDoesNot() throws {
    let extractor = try #require(FeatureExtractor.shared(for: Fixtures.model().directory))
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
    // A louder copy has the same movement.
    let frontEnd = try #require(
      FrontEnd(.init(bandCount: 25, lifter: 22, means: Array(repeating: 0, count: 13))))
    let spectrum = frontEnd.spectrum(of: speech)
    var louder = spectrum[60]
    for band in 0..<25 { louder[band] += 3 }
    #expect(frontEnd.distance(spectrum[60], louder) < 0.01)
    // With as many cepstra as bands, it would equal the distance of the bands.
    let other = spectrum[75]
    let difference = other - spectrum[60]
    let distance = frontEnd.distance(spectrum[60], other)
    #expect(distance > 1)
    #expect(distance <= (difference * difference).total.squareRoot())
  }

  @Test func warpingMovesAPeak() throws {
    let frontEnd = try #require(
      FrontEnd(.init(bandCount: 25, means: Array(repeating: 0, count: 13))))
    var peak = Bands.zero
    peak[15] = 10
    func place(_ factor: Double) -> Float {
      let warped = frontEnd.warped(peak, by: frontEnd.warp(by: factor))
      return (0..<25).reduce(Float(0)) { $0 + Float($1) * warped[$1] } / warped.total
    }
    // Above 1, a band takes its value from a higher one, so the peak moves down; below 1, up.
    #expect(place(1.1) < 15 && place(1.1) > 13)
    #expect(abs(place(1) - 15) < 1e-3)
    #expect(place(0.9) > 15 && place(0.9) < 17)
    var flat = Bands.zero
    for band in 0..<25 { flat[band] = 7 }
    for factor in [0.8, 0.96, 1, 1.06, 1.2] {
      let warped = frontEnd.warped(flat, by: frontEnd.warp(by: factor))
      #expect((0..<25).allSatisfy { abs(warped[$0] - 7) < 1e-4 })
      #expect((25..<32).allSatisfy { warped[$0] == 0 })
    }
  }
}
