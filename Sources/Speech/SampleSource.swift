import Audio

/// The sound of a request, as the decoder takes it.
struct SampleSource: ~Copyable {
  private let request: RecognitionRequest
  /// Whether it is there for the asking, as a file is, rather than coming when it comes.
  let isPulled: Bool

  init(_ request: RecognitionRequest) throws(SpeechError) {
    self.request = request
    isPulled = false
  }

  mutating func read() throws(SpeechError) -> (samples: [Int16], hasEnded: Bool) {
    guard let request = request as? AudioBufferRecognitionRequest else { return ([], true) }
    let (buffers, hasEnded) = request.take()
    return (buffers.flatMap(\.samples), hasEnded)
  }
}
