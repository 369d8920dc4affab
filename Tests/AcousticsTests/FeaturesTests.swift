import Foundation
import TestSupport
import Testing

@testable import Acoustics

/// The features of a recording, compared with a straightforward computation.
@Suite(.tags(.hardwareFree)) struct FeaturesTests {
  static let frontEnd = FrontEnd(
    FrontEnd.Parameters(lowerFrequency: 130, upperFrequency: 6_800, bandCount: 25, lifter: 22))

  /// The extractor of a model's folder whose features are those of the front end's tests; made
  /// once.
  static func extractor() throws -> FeatureExtractor { try made.get() }

  private static let made = Result {
    var model = MadeUpModel()
    let means = (0..<FrontEnd.cepstrumLength).map { $0 == 0 ? "40" : "0" }.joined(separator: ",")
    model.contents["feat.params"] = Array(
      "-lowerf 130\n-upperf 6800\n-nfilt 25\n-lifter 22\n-cmninit \(means)\n-feat 1s_c_d_dd\n".utf8)
    return try #require(try model.withFolder { FeatureExtractor($0) })
  }

  /// Noise for some seconds; between two times, somebody hums two notes in turn.
  private static func recording(
    seconds: Double, voice: ClosedRange<Double>, strength: Double = 3_000
  ) -> [Int16] {
    var random = SeededGenerator(state: 21)
    return (0..<Int(seconds * 16_000)).map { index in
      let time = Double(index) / 16_000
      let pitch: Double = Int(time * 10) % 2 == 0 ? 150 : 190
      let phase = 2 * Double.pi * pitch * time
      let hum = strength * (sin(phase) + sin(4 * phase) / 2 + sin(9 * phase) / 3)
      return Int16((voice.contains(time) ? hum : 0) + .random(in: -40...40, using: &random))
    }
  }

  private func energies(_ frame: Bands) -> [Double] { (0..<25).map { exp(Double(frame[$0])) } }

  /// Which frames are loud, implemented as described.
  private func speech(_ spectrum: [Bands], bands: Int) -> [Bool] {
    let floors = (0..<bands).map { band in
      let sorted = spectrum.map { Double($0[band]) }.sorted()
      return exp(max(sorted[sorted.count / 10], 3.4))
    }
    let rises = spectrum.map { frame in
      log(
        (0..<bands).reduce(1.0) { sum, band in
          sum + max(exp(Double(frame[band])) - floors[band], floors[band] / 10)
        })
    }
    let smooth = rises.indices.map { index in
      let near = rises.indices.filter { abs($0 - index) <= 2 }.map { rises[$0] }
      return near.reduce(0, +) / Double(near.count)
    }
    let order = smooth.sorted()
    let low = order[order.count / 10]
    // All but the loudest 5 %, but at most all but 60 frames.
    let high = order[min(order.count - 1, max(order.count * 19 / 20, order.count - 60))]
    return smooth.map { $0 > low + max((high - low) / 4, 0.5) }
  }

  @Test(
    .tags(.slow), .skippable(.slow),
    arguments: [
      // Frames, and where they are loud and how loud.
      (40, 37..<40, 9.0), (40, 0..<3, 9), (40, 18..<21, 9), (40, 10..<30, 7), (100, 40..<70, 7),
      (100, 40..<41, 12), (700, 300..<380, 8), (700, 300..<328, 9), (1_900, 900..<970, 8),
    ] as [(Int, Range<Int>, Double)])
  func loudFramesCountAsSpeech(count: Int, loud: Range<Int>, level: Double) {
    var random = SeededGenerator(state: UInt64(count))
    let spectrum = (0..<count).map { frame in
      var bands = Bands.zero
      for band in 0..<25 {
        // A hum in the lowest bands, a whisper below all floors in the highest.
        let base: Float = band < 3 ? 10 : band < 20 ? 4 : 1
        bands[band] = base + Float.random(in: -0.4...0.4, using: &random)
        // It swells and fades.
        let edge = Float(min(frame - loud.lowerBound, loud.upperBound - 1 - frame, 12)) / 8
        if loud.contains(frame) { bands[band] = max(bands[band], Float(level) + edge) }
      }
      return bands
    }
    let found = Loudness(of: spectrum, bandCount: 25).isLoud
    #expect(found == speech(spectrum, bands: 25))
    #expect(found.contains(true) && found.contains(false))
  }

  /// Random levels, many of them close to the threshold.
  @Test(.tags(.slow), .skippable(.slow), arguments: 1...20)
  func loudnessIsJudgedFrameByFrame(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let spectrum = (0..<Int.random(in: 60...400, using: &random)).map { _ in
      let level = Float.random(in: 2...7, using: &random)
      var bands = Bands.zero
      for band in 0..<25 { bands[band] = level + .random(in: -1...1, using: &random) }
      return bands
    }
    #expect(Loudness(of: spectrum, bandCount: 25).isLoud == speech(spectrum, bands: 25))
  }

  @Test func fourFramesAreTooFewForSpeech() {
    let spectrum = [1, 1, 9, 9, 9].map { Bands(repeating: $0) }
    #expect(Loudness(of: Array(spectrum.prefix(4)), bandCount: 25).isLoud.count == 4)
    #expect(!Loudness(of: Array(spectrum.prefix(4)), bandCount: 25).isLoud.contains(true))
    #expect(Loudness(of: spectrum, bandCount: 25).isLoud.contains(true))
    #expect(Loudness(of: [], bandCount: 25).isLoud.isEmpty)
  }

  @Test func featuresMatchTheRecording() throws {
    let frontEnd = try #require(Self.frontEnd)
    let samples = Self.recording(seconds: 2, voice: 0.7...1.3)
    let features = try Self.extractor().features(of: samples)
    let spectrum = frontEnd.spectrum(of: samples)
    let isSpeech = Loudness(of: spectrum, bandCount: 25).isLoud
    let first = try #require(isSpeech.firstIndex(of: true))
    let last = try #require(isSpeech.lastIndex(of: true))
    // Twenty frames of room on both sides.
    #expect(features.firstFrame == first - 20)
    #expect(features.frameCount == last + 20 + 1 - (first - 20))
    let range = first - 20..<last + 21
    #expect(features.isSpeech == Array(isSpeech[range]))
    #expect(features.recorded == Array(spectrum[range]))
    #expect(features.spectrum.count == range.count && features.presence.count == range.count)
    #expect(features.omittedFrameCount == 0)

    let noise = energies(Noise(of: spectrum, isLoud: isSpeech).mean)
    let noiseEnergy = noise.reduce(0, +)
    for (frame, presence) in zip(range, features.presence) {
      let rise = zip(energies(spectrum[frame]), noise).reduce(0) { $0 + max($1.0 - $1.1, 0) }
      let expected = 10 * log10(max(rise, noiseEnergy / 1_000) / noiseEnergy)
      #expect(abs(Double(presence) - expected) < 0.01, "frame \(frame)")
    }
    let loud = isSpeech.indices.filter { isSpeech[$0] }
    let sum = loud.reduce(0.0) { $0 + energies(spectrum[$1]).reduce(0, +) }
    let energy: Double = sum / Double(loud.count)
    #expect(abs(Double(features.signalToNoise) - 10 * log10(energy / noiseEnergy)) < 0.01)

    let pairs = range.filter { range.contains($0 + 8) && isSpeech[$0] && isSpeech[$0 + 8] }
    let moved = pairs.reduce(0.0) { sum, frame in
      let difference = spectrum[frame + 8] - spectrum[frame]
      let squares = (1..<13).reduce(0.0) { sum, k in
        let value = (0..<25).reduce(0.0) { sum, band in
          let angle: Double = Double.pi * Double(k) * (Double(band) + 0.5) / 25
          return sum + Double(difference[band]) * cos(angle)
        }
        return sum + value * value * 2 / 25
      }
      return sum + squares.squareRoot()
    }
    #expect(abs(features.movement - moved / Double(pairs.count)) < 0.01)
    #expect(features.voicing > 0.9)
  }

  /// Without any noise, silence is 30 dB below the lowest possible level.
  @Test func silenceIsFarBelowTheNoise() throws {
    var samples = Self.recording(seconds: 2, voice: 0...2)
    for index in samples.indices where !(12_000..<20_000).contains(index) { samples[index] = 0 }
    let features = try Self.extractor().features(of: samples)
    let silent = features.recorded.indices.filter { features.recorded[$0] == .zero }
    #expect(silent.count > 20)
    for frame in silent { #expect(abs(features.presence[frame] + 30) < 1e-3) }
    // A silent band has an energy of 1, and there are 25.
    for (frame, presence) in zip(features.recorded, features.presence) where frame != .zero {
      let rise = energies(frame).reduce(0) { $0 + $1 - 1 }
      #expect(abs(Double(presence) - 10 * log10(max(rise, 0.025) / 25)) < 0.01)
    }
    let speech = zip(features.recorded, features.isSpeech).filter(\.1).map(\.0)
    let energy = speech.reduce(0) { $0 + energies($1).reduce(0, +) } / Double(speech.count)
    #expect(abs(Double(features.signalToNoise) - 10 * log10(energy / 25)) < 0.01)
  }

  /// Speech frames have to be 80 ms apart to show movement.
  @Test func aClickHasNoMovement() throws {
    var samples = Self.recording(seconds: 1, voice: 2...2)
    for index in 8_000..<8_200 { samples[index] = index % 2 == 0 ? 20_000 : -20_000 }
    let features = try Self.extractor().features(of: samples)
    #expect((1...8).contains(features.isSpeech.count { $0 }))
    #expect(features.movement == 0)
  }

  /// Every word has a vowel; a whisper has none at all. Each sign is 250 ms.
  @Test(arguments: [
    (".......", ".......", "......."), ("##.##.##", "........", "##.##.##"),
    ("##.##.##", "...#....", "...##..."), ("########", "#.......", "##......"),
    ("########", ".......#", "......##"), ("##.##.##", "#......#", "##....##"),
  ])
  func onlySoundNearAVoiceIsSpeech(loud: String, voiced: String, speech: String) {
    func frames(_ signs: String) -> [Bool] {
      signs.flatMap { Array(repeating: $0 == "#", count: 25) }
    }
    #expect(FeatureExtractor.speech(frames(loud), frames(voiced)) == frames(speech))
  }

  @Test func clicksFarFromTheVoiceAreNotSpeech() throws {
    // A voice from 1 s to 1.6 s, clicks at 0.3 s and 2.4 s.
    var samples = Self.recording(seconds: 3, voice: 1...1.6)
    let alone = try Self.extractor().features(of: samples)
    for click in [4_800, 38_400] {
      for index in click..<click + 200 { samples[index] = index % 2 == 0 ? 20_000 : -20_000 }
    }
    let features = try Self.extractor().features(of: samples)
    #expect(features.firstFrame == alone.firstFrame && features.frameCount == alone.frameCount)
    #expect(features.isSpeech == alone.isSpeech)
    #expect(!features.isClick.contains(true))
  }

  @Test func aClickInAPauseIsMarkedAsAClick() throws {
    var samples = Self.recording(seconds: 4, voice: 1...3)
    let pause = Self.recording(seconds: 4, voice: 9...9)
    for index in 24_000..<40_000 { samples[index] = pause[index] }
    for index in 32_000..<32_200 { samples[index] = index % 2 == 0 ? 20_000 : -20_000 }
    let features = try Self.extractor().features(of: samples)
    let clicks = features.isClick.indices.filter { features.isClick[$0] }
    #expect(!clicks.isEmpty && clicks.allSatisfy { (195...205).contains($0 + features.firstFrame) })
    #expect(!zip(features.isClick, features.isSpeech).contains { $0.0 && $0.1 })
  }

  /// Of more than 20 s, the end counts, because the speaker has just pressed Stop.
  @Test(.tags(.slow), .skippable(.slow)) func onlyTheLastTwentySecondsAreUsed() throws {
    // Speech begins at 1 s and ends at 21.5 s.
    let samples = Self.recording(seconds: 24.5, voice: 1...21.5)
    let features = try Self.extractor().features(of: samples)
    #expect(features.frameCount == 2_000)
    #expect((2_165...2_180).contains(features.firstFrame + 2_000))
    #expect(abs(features.omittedFrameCount - (features.firstFrame - 100)) < 8)
  }

  @Test func noSoundHasNoFeatures() throws {
    for count in [0, 409, 16_000] {
      let features = try Self.extractor().features(of: Array(repeating: 0, count: count))
      #expect(features.frameCount == 0 && features.firstFrame == 0)
      #expect(features.spectrum.isEmpty && features.recorded.isEmpty && features.presence.isEmpty)
      #expect(features.isSpeech.isEmpty && features.signalToNoise == 0)
      #expect(features.voicing == 0 && features.movement == 0)
      #expect(features.omittedFrameCount == 0)
    }
  }

  @Test func theMeanIsSubtractedFromCepstra() throws {
    let extractor = try Self.extractor()
    let features = try Self.extractor().features(of: Self.recording(seconds: 2, voice: 0.7...1.3))
    let cepstra = extractor.cepstra(of: features.spectrum)
    let rows = features.frameCount
    try #require(cepstra.count == 13 * rows)
    let frontEnd = try #require(Self.frontEnd)
    let plain = features.spectrum.map { frontEnd.cepstra(of: [$0]) }
    for index in 0..<13 {
      let mean = plain.reduce(0) { $0 + $1[index] } / Float(rows)
      for row in 0..<rows {
        #expect(abs(cepstra[row * 13 + index] - (plain[row][index] - mean)) < 2e-3)
      }
    }
    #expect(extractor.cepstra(of: []).isEmpty)
    // One frame has no cepstra left after the mean is subtracted.
    let one = extractor.cepstra(of: Array(features.spectrum.prefix(1)))
    #expect(one == Array(repeating: 0, count: 13))
    #expect(extractor.bandCount == 25)
  }

  @Test func cepstraOfStretchedSpectraMatchTheFrontEnds() throws {
    let (extractor, frontEnd) = (try Self.extractor(), try #require(Self.frontEnd))
    let spectrum = frontEnd.spectrum(of: Self.recording(seconds: 1, voice: 0.3...0.8))
    for factor in [1, 1.25] {
      let warp = frontEnd.warp(by: factor)
      let stretched = spectrum.map { frontEnd.warped($0, by: warp) }
      let differences = zip(
        extractor.cepstra(of: spectrum, warpedBy: factor), extractor.cepstra(of: stretched))
      #expect(differences.allSatisfy { abs($0 - $1) < 1e-3 })
    }
  }

  @Test func oneModelHasOneExtractor() throws {
    try MadeUpModel().withFolder { folder in
      #expect(FeatureExtractor.shared(for: folder) == nil, "without feat.params")
      let means = Array(repeating: "0", count: 13).joined(separator: ",")
      try Data("-nfilt 25\n-cmninit \(means)\n".utf8)
        .write(to: URL(filePath: folder).appending(path: "feat.params"))
      let extractor = try #require(FeatureExtractor.shared(for: folder))
      #expect(extractor.bandCount == 25)
      // The file is read only once.
      try Data("-nfilt 30\n".utf8)
        .write(to: URL(filePath: folder).appending(path: "feat.params"))
      #expect(FeatureExtractor.shared(for: folder)?.bandCount == 25)
    }
  }

  /// Means and variances of different shapes, or no weights.
  @Test func aModelThatCannotBeScoredHasNoFeatures() throws {
    let means = Array(repeating: "0", count: 13).joined(separator: ",")
    var model = MadeUpModel()
    model.contents["feat.params"] = Array("-nfilt 25\n-cmninit \(means)\n".utf8)
    #expect(try model.withFolder { FeatureExtractor($0) } != nil)
    var other = model
    other.contents["variances"] = model.contents["means"].map { $0 + [0] }
    other.contents["variances"]?[25] = 2
    model.contents["sendump"] = nil
    for damaged in [model, other] {
      #expect(try damaged.withFolder { FeatureExtractor($0) } == nil)
    }
  }
}

@Suite(.tags(.hardwareFree)) struct FeatureParameterTests {
  private func model(_ text: String) throws -> FrontEnd.Parameters? {
    let scratch = try ScratchDirectory()
    let url = scratch.url.appending(path: "feat.params")
    try Data(text.utf8).write(to: url)
    return FrontEnd.Parameters(contentsOf: url.path)
  }

  private static let means = "-cmninit 40,0,0,0,0,0,0,0,0,0,0,0,-1.5\n"

  @Test func theModelsParametersAreUsed() throws {
    let text =
      "-lowerf 130\n-upperf\t6800\n-nfilt 25 \n-lifter 22\n-svspec 0-12/13-25/26-38\n"
      + "three words here\n\n-cmn batch\n-feat 1s_c_d_dd\n-agc none\n-varnorm no\n-transform dct\n"
    let model = try #require(try model(text + Self.means))
    #expect(model.lowerFrequency == 130 && model.upperFrequency == 6_800)
    #expect(model.bandCount == 25 && model.lifter == 22)
    #expect(model.means == [40] + Array(repeating: 0, count: 11) + [-1.5])
  }

  @Test func missingParametersHaveThePocketSphinxDefaults() throws {
    let parameters = try #require(try model(Self.means))
    #expect(parameters.lowerFrequency == 133.33334 && parameters.upperFrequency == 6855.4976)
    #expect(parameters.bandCount == 40 && parameters.lifter == 0)
  }

  /// No front end has 0 bands.
  @Test func anythingButANumberCountsAsZero() throws {
    let text = "-lowerf x\n-upperf x\n-nfilt x\n-lifter x\n"
    let parameters = try #require(try model(text + Self.means))
    #expect(parameters.lowerFrequency == 0 && parameters.upperFrequency == 0)
    #expect(parameters.bandCount == 0 && parameters.lifter == 0)
    #expect(FrontEnd(parameters) == nil)
  }

  @Test(arguments: [
    "-transform legacy", "-feat s3_1x39", "-agc max", "-varnorm yes", "-samprate 8000",
    "-nfft 256", "-wlen 0.02", "-frate 50", "-alpha 0.9", "-ncep 12", "-cmninit 40,0",
  ])
  func otherKindsOfFeaturesAreRefused(line: String) throws {
    #expect(try model(Self.means + line + "\n") == nil)
  }

  @Test func withoutTheFileThereAreNoParameters() {
    #expect(FrontEnd.Parameters(contentsOf: "/nonexistent/feat.params") == nil)
  }
}
