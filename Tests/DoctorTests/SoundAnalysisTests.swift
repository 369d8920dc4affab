import Glibc
import Testing

@testable import Doctor

/// Synthetic sound, 16 kHz.
enum Sound {
  /// Two seconds of a sum of tones, with frequencies and amplitudes from 0 to 1.
  static func tones(
    _ tones: [(frequency: Double, amplitude: Double)], offset: Double = 0, noise: Double = 0,
    seconds: Double = 2
  ) -> [Int16] {
    var state: UInt64 = 1
    return (0..<Int(seconds * 16_000)).map { index in
      let time = Double(index) / 16_000
      var value = offset
      for tone in tones { value += tone.amplitude * sin(2 * .pi * tone.frequency * time) }
      // Knuth's linear congruential generator: the same noise on every machine.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      value += noise * (Double(state >> 11) / Double(1 << 53) * 2 - 1)
      return Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
    }
  }
}

@Suite("The analysis of a microphone's sound")
struct SoundAnalysisTests {
  @Test("a tone has its level", arguments: [0.5, 0.1, 0.001])
  func tone(amplitude: Double) {
    let analysis = SoundAnalysis(Sound.tones([(1_000, amplitude)]))
    let decibels = 20 * log10(amplitude)
    #expect(abs(analysis.peak - decibels) < 0.2)
    #expect(abs(analysis.rms - decibels + 3.01) < 0.2)
    #expect(abs(analysis.offset) < 1e-4)
    #expect(analysis.clippedCount == 0)
    #expect(analysis.hum.map { $0.share < 0.001 } == true)
    #expect(!analysis.isSilent)
  }

  @Test("an offset is reported and does not count as sound", arguments: [0.25, -0.03])
  func offset(offset: Double) {
    let alone = SoundAnalysis(Sound.tones([], offset: offset))
    #expect(abs(alone.offset - offset) < 1e-4)
    #expect(alone.isSilent)
    let analysis = SoundAnalysis(Sound.tones([(500, 0.1)], offset: offset))
    #expect(abs(analysis.offset - offset) < 1e-4)
    #expect(abs(analysis.rms + 23.01) < 0.1)
  }

  @Test(
    "silence and no samples have no level",
    arguments: [[], [0, 0, 0], Array(repeating: 0, count: 32_000)])
  func silence(samples: [Int16]) {
    let analysis = SoundAnalysis(samples)
    #expect(analysis.isSilent)
    #expect(analysis.peak == -.infinity)
    #expect(analysis.hum == nil)
    #expect(analysis.levelWithoutHum == -.infinity)
  }

  @Test("clipping is counted")
  func clipping() {
    #expect(SoundAnalysis(Sound.tones([(300, 1.5)])).clippedCount > 10_000)
    #expect(SoundAnalysis([-32_768, 32_767, 0, 32_766]).clippedCount == 2)
  }

  @Test(
    "hum of either frequency stands out from noise",
    arguments: [50, 60], [[0.02], [0.01, 0.01, 0.01], [0, 0.01, 0, 0.01]])
  func hum(frequency: Int, overtones: [Double]) throws {
    let tones = overtones.enumerated().map {
      (frequency: Double(frequency * ($0 + 1)), amplitude: $1)
    }
    let energy = overtones.reduce(0) { $0 + $1 * $1 / 2 }
    let hum = try #require(SoundAnalysis(Sound.tones(tones, noise: 0.005)).hum)
    #expect(hum.frequency == frequency)
    #expect(hum.share > 0.85)
    #expect(abs(hum.level - 10 * log10(energy)) < 0.5)
  }

  @Test("the mains frequency may be slightly off", arguments: [49.8, 50.1, 60.2])
  func drift(frequency: Double) throws {
    let hum = try #require(SoundAnalysis(Sound.tones([(frequency, 0.02)], noise: 0.002)).hum)
    #expect(hum.share > 0.9)
  }

  @Test(
    "other sounds are not mistaken for hum",
    arguments: [
      Sound.tones([], noise: 0.1), Sound.tones([(440, 0.1), (1_000, 0.1)]),
      // A voice's tone and its overtones.
      Sound.tones([(130, 0.1), (260, 0.1), (390, 0.05)], noise: 0.01),
    ])
  func other(samples: [Int16]) throws {
    let analysis = SoundAnalysis(samples)
    let hum = try #require(analysis.hum)
    #expect(hum.share < 0.05)
    #expect(abs(analysis.levelWithoutHum - analysis.rms) < 0.3)
  }

  @Test("hum is not detected in too little sound")
  func short() {
    #expect(SoundAnalysis(Sound.tones([(50, 0.1)], seconds: 0.4)).hum == nil)
  }
}
