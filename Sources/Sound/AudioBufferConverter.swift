/// Converts buffers to the decoder's format as they arrive: 16 kHz, mono.
public struct AudioBufferConverter: ~Copyable {
  /// The supported rates; anything else is a broken header rather than audio.
  package static let sampleRates = 1_000.0...768_000.0
  package static let channelCounts = 1...64

  private let format: AudioFormat
  private var fold: ChannelFold
  private var resampler: Resampler

  /// Throws `AudioError` for an impossible rate or channel count.
  public init(from format: AudioFormat) throws(AudioError) {
    guard Self.sampleRates.contains(format.sampleRate),
      Self.channelCounts.contains(format.channelCount)
    else {
      throw AudioError(
        .unsupported, "convert",
        "audio of \(format.sampleRate) Hz with \(format.channelCount) channels",
        advice: "Rates from 1,000 to 768,000 Hz and 1 to 64 channels can be used.")
    }
    resampler = try Resampler(from: format.sampleRate, to: AudioFormat.speech.sampleRate)
    fold = ChannelFold(channelCount: format.channelCount, sampleRate: format.sampleRate)
    self.format = format
  }

  /// The samples available after `buffer`, which must have the converter's format.
  public mutating func convert(_ buffer: AudioBuffer) -> [Int16] {
    // Sound in the right format passes unchanged.
    if format == .speech { return buffer.samples }
    return convert(buffer.samples.map { Float($0) / 32_768 })
  }

  /// The samples available after interleaved `samples`, in -1..<1.
  package mutating func convert(_ samples: [Float]) -> [Int16] {
    resampler.process(fold.fold(samples))
  }

  /// The remaining samples; do not use the converter afterwards.
  public mutating func finish() -> [Int16] {
    resampler.finish()
  }
}
