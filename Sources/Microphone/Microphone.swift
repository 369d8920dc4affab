import DeviceIO
import Sound
import Synchronization

/// A microphone that ALSA knows by name, held open only while it is recorded from.
///
/// Its sound is captured at a rate the hardware has, folded to one channel (the mean of the
/// channels that carry sound) and resampled in the process.
public final class Microphone: AudioInput {
  /// What was agreed with the device.
  public struct Negotiated: Sendable, Hashable {
    /// ALSA's name of what was opened.
    public let device: String
    /// Frames per second, in Hz.
    public let sampleRate: Int
    /// How many channels it gives, before they are folded into one.
    public let channelCount: Int
    /// ALSA's name, such as "S16_LE".
    public let sampleFormat: String
    /// Frames that are read at a time.
    public let periodFrames: Int
    /// Frames that the device holds until the oldest are lost.
    public let bufferFrames: Int
  }

  /// The device: "usb:0d8c:0014" as `AudioDevice` lists it, or a name of ALSA's, such as "default",
  /// "hw:CARD=Device,DEV=0", or one from a configuration file. Where ALSA's default cannot be
  /// recorded from, "default" stands for the first card that can, one on USB before others.
  public let device: String
  private let bufferLimit: Int
  private let session = Mutex<CaptureSession?>(nil)

  /// A microphone that is opened by `start()`; `bufferLimit` is how many buffers wait for a slow
  /// reader, 22 s by default.
  public init(device: String = "default", bufferLimit: Int = 1_024) {
    self.device = device
    self.bufferLimit = max(1, bufferLimit)
  }

  deinit {
    session.withLock { $0?.end() }
  }

  /// Opens the device and starts capturing.
  ///
  /// Throws `AudioError` where the device is missing, busy, forbidden or unsuitable. Ending the
  /// stream's iteration stops capturing too.
  public func start() async throws -> AsyncThrowingStream<AudioBuffer, any Error> {
    let new = try CaptureSession(device: device, bufferLimit: bufferLimit)
    let isFree = session.withLock { current in
      guard current?.isFinished ?? true else { return false }
      current = new
      return true
    }
    guard isFree else {
      throw AudioError(
        .alreadyRecording, "record from", device, advice: "It is being recorded from already.")
    }
    return try await new.start()
  }

  /// Stops capturing; returns when the device is closed.
  public func stop() async {
    await session.withLock { $0 }?.stop()
  }

  /// What was heard and lost in the recording under way, or in the last one; all 0 before the
  /// first.
  public var statistics: CaptureStatistics {
    session.withLock { $0 }?.statistics ?? CaptureStatistics()
  }

  /// What was agreed with the device when it was opened last; nil before that.
  public var negotiated: Negotiated? {
    session.withLock { $0 }?.negotiated
  }
}
