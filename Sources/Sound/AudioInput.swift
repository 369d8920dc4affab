/// A source of recordings: a microphone, or clips in its place.
public protocol AudioInput: Sendable {
  /// Opens the device, and delivers its sound to `sink` until `stop()` or until the device is lost.
  ///
  /// Throws `AudioError` if it cannot be opened; then it does not call the sink.
  func start(_ sink: AudioSink) async throws

  /// Stops capturing and closes the device; by then the sink has all sound until now. Does nothing
  /// if no recording is running.
  func stop() async

  /// The frames captured and lost in the current or the last recording.
  var statistics: CaptureStatistics { get }
}

/// Takes a recording's sound. It is called on the input's own thread and must not block.
public struct AudioSink: Sendable {
  /// Takes the next sound, 16 kHz mono: about 1,024 frames at the device's rate, or up to a second
  /// of sound for a patient sink. The first call comes only with the first sound. Returns false if
  /// there is no room and the sound is lost.
  public let take: @Sendable (AudioBuffer) -> Bool
  /// Called once, after all sound: with an `AudioError` if the device was lost.
  public let end: @Sendable ((any Error)?) -> Void
  /// Whether sound may now come 0.6 s late, in larger pieces, so that the machine can sleep.
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
    // Not earlier: if a start fails, its stream would stop the next recording.
    continuation.onTermination = { reason in
      if case .cancelled = reason { Task { await self.stop() } }
    }
    return stream
  }
}

/// The statistics of one recording.
public struct CaptureStatistics: Sendable, Hashable {
  /// Frames captured, at the device's rate.
  public var frames = 0
  /// How often the device was restarted because its buffer overflowed.
  public var overruns = 0
  /// Buffers dropped because the stream's reader was too slow.
  public var droppedBuffers = 0
  /// Samples at the device's full scale, counted for each channel: the sound was too loud.
  public var clippedSamples = 0

  /// The statistics before any sound.
  public init() {}
}
