import Foundation
import TestSupport
import Testing

@testable import Acoustics

/// Voices are periodic, rustling is not; the measure compared with its formula.
@Suite(.tags(.hardwareFree)) struct VoicingTests {
  private func share(of samples: [Int16], _ frames: Range<Int>) -> Double {
    let voicing = Voicing(of: samples)
    return Double(frames.count { voicing.isVoiced(at: $0) }) / Double(frames.count)
  }

  private func tone(_ frequency: Double, strength: Double = 4_000, count: Int = 16_000) -> [Int16] {
    (0..<count).map { Int16(strength * sin(2 * Double.pi * frequency * Double($0) / 16_000)) }
  }

  private func noise(_ strength: Double, count: Int = 16_000) -> [Int16] {
    var random = SeededGenerator(state: 8)
    return (0..<count).map { _ in Int16(Double.random(in: -strength...strength, using: &random)) }
  }

  /// The greatest normalized correlation of 40 ms with the sound one pitch period later. At 4 kHz
  /// these are 160 values, and 10 to 57 values later. The middle of both is the frame's middle.
  private func periodicity(of samples: [Int16], at frame: Int) -> Double {
    let start = (160 * frame + 205) / 4 - 108
    let values = (start..<start + 217).map { index -> Double in
      guard (0..<samples.count / 4).contains(index) else { return 0 }
      return samples[4 * index..<4 * index + 4].reduce(0) { $0 + Double($1) } / 4
    }
    let mean = values.reduce(0, +) / 217
    let centred = values.map { $0 - mean }
    func product(_ later: Int) -> Double {
      (0..<160).reduce(0) { $0 + centred[$1] * centred[$1 + later] }
    }
    func energy(_ first: Int) -> Double {
      (first..<first + 160).reduce(0) { $0 + centred[$1] * centred[$1] }
    }
    return (10...57).map { product($0) / sqrt(energy(0) * energy($0) + 16) }.max() ?? 0
  }

  @Test func periodicityMatchesItsFormula() {
    let clicks = (0..<16_000).map { Int16($0 % 97 == 0 ? 5 : 0) }
    let voiceInNoise = zip(tone(180), noise(5_000)).map { $0 / 2 + $1 }
    // The echo is 1,600 times fainter. A frame contains all of the first sound, and 20 values later
    // all of the echo.
    let echo = (0..<4_000).map { index -> Int16 in
      switch index {
      case 1_372..<1_412: index % 8 < 4 ? 400 : -400
      case 1_452..<1_492 where index % 4 == 0: index % 8 < 4 ? 1 : -1
      default: 0
      }
    }
    // It begins and ends within what a frame sees.
    let pause = [Int16](repeating: 0, count: 4_000)
    let voiceBetween: [Int16] = pause + tone(150, count: 4_001) + noise(1, count: 3_000)
    let sounds: [[Int16]] = [
      tone(90), tone(240), tone(1_100), noise(3_000), noise(2), tone(130, strength: 3), clicks,
      voiceInNoise, echo, voiceBetween,
    ]
    for (number, samples) in sounds.enumerated() {
      let voicing = Voicing(of: samples)
      for frame in [0, 5, 10, 22, 26, 47, 51, 66].filter({ $0 < samples.count / 160 - 1 }) {
        let expected = periodicity(of: samples, at: frame)
        let found = Double(voicing.periodicity(at: frame))
        #expect(abs(found - expected) < 2e-3, "sound \(number), frame \(frame)")
      }
    }
  }

  @Test func soundBeyondTheEndIsNotPeriodic() {
    let voicing = Voicing(of: tone(100, count: 3_200))
    #expect(voicing.periodicity(at: 10) > 0.9)
    #expect(voicing.periodicity(at: 100) == 0)
    #expect(Voicing(of: []).periodicity(at: 50) == 0)
  }

  /// From 70 to 400 Hz.
  @Test func voicesAreVoicedAndRustlingIsNot() {
    for pitch in [75.0, 120, 250, 390] {
      #expect(share(of: tone(pitch), 10..<80) == 1, "\(pitch) Hz")
    }
    #expect(share(of: noise(4_000), 10..<80) < 0.1)
    // Half of the frames.
    let half = tone(100, count: 8_000) + noise(4_000, count: 8_000)
    #expect(abs(share(of: half, 10..<90) - 0.5) < 0.1)
  }

  /// More than half of a frame's sound must repeat itself.
  @Test func moreThanHalfAFrameMustRepeat() {
    let mixed = zip(tone(160, strength: 760), noise(2_000)).map { $0 + $1 }
    let voiced = (10..<40).count { periodicity(of: mixed, at: $0) > 0.5 }
    #expect((5...25).contains(voiced), "\(voiced)")
    #expect(share(of: mixed, 10..<40) == Double(voiced) / 30)
  }
}
