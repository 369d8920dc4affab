import DeviceIO
import Sound
import Synchronization

/// Whether the program can record from a microphone, now and after every change, such as plugging
/// it in.
///
/// It sleeps until the kernel reports a change of the sound devices, and then checks.
public final class MicrophoneMonitor: Sendable {
  /// The device's configured name.
  public let device: String
  /// The current state, and every change until `close()`. One consumer.
  ///
  /// A new state replaces one that was not taken yet: only the latest counts.
  public let states: AsyncStream<MicrophoneAccess>
  private let loop: DeviceLoop<MicrophoneAccess, Never>
  private let watch: MicrophoneWatch

  /// Starts monitoring. Throws `AudioError` if the process has run out of threads or descriptors.
  public convenience init(device: String) throws(AudioError) {
    try self.init(device: device, cards: SoundCards(), timing: MicrophoneWatch.Timing())
  }

  /// `look` is `Microphone.accessNow`, except in tests.
  init(
    device: String, cards: SoundCards, timing: MicrophoneWatch.Timing,
    look: (@Sendable () -> MicrophoneAccess)? = nil
  ) throws(AudioError) {
    self.device = device
    do throws(BlockingThread.Unavailable) {
      (loop, states) = try DeviceLoop.make(name: "microphones", keeping: .bufferingNewest(1))
      watch = MicrophoneWatch(
        device: device, cards: cards, timing: timing,
        look: look ?? { Microphone.accessNow(device: device, cards: cards) }, loop: loop)
      try loop.start { [watch] _ in watch.run() }
    } catch {
      throw AudioError(.noResources, .verbatim("watch"), device, error)
    }
  }

  deinit {
    loop.end()
  }

  /// The last result; nil before the first look.
  public var current: MicrophoneAccess? { watch.current.withLock { $0 } }

  /// Ends `states`; returns when monitoring has stopped. May be called twice.
  public func close() async {
    await loop.close()
  }
}
