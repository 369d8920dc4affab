import Foundation
import TestSupport
import Testing

@testable import Acoustics

/// The noise in a recording, its speech, and the speech without the noise.
@Suite(.tags(.hardwareFree)) struct NoiseTests {
  private func spectrum(_ levels: [Float]) -> [Bands] { levels.map { Bands(repeating: $0) } }

  @Test func noiseIsMeasuredOutsideSpeech() {
    // Here the speech is even quieter than the noise.
    let levels = [Float](repeating: 5, count: 20) + [Float](repeating: 1, count: 20)
    let noise = Noise(of: spectrum(levels), isLoud: (0..<40).map { $0 >= 20 })
    #expect(noise.mean == Bands(repeating: 5))
    #expect(noise.variance == Bands(repeating: 0.02))
  }

  @Test func noiseHasItsMeanAndVariance() {
    let levels = (0..<20).map { $0 % 2 == 0 ? Float(5) : 6 }
    let noise = Noise(of: spectrum(levels), isLoud: Array(repeating: false, count: 20))
    #expect(noise.mean == Bands(repeating: 5.5) && noise.variance == Bands(repeating: 0.25))
  }

  @Test func inSpeechAloneTheQuietestTenthIsNoise() {
    let levels = (0..<40).map { Float($0 * 7 % 40) + 2 }
    let noise = Noise(of: spectrum(levels), isLoud: Array(repeating: true, count: 40))
    // 2, 3, 4 and 5.
    #expect(abs(noise.mean[0] - 3.5) < 1e-5)
    #expect(abs(noise.variance[0] - 1.25) < 1e-5)
  }

  @Test func inAShortRecordingTheQuietestFrameIsNoise() {
    let levels = [9, 4, 7, 5, 8, 6, 9, 4.5, 7, 8] as [Float]
    for count in [10, 5] {
      let some = spectrum(Array(levels.prefix(count)))
      let noise = Noise(of: some, isLoud: Array(repeating: true, count: count))
      #expect(noise.mean == Bands(repeating: 4), "of \(count)")
    }
  }

  /// At least four frames from speech, and two from both ends; at least eight in total.
  @Test(arguments: [24, 23])
  func noiseIsMeasuredFarFromSpeech(last: Int) {
    var random = SeededGenerator(state: 4)
    let levels = random.floats(31, in: 2...9)
    let isSpeech = (0..<31).map { (14...last).contains($0) }
    let noise = Noise(of: spectrum(levels), isLoud: isSpeech)
    // Two to ten, and the ones after speech: 28 if the speech ends at 24, 27 and 28 if at 23.
    let far = (2...28).filter { $0 <= 10 || $0 >= last + 4 }.map { Double(levels[$0]) }
    let mean = far.reduce(0, +) / Double(far.count)
    let variance = far.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(far.count)
    #expect(abs(Double(noise.mean[0]) - mean) < 1e-4)
    #expect(abs(Double(noise.variance[0]) - variance) < 1e-3)
  }

  /// Speech anywhere, up to the first and the last frame.
  @Test(arguments: 1...40) func noiseIsMeasuredThreeFramesFromAnySpeech(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let levels = random.floats(60, in: 2...9)
    var isSpeech = Array(repeating: false, count: 60)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      isSpeech[Int.random(in: 0..<60, using: &random)] = true
    }
    isSpeech[[0, 59, 30][Int(seed % 3)]] = true
    let places = isSpeech.indices.filter { isSpeech[$0] }
    let far = (2..<58).filter { frame in places.allSatisfy { abs($0 - frame) > 3 } }
    guard far.count >= 8 else { return }
    let mean = far.reduce(0) { $0 + Double(levels[$1]) } / Double(far.count)
    let noise = Noise(of: spectrum(levels), isLoud: isSpeech)
    #expect(abs(Double(noise.mean[0]) - mean) < 1e-4)
  }

  @Test(arguments: [(7, false), (8, true)])
  func eightFramesAreEnoughForNoise(frames: Int, areEnough: Bool) {
    // Speech from then on, quieter at its end.
    let count = frames + 5
    let levels = (0..<60).map { $0 < count ? Float(5) : $0 < 50 ? 8 : 3 }
    let noise = Noise(of: spectrum(levels), isLoud: (0..<60).map { $0 >= count })
    #expect(noise.mean[0] == (areEnough ? 5 : 3))
  }

  /// The clean spectrum as described, one density after another.
  private func clean(
    _ frame: Bands, _ prior: AcousticPrior, channel: [Double], level: Double, _ noise: Noise
  ) -> [Double] {
    let offset = level - channel.reduce(0, +) / 25
    var parts: [(score: Double, estimate: [Double])] = []
    for density in prior.means.indices {
      var (score, estimate) = (Double(prior.weights[density]), [Double]())
      for band in 0..<25 {
        let speech = Double(prior.means[density][band]) + channel[band] + offset
        let (hum, spread) = (Double(noise.mean[band]), Double(noise.variance[band]))
        // Energies add.
        let noisy = log(exp(speech) + exp(hum))
        let share = exp(speech - noisy)
        let variance = Double(prior.variances[density][band]) + 0.3
        let total = share * share * variance + (1 - share) * (1 - share) * spread + 0.01
        let difference = Double(frame[band]) - noisy
        score -= 0.2 * (log(total) + difference * difference / total)
        estimate.append(speech + share * variance / total * difference)
      }
      parts.append((score, estimate))
    }
    let best = parts.map(\.score).max() ?? 0
    let near = parts.filter { $0.score > best - 6 }.map { (exp($0.score - best), $0.estimate) }
    let weight = near.reduce(0) { $0 + $1.0 }
    return (0..<25).map { band in near.reduce(0) { $0 + $1.0 * $1.1[band] } / weight }
  }

  /// With one density per phone, most frames are close to a single one.
  @Test(arguments: [32, 1]) func cleanSpeechIsEstimatedByTheFormulas(densities: Int) throws {
    let model = try MadeUpModel.model()
    let frontEnd = try #require(FeaturesTests.frontEnd)
    let prior = AcousticPrior(
      model.means, model.variances, silence: 0, frontEnd: frontEnd, densityCount: densities)
    let means: [Float] = [40, 2, -1, 0.5, 0, 0, 1, 0, 0, 0, 0, 0, -0.3]
    let compensation = NoiseCompensation(prior: prior, frontEnd: frontEnd, means: means)
    var random = SeededGenerator(state: 12)
    let spectrum = (0..<100).map { frame in
      // Near a density, or anything.
      var bands = prior.means[frame % prior.means.count] + 8
      for band in 0..<25 { bands[band] += .random(in: -2...2, using: &random) }
      for band in 25..<32 { bands[band] = 0 }
      return bands
    }
    let noise = Noise(of: Array(spectrum.prefix(12)), isLoud: Array(repeating: false, count: 12))
    let cleaned = compensation.clean(spectrum, noise: noise)
    #expect(compensation.clean([], noise: noise).isEmpty)
    try #require(cleaned.count == 100)
    let channel = (0..<25).map { band in
      (1..<13).reduce(0.0) { $0 + Double(frontEnd.columns[$1][band]) * Double(means[$1]) }
    }
    let levels = spectrum.map { frame in (0..<25).reduce(0.0) { $0 + Double(frame[$1]) } / 25 }
    // A little below the loudest 5 %.
    let level = levels.sorted()[95] - 2.6
    for place in stride(from: 0, to: 100, by: 3) {
      let (frame, found) = (spectrum[place], cleaned[place])
      let expected = clean(frame, prior, channel: channel, level: level, noise)
      for band in 0..<25 { #expect(abs(Double(found[band]) - expected[band]) < 5e-4) }
    }
  }

  /// A loud hum throughout, and for 0.6 s also a voice of half its strength, or of a fifth.
  @Test(arguments: [3_000.0, 1_200]) func aSteadyHumDoesNotHideTheSpeech(strength: Double) throws {
    func tone(_ frequency: Double, _ strength: Double, at index: Int) -> Double {
      strength * sin(2 * Double.pi * frequency * Double(index) / 16_000)
    }
    var random = SeededGenerator(state: 3)
    let samples = (0..<32_000).map { index -> Int16 in
      let voice = (12_800..<22_400).contains(index) ? tone(2_500, strength, at: index) : 0
      return Int16(tone(700, 6_000, at: index) + voice + .random(in: -20...20, using: &random))
    }
    let features = try FeaturesTests.extractor().features(of: samples)
    let speech = features.isSpeech.count { $0 }
    #expect((50...75).contains(speech), "\(speech) frames")
    let first = try #require(features.isSpeech.firstIndex(of: true)) + features.firstFrame
    #expect((74...84).contains(first), "from frame \(first)")
    // The energies of voice and hum, in bands that weight high tones slightly more.
    let expected = 10 * log10(1 + strength * strength / (6_000 * 6_000))
    #expect(features.signalToNoise >= 0.1 && features.signalToNoise < Float(20 * expected))
  }

  @Test func eachPhoneHasItsShareOfThePrior() throws {
    let model = try MadeUpModel.model()
    let frontEnd = try #require(FeaturesTests.frontEnd)
    func shares(silence: Int?, count: Int) -> [Float] {
      let prior = AcousticPrior(
        model.means, model.variances, silence: silence, frontEnd: frontEnd, densityCount: count)
      #expect(prior.means.count == prior.weights.count)
      #expect(prior.variances.count == prior.weights.count)
      return prior.weights.map { exp($0) }
    }
    let phones = MadeUpModel.phones.count
    let known = shares(silence: 0, count: 1)
    #expect(known.count == phones)
    #expect(abs((known.first ?? 0) - 0.3) < 1e-5)
    for share in known.dropFirst() { #expect(abs(share - 0.7 / Float(phones - 1)) < 1e-5) }
    // With the full number of densities, it has each of them.
    let whole = AcousticPrior(
      model.means, model.variances, silence: 0, frontEnd: frontEnd, densityCount: 100)
    let first = zip(frontEnd.columns, model.means.values(0, 0)).reduce(Bands.zero) {
      $0 + $1.0 * $1.1
    }
    #expect(whole.means.contains { ($0 - first).total.magnitude < 1e-3 })
    // With one density, it has the mean of all.
    let alone = AcousticPrior(
      model.means, model.variances, silence: 0, frontEnd: frontEnd, densityCount: 1)
    for phone in 0..<phones {
      var mean = Bands.zero
      for density in 0..<MadeUpModel.densityCount {
        for (column, value) in zip(frontEnd.columns, model.means.values(phone, density)) {
          mean += column * value / Float(MadeUpModel.densityCount)
        }
      }
      #expect(alone.means.contains { ($0 - mean).total.magnitude < 1e-3 }, "\(phone)")
    }
    let equal = 1 / Float(phones)
    for share in shares(silence: nil, count: 1) { #expect(abs(share - equal) < 1e-5) }
    for share in shares(silence: 99, count: 1) { #expect(abs(share - equal) < 1e-5) }
    for count in [3, MadeUpModel.densityCount, 100] {
      let all = shares(silence: 0, count: count)
      #expect(all.count <= phones * MadeUpModel.densityCount && all.count > phones)
      #expect(abs(all.reduce(0, +) - 1) < 1e-4)
    }
  }

  /// Two codebooks are enough for one to be silence.
  @Test func silenceHasItsShareNextToOnePhone() throws {
    let (means, variances) = try MadeUpModel.codebooks(2)
    let first: [Float] = (0..<13).map { Float($0 % 7) / 7 }
    #expect(Array(means.values(0, 0)) == first)
    let frontEnd = try #require(FeaturesTests.frontEnd)
    let prior = AcousticPrior(
      means, variances, silence: 1, frontEnd: frontEnd, densityCount: 1)
    #expect(prior.weights.count == 2)
    for (weight, share) in zip(prior.weights, [0.7, 0.3] as [Float]) {
      #expect(abs(exp(weight) - share) < 1e-5)
    }
  }
}
