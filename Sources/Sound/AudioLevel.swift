import Glibc

/// The level of a run of samples.
public struct AudioLevel: Sendable, Hashable {
  /// The root mean square in dB relative to full scale: at most 0; -infinity for digital silence.
  ///
  /// A full-scale sine has -3.01 dB.
  public let rms: Double
  /// The largest sample in dB relative to full scale: at most 0; -infinity for digital silence.
  public let peak: Double
  /// How many samples are at full scale: the microphone was too loud.
  public let clippedCount: Int

  /// Measures samples; without samples, both figures are those of silence.
  public init(_ samples: some Sequence<Int16>) {
    var energy = 0.0
    var largest = 0.0
    var clipped = 0
    var count = 0
    for sample in samples {
      let value = abs(Double(sample)) / 32_768
      energy += value * value
      largest = max(largest, value)
      if sample >= 32_767 || sample <= -32_767 { clipped += 1 }
      count += 1
    }
    rms = 10 * log10(energy / Double(max(1, count)))
    peak = 20 * log10(largest)
    clippedCount = clipped
  }
}
