import Sound

/// A request's sound in the decoder's format: 16 kHz, mono.
struct SampleSource: ~Copyable {
  private let buffers: AudioBufferRecognitionRequest?
  private let file: AudioFile?
  private var converter: AudioBufferConverter?
  private var format = AudioFormat.speech

  /// Reads a request's sound; `file` is the request's open file, if it has one.
  init(_ request: RecognitionRequest, file: AudioFile?) {
    buffers = request as? AudioBufferRecognitionRequest
    self.file = file
  }

  /// Opens the request's file; nil if it has none.
  ///
  /// Not in the initializer: Swift 6.0's compiler fails if that throws.
  /// - Throws: `SpeechError` with code `audio`.
  static func file(of request: RecognitionRequest) throws(SpeechError) -> AudioFile? {
    guard let request = request as? URLRecognitionRequest else { return nil }
    do throws(AudioError) {
      return try AudioFile(path: request.url.path)
    } catch {
      throw SpeechError(error)
    }
  }

  /// Whether the sound comes from a file, so that all of it is there at once.
  var isPulled: Bool { file != nil }

  /// The sound available now, and whether it has ended.
  ///
  /// - Parameter isLast: Whether nobody reads after this, even if the sound goes on.
  /// - Throws: `SpeechError` with code `audio` for an impossible format, or a truncated file.
  mutating func read(
    isLast: Bool
  ) throws(SpeechError) -> (samples: [Int16], hasEnded: Bool) {
    do throws(AudioError) {
      if let file {
        let piece = try file.read()
        return (piece?.samples ?? [], isLast || piece == nil)
      }
      guard let (pieces, hasEnded) = buffers?.take() else { return ([], true) }
      var samples: [Int16] = []
      for piece in pieces { samples += try convert(piece) }
      if isLast || hasEnded { samples += finish() }
      return (samples, isLast || hasEnded)
    } catch {
      throw SpeechError(error)
    }
  }

  /// The last samples, which the converter held back.
  private mutating func finish() -> [Int16] {
    let rest = converter?.finish() ?? []
    converter = nil
    return rest
  }

  private mutating func convert(_ piece: AudioBuffer) throws(AudioError) -> [Int16] {
    var samples: [Int16] = []
    if piece.format != format { samples = finish() }
    if converter == nil {
      converter = try AudioBufferConverter(from: piece.format)
      format = piece.format
    }
    samples += converter?.convert(piece) ?? []
    return samples
  }
}

extension SpeechError {
  /// An error of a microphone or a file, as a `SpeechError`.
  init(_ error: AudioError) {
    self.init(
      .audio, error.activity, error.subject, status: error.status == 0 ? nil : error.status,
      advice: error.explanation)
  }
}
