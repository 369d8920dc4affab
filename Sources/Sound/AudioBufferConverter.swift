/// Turns buffers of one format, as they come, into what the decoder hears: 16 kHz, mono.
public struct AudioBufferConverter: ~Copyable {
  private let format: AudioFormat
  private var converter: SpeechConverter

  /// Throws `AudioError` for a rate or a channel count that nothing has.
  public init(from format: AudioFormat) throws(AudioError) {
    self.format = format
    converter = try SpeechConverter(from: format)
  }

  /// The samples that are ready after `buffer` has come in; it must be of the format that the
  /// converter was made for.
  public mutating func convert(_ buffer: AudioBuffer) -> [Int16] {
    // What is right already stays bit for bit as it is.
    if format == .speech { return buffer.samples }
    return converter.convert(buffer.samples.map { Float($0) / 32_768 })
  }

  /// The samples that were held back, after the last buffer; then the converter is used up.
  public mutating func finish() -> [Int16] {
    converter.finish()
  }
}
