/// Something to record from: a microphone, or clips played in its place.
public protocol AudioInput: Sendable {
  /// Opens the device, and delivers its sound to `sink` until `stop()` or until the device is lost.
  ///
  /// Throws `AudioError` if it cannot be opened; the sink is then told nothing.
  func start(_ sink: AudioSink) async throws

  /// Stops capturing and closes the device; by then the sink has everything heard until now. Does
  /// nothing if no recording is under way.
  func stop() async

  /// What was heard and lost in the current recording, or in the last one.
  var statistics: CaptureStatistics { get }
}

/// What takes the sound of a recording. It is called on the input's own thread and must not block.
public struct AudioSink: Sendable {
  /// Takes the next sound, 16 kHz mono, about 1,024 frames at the device's rate, or up to a second
  /// of it for a patient sink; the first call comes only with the first sound. Returns false if
  /// there is no room and the sound is lost.
  public let take: @Sendable (AudioBuffer) -> Bool
  /// Called once, after all sound: with an `AudioError` if the device was lost.
  public let end: @Sendable ((any Error)?) -> Void
  /// Whether sound may come 0.6 s late now, in larger pieces, so that the machine can sleep.
  public let isPatient: @Sendable () -> Bool

  /// A sink that calls these functions.
  public init(
    take: @escaping @Sendable (AudioBuffer) -> Bool,
    end: @escaping @Sendable ((any Error)?) -> Void,
    isPatient: @escaping @Sendable () -> Bool = { false }
  ) {
    self.take = take
    self.end = end
    self.isPatient = isPatient
  }
}

extension AudioInput {
  /// Opens the device and returns its sound as a stream.
  ///
  /// The stream ends after `stop()`, and throws `AudioError` if the device is lost. Up to
  /// `bufferLimit` buffers wait for a slow reader; `statistics` counts those dropped beyond that.
  /// Releasing the stream stops the recording.
  public func start(
    bufferLimit: Int = 1_024
  ) async throws -> AsyncThrowingStream<AudioBuffer, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: AudioBuffer.self, throwing: (any Error).self,
      bufferingPolicy: .bufferingOldest(max(1, bufferLimit)))
    try await start(
      AudioSink {
        if case .dropped = continuation.yield($0) { false } else { true }
      } end: {
        continuation.finish(throwing: $0)
      })
    // Not before: the stream of a start that failed would stop the next recording.
    continuation.onTermination = { reason in
      if case .cancelled = reason { Task { await self.stop() } }
    }
    return stream
  }
}

/// What was heard and lost in one recording.
public struct CaptureStatistics: Sendable, Hashable {
  /// Frames captured, at the device's rate.
  public var frames = 0
  /// How often the device had to be restarted because its buffer overflowed.
  public var overruns = 0
  /// Buffers that were dropped because the stream's reader was too slow.
  public var droppedBuffers = 0
  /// Samples at the device's full scale, counted for each channel: the sound was too loud.
  public var clippedSamples = 0

  /// The statistics of a recording that has heard nothing.
  public init() {}
}
