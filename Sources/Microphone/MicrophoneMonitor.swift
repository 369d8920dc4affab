import DeviceIO
import Sound
import Synchronization

/// Whether a microphone may be recorded from, and every change of it, as when it is unplugged and
/// plugged in again.
///
/// It sleeps until the kernel tells that something happened to the sound devices, and looks then.
public final class MicrophoneMonitor: Sendable {
  /// The device that is watched, as it was named.
  public let device: String
  /// What is known now, and every change from then on, until `close()`. One consumer.
  ///
  /// A state that was not taken before the next one came is replaced by that: only the newest
  /// counts.
  public let states: AsyncStream<MicrophoneAccess>
  private let loop: DeviceLoop<MicrophoneAccess, Never>
  private let watch: MicrophoneWatch

  /// Begins to look. Throws `AudioError` where the process has no thread or descriptor left.
  public convenience init(device: String) throws(AudioError) {
    try self.init(device: device, cards: SoundCards(), timing: MicrophoneWatch.Timing())
  }

  init(device: String, cards: SoundCards, timing: MicrophoneWatch.Timing) throws(AudioError) {
    self.device = device
    do throws(BlockingThread.Unavailable) {
      (loop, states) = try DeviceLoop.make(name: "microphones", keeping: .bufferingNewest(1))
      watch = MicrophoneWatch(device: device, cards: cards, timing: timing, loop: loop)
      try loop.start { [watch] _ in watch.run() }
    } catch {
      throw AudioError(
        .noResources, "watch", device, status: -error.status, advice: error.description)
    }
  }

  deinit {
    loop.end()
  }

  /// What was found last; nil before the first look.
  public var current: MicrophoneAccess? { watch.current.withLock { $0 } }

  /// Ends `states`; returns when nothing is looked at any more. May be called twice.
  public func close() async {
    await loop.close()
  }
}
