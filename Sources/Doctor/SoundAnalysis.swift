import Glibc

/// An analysis of a microphone, from a few seconds of its sound.
struct SoundAnalysis: Sendable, Hashable {
  /// A mains tone with its harmonics, caused by a bad cable, a charger or a ground loop.
  struct Hum: Sendable, Hashable {
    /// 50 or 60, in Hz.
    let frequency: Int
    /// Its RMS, with harmonics, in dBFS.
    let level: Double
    /// Its share of the total energy, from 0 to 1.
    let share: Double
  }

  /// The RMS without the offset, in dBFS: -infinity for complete silence.
  let rms: Double
  /// The largest sample without the offset, in dBFS.
  let peak: Double
  /// The mean (DC offset) as a share of full scale: from -1 to 1, normally close to 0.
  let offset: Double
  /// The number of samples at full scale.
  let clippedCount: Int
  /// The stronger of the two hums; nil for less than half a second of sound.
  let hum: Hum?

  /// The samples' rate, in Hz.
  private static let rate = 16_000

  /// Analyzes 16-bit mono samples.
  init(_ samples: [Int16]) {
    let values = samples.map { Double($0) / 32_768 }
    let count = Double(max(1, values.count))
    let mean = values.reduce(0, +) / count
    offset = mean
    let power = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    // A constant is silent, even if rounding leaves a remainder.
    rms = power > 1e-12 ? 10 * log10(power) : -.infinity
    let largest = values.reduce(0) { max($0, abs($1 - mean)) }
    peak = power > 1e-12 ? 20 * log10(largest) : -.infinity
    clippedCount = samples.count { $0 >= 32_767 || $0 <= -32_767 }
    hum = [50, 60].compactMap { Self.hum($0, in: values, mean: mean) }
      .max { $0.share < $1.share }
  }

  /// Whether there is complete silence, not even noise.
  var isSilent: Bool { rms == -.infinity }

  /// The RMS without the hum, in dBFS.
  var levelWithoutHum: Double {
    rms + 10 * log10(max(1e-6, 1 - (hum?.share ?? 0)))
  }

  /// The strength of the first four harmonics, over blocks of half a second, which contain whole
  /// periods of both frequencies. Higher harmonics are weak in hum, and overlap with voices.
  private static func hum(_ frequency: Int, in values: [Double], mean: Double) -> Hum? {
    let length = rate / 2
    guard values.count >= length else { return nil }
    var tones = 0.0
    var total = 0.0
    for start in stride(from: 0, through: values.count - length, by: length) {
      let block = values[start..<start + length].map { $0 - mean }
      total += block.reduce(0) { $0 + $1 * $1 } / Double(length)
      for overtone in 1...4 { tones += power(of: frequency * overtone, in: block) }
    }
    guard total > 1e-12 else { return nil }
    let blocks = Double(values.count / length)
    return Hum(
      frequency: frequency, level: 10 * log10(max(1e-15, tones / blocks)),
      share: min(1, tones / total))
  }

  /// The mean square of a tone of `frequency` in `block`, which must hold whole periods of it.
  ///
  /// Source: G. Goertzel, An algorithm for the evaluation of finite trigonometric series (1958).
  private static func power(of frequency: Int, in block: [Double]) -> Double {
    let coefficient = 2 * cos(2 * .pi * Double(frequency) / Double(rate))
    var last = 0.0
    var beforeLast = 0.0
    for value in block {
      (last, beforeLast) = (value + coefficient * last - beforeLast, last)
    }
    let magnitude = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
    return 2 * magnitude / Double(block.count * block.count)
  }
}
