/// Converts buffers, as they arrive, to the decoder's format: 16 kHz, mono.
public struct AudioBufferConverter: ~Copyable {
  private let format: AudioFormat
  private var converter: SpeechConverter

  /// Throws `AudioError` for an impossible rate or channel count.
  public init(from format: AudioFormat) throws(AudioError) {
    self.format = format
    converter = try SpeechConverter(from: format)
  }

  /// The samples that are ready after `buffer`, which must have the format that the converter was
  /// made for.
  public mutating func convert(_ buffer: AudioBuffer) -> [Int16] {
    // Sound in the right format is passed on unchanged.
    if format == .speech { return buffer.samples }
    return converter.convert(buffer.samples.map { Float($0) / 32_768 })
  }

  /// The remaining samples after the last buffer; the converter must not be used afterwards.
  public mutating func finish() -> [Int16] {
    converter.finish()
  }
}
