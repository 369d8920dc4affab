/// Something to record from: a microphone, or clips played in its place.
public protocol AudioInput: Sendable {
  /// Opens the device and returns its sound, 16 kHz mono, in buffers of about 1,024 frames at the
  /// device's rate.
  ///
  /// The first element arrives only with the first sound, so that the recording light can be lit
  /// then. The stream ends after `stop()`, once everything heard until then has been delivered, and
  /// throws `AudioError` if the device is lost. `statistics` counts what is dropped for a slow
  /// reader.
  func start() async throws -> AsyncThrowingStream<AudioBuffer, any Error>

  /// Stops capturing and closes the device; the stream then ends. Does nothing if no recording is
  /// under way.
  func stop() async

  /// What was heard and lost in the current recording, or in the last one.
  var statistics: CaptureStatistics { get }
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
