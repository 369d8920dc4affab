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
  private let watch: MicrophoneWatch

  /// Begins to look. Throws `AudioError` where the process has no thread or descriptor left.
  public convenience init(device: String) throws(AudioError) {
    try self.init(device: device, cards: SoundCards(), timing: MicrophoneWatch.Timing())
  }

  init(device: String, cards: SoundCards, timing: MicrophoneWatch.Timing) throws(AudioError) {
    self.device = device
    let (stream, sink) = AsyncStream.makeStream(
      of: MicrophoneAccess.self, bufferingPolicy: .bufferingNewest(1))
    states = stream
    do throws(BlockingThread.Unavailable) {
      let watch = MicrophoneWatch(
        device: device, cards: cards, timing: timing, sink: sink, endSignal: try WakeSignal())
      self.watch = watch
      try BlockingThread.start(name: "microphones", limit: .seconds(60)) { watch.run() }
    } catch {
      throw AudioError(
        .noResources, "watch", device, status: -error.status, advice: error.description)
    }
  }

  deinit {
    watch.endSignal.raise()
  }

  /// What was found last; nil before the first look.
  public var current: MicrophoneAccess? { watch.current.withLock { $0 } }

  /// Ends `states`; returns when nothing is looked at any more. May be called twice.
  public func close() async {
    watch.endSignal.raise()
    await watch.closed.wait()
  }
}
