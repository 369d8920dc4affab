import Foundation
import TestSupport
import Testing

@testable import Acoustics

/// What is noise in a recording, what is speech beside it, and what clean speech sounds like.
@Suite(.tags(.hardwareFree)) struct NoiseTests {
  private func spectrum(_ levels: [Float]) -> [Bands] { levels.map { Bands(repeating: $0) } }

  @Test func noiseIsMeasuredWhereNobodySpeaks() {
    // What is spoken is even quieter here.
    let levels = [Float](repeating: 5, count: 20) + [Float](repeating: 1, count: 20)
    let noise = Noise(of: spectrum(levels), isSpeech: (0..<40).map { $0 >= 20 })
    #expect(noise.mean == Bands(repeating: 5))
    #expect(noise.variance == Bands(repeating: 0.02))
  }

  @Test func whereAllIsSpeechTheQuietestTenthIsNoise() {
    let levels = (0..<40).map { Float($0 * 7 % 40) + 2 }
    let noise = Noise(of: spectrum(levels), isSpeech: Array(repeating: true, count: 40))
    // 2, 3, 4 and 5.
    #expect(abs(noise.mean[0] - 3.5) < 1e-5)
    #expect(abs(noise.variance[0] - 1.25) < 1e-5)
  }

  /// A model's folder whose features are those of the front end's tests.
  private func extractor() throws -> FeatureExtractor {
    var model = MadeUpModel()
    let means = (0..<FrontEnd.cepstrumLength).map { $0 == 0 ? "40" : "0" }.joined(separator: ",")
    model.contents["feat.params"] = Array(
      "-lowerf 130\n-upperf 6800\n-nfilt 25\n-lifter 22\n-cmninit \(means)\n-feat 1s_c_d_dd\n".utf8)
    return try #require(try model.withFolder { try FeatureExtractor($0) })
  }

  /// A loud hum from beginning to end, and beside it for 0.6 s a voice of half its strength, or of a
  /// fifth.
  @Test(arguments: [3_000.0, 1_200]) func aSteadyHumDoesNotHideTheSpeech(strength: Double) throws {
    func tone(_ frequency: Double, _ strength: Double, at index: Int) -> Double {
      strength * sin(2 * Double.pi * frequency * Double(index) / 16_000)
    }
    var random = SeededGenerator(state: 3)
    let samples = (0..<32_000).map { index -> Int16 in
      let voice = (12_800..<22_400).contains(index) ? tone(2_500, strength, at: index) : 0
      return Int16(tone(700, 6_000, at: index) + voice + .random(in: -20...20, using: &random))
    }
    let features = try extractor().features(of: samples)
    let speech = features.isSpeech.count { $0 }
    #expect((50...75).contains(speech), "\(speech) frames")
    let first = try #require(features.isSpeech.firstIndex(of: true)) + features.firstFrame
    #expect((74...84).contains(first), "from frame \(first)")
  }

  @Test func eachPhoneHasItsShareOfThePrior() throws {
    let model = try MadeUpModel.model()
    let frontEnd = try #require(
      FrontEnd(
        FrontEnd.Parameters(
          lowerFrequency: 130, upperFrequency: 6_800, bandCount: 25, lifter: 22)))
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
    for share in shares(silence: nil, count: 1) { #expect(abs(share - 1 / Float(phones)) < 1e-5) }
    for share in shares(silence: 99, count: 1) { #expect(abs(share - 1 / Float(phones)) < 1e-5) }
    for count in [3, MadeUpModel.densityCount, 100] {
      let all = shares(silence: 0, count: count)
      #expect(all.count <= phones * MadeUpModel.densityCount && all.count > phones)
      #expect(abs(all.reduce(0, +) - 1) < 1e-4)
    }
  }

  /// Two codebooks are enough for one to be silence.
  @Test func silenceHasItsShareBesideOnePhone() throws {
    let (means, variances) = try MadeUpModel.codebooks(2)
    let frontEnd = try #require(
      FrontEnd(
        FrontEnd.Parameters(
          lowerFrequency: 130, upperFrequency: 6_800, bandCount: 25, lifter: 22)))
    let prior = AcousticPrior(
      means, variances, silence: 1, frontEnd: frontEnd, densityCount: 1)
    #expect(prior.weights.count == 2)
    for (weight, share) in zip(prior.weights, [0.7, 0.3] as [Float]) {
      #expect(abs(exp(weight) - share) < 1e-5)
    }
  }
}
