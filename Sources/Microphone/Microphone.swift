import DeviceIO
import Localization
import Sound
import Synchronization

/// A microphone with an ALSA name, open only during a recording.
///
/// Captures at a rate of the hardware, then mixes down to one channel (the mean of the channels
/// that carry sound) and resamples, all in this process.
public final class Microphone: AudioInput {
  /// The format negotiated with the device.
  public struct Negotiated: Sendable, Hashable {
    /// The ALSA name of the opened device.
    public let device: String
    /// Frames per second, in Hz.
    public let sampleRate: Int
    /// The number of channels, before mixing down.
    public let channelCount: Int
    /// The ALSA name, such as "S16_LE".
    public let sampleFormat: String
    /// Frames read at a time.
    public let periodFrames: Int
    /// The size of the device's buffer, in frames.
    public let bufferFrames: Int
  }

  /// The device: "usb:0d8c:0014" as listed by `AudioDevice`, or an ALSA name such as "default",
  /// "hw:CARD=Device,DEV=0", or one from a configuration file. If ALSA's default cannot record,
  /// "default" stands for the first card that can, with USB cards first.
  public let device: String
  private let session = Mutex<CaptureSession?>(nil)

  /// A microphone that `start()` opens.
  public init(device: String = "default") {
    self.device = device
  }

  /// Opens the device and starts capturing.
  ///
  /// Throws `AudioError` if the device is missing, busy, forbidden or unsuitable. Capturing
  /// continues until `stop()`, even if nobody keeps the microphone.
  public func start(_ sink: AudioSink) async throws {
    let new = try CaptureSession(device: device, sink: sink)
    let isFree = session.withLock { current in
      guard current?.isFinished ?? true else { return false }
      current = new
      return true
    }
    guard isFree else {
      throw AudioError(
        .alreadyRecording, Message("record from"), device,
        advice: Message("It is already recording."))
    }
    do {
      try await new.start()
    } catch {
      // Once the device is closed, another start is possible.
      await new.stop()
      throw error
    }
  }

  /// Stops capturing; returns when the device is closed.
  public func stop() async {
    await session.withLock { $0 }?.stop()
  }

  /// The frames captured and lost in the current or the last recording; all 0 before the first.
  public var statistics: CaptureStatistics {
    session.withLock { $0 }?.statistics ?? CaptureStatistics()
  }

  /// The format negotiated at the last opening; nil before that.
  public var negotiated: Negotiated? {
    session.withLock { $0 }?.negotiated
  }
}
