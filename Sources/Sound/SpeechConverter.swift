/// Converts interleaved samples of any rate and channel count to the decoder's format: 16 kHz,
/// mono, 16 bits.
package struct SpeechConverter: ~Copyable {
  /// The convertible range; anything else is a broken header rather than audio.
  package static let sampleRates = 1_000.0...768_000.0
  package static let channelCounts = 1...64

  private var fold: ChannelFold
  private var resampler: Resampler

  package init(from format: AudioFormat) throws(AudioError) {
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
  }

  /// The samples that are ready after `samples`, from -1 up to 1.
  package mutating func convert(_ samples: [Float]) -> [Int16] {
    resampler.process(fold.fold(samples))
  }

  /// The remaining samples after the last ones; the converter must not be used afterwards.
  package mutating func finish() -> [Int16] {
    resampler.finish()
  }
}
