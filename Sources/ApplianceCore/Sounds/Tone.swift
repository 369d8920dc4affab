import Glibc

/// A note of a signal, or a rest.
package struct Tone: Sendable, Hashable {
  /// In Hz; 0 is a rest.
  package var frequency: Double
  /// Its duration.
  package var duration: Duration

  /// A note, or a rest at 0 Hz.
  package init(_ frequency: Double, _ duration: Duration) {
    self.frequency = frequency
    self.duration = duration
  }

  /// The samples of a sequence of tones, at `rate` in Hz: sines at −12 dB, faded in and out within
  /// 10 ms to avoid clicks.
  package static func samples(of tones: [Tone], rate: Int) -> [Int16] {
    tones.flatMap { tone in
      let count = max(0, Int(tone.duration / .seconds(1) * Double(rate)))
      let ramp = min(rate / 100, count / 2)
      return (0..<count).map { index -> Int16 in
        let edge = min(index, count - 1 - index)
        let swell = edge < ramp ? 0.5 - 0.5 * cos(Double.pi * Double(edge) / Double(ramp)) : 1
        let phase = 2 * Double.pi * tone.frequency * Double(index) / Double(rate)
        return Int16(32_767 * 0.25 * swell * sin(phase))
      }
    }
  }
}
