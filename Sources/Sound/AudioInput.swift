/// Something that can be recorded from: a microphone, or clips played in its place.
public protocol AudioInput: Sendable {
  /// Opens the device and returns its sound, 16 kHz mono, in buffers of about 1,024 frames of the
  /// device's rate.
  ///
  /// The first element is delivered when sound really arrives (that is when the recording light may
  /// be lit). The stream ends after `stop()`, when all that was heard up to then has been
  /// delivered, and throws `AudioError` when the device is lost. What a slow reader makes it drop
  /// is counted in `statistics`.
  func start() async throws -> AsyncThrowingStream<AudioBuffer, any Error>

  /// Stops capturing and closes the device; the stream then ends. Does nothing where nothing is
  /// recorded.
  func stop() async

  /// What was heard and what was lost in the current recording, or in the last one.
  var statistics: CaptureStatistics { get }
}

/// What was heard and what was lost in one recording.
public struct CaptureStatistics: Sendable, Hashable {
  /// Frames captured, at the device's rate.
  public var frames = 0
  /// How often the device had to be restarted because its buffer ran full before it was read.
  public var overruns = 0
  /// Buffers that were thrown away because the stream's reader was too slow.
  public var droppedBuffers = 0
  /// Samples at full scale as the device gave them, each channel's counted: it was too loud.
  public var clippedSamples = 0

  /// Of a recording that has heard nothing.
  public init() {}
}
