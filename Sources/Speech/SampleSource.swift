import Sound

/// The sound of a request, as the decoder takes it: 16 kHz, mono.
struct SampleSource: ~Copyable {
  private let buffers: AudioBufferRecognitionRequest?
  private let file: AudioFile?
  private var converter: AudioBufferConverter?
  private var format = AudioFormat.speech

  /// Takes the sound of a request, whose file is open where it has one.
  init(_ request: RecognitionRequest, file: AudioFile?) {
    buffers = request as? AudioBufferRecognitionRequest
    self.file = file
  }

  /// Opens the request's file; nil if it has none.
  ///
  /// Not in the initializer, for Swift 6.0's compiler fails where that throws.
  /// - Throws: `SpeechError` with code `audio`.
  static func file(of request: RecognitionRequest) throws(SpeechError) -> AudioFile? {
    guard let request = request as? URLRecognitionRequest else { return nil }
    do throws(AudioError) {
      return try AudioFile(path: request.url.path)
    } catch {
      throw SpeechError(error)
    }
  }

  /// Whether it is there for the asking, as a file is, rather than coming when it comes.
  var isPulled: Bool { file != nil }

  /// What is there now, and whether that was the last of it.
  ///
  /// - Throws: `SpeechError` with code `audio` for a format that nothing has, or a file that breaks
  ///   off.
  mutating func read() throws(SpeechError) -> (samples: [Int16], hasEnded: Bool) {
    do throws(AudioError) {
      if let file {
        let piece = try file.read()
        return (piece?.samples ?? [], piece == nil)
      }
      guard let (pieces, hasEnded) = buffers?.take() else { return ([], true) }
      var samples: [Int16] = []
      for piece in pieces { samples += try convert(piece) }
      if hasEnded { samples += finish() }
      return (samples, hasEnded)
    } catch {
      throw SpeechError(error)
    }
  }

  /// What was held back for samples that will not come.
  mutating func finish() -> [Int16] {
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
  /// What went wrong with a microphone or a file, in this room's words.
  init(_ error: AudioError) {
    self.init(
      .audio, operation: error.operation, subject: error.subject,
      status: error.status == 0 ? nil : error.status, advice: error.advice)
  }
}
