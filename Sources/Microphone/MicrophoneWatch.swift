import DeviceIO
import Glibc
import Sound
import Synchronization

/// The thread of a `MicrophoneMonitor`.
final class MicrophoneWatch: Sendable {
  /// Delays after an event.
  struct Timing: Sendable {
    /// The wait for further events: a card adds several nodes, one after another.
    var quiet = Duration.milliseconds(100)
    /// The maximum wait while events continue.
    var longest = Duration.milliseconds(500)
    /// The wait for a forbidden node: udev sets its permissions only after it appears.
    var permission = Duration.seconds(1)
    /// Retries after a close while the device is still busy: the kernel reports a close just before
    /// it frees the device.
    var release: [Duration] = [.milliseconds(20), .milliseconds(200), .seconds(2)]
  }

  let current = Mutex<MicrophoneAccess?>(nil)
  private let device: String
  private let cards: SoundCards
  private let timing: Timing
  /// Checks whether the program can record from the device now.
  private let look: @Sendable () -> MicrophoneAccess
  private let loop: DeviceLoop<MicrophoneAccess, Never>

  init(
    device: String, cards: SoundCards, timing: Timing,
    look: @escaping @Sendable () -> MicrophoneAccess, loop: DeviceLoop<MicrophoneAccess, Never>
  ) {
    self.device = device
    self.cards = cards
    self.timing = timing
    self.look = look
    self.loop = loop
  }

  func run() {
    do throws(BlockingThread.Unavailable) {
      watch(try SoundNodeWatch(root: cards.root))
    } catch {
      let advice = "\(error.description) Or raise fs.inotify.max_user_instances."
      publish(
        .restricted(
          AudioError(.noResources, "watch", device, status: -error.status, advice: advice)))
    }
  }

  private func watch(_ nodes: SoundNodeWatch) {
    publish(look())
    var pauses: ArraySlice<Duration> = []
    while true {
      switch wait(nodes, isBusy ? pauses.first : nil) {
      case .woken, .failed: return
      case .timeout:
        pauses.removeFirst()
        publish(look())
      case .device:
        let happened = nodes.read()
        if happened.contains(.changed) {
          guard settle(nodes) else { return }
        } else if happened.contains(.closed), isBusy {
          publish(look())
          pauses = timing.release[...]
        } else if happened.contains(.opened) {
          noticeHolder()
        }
      }
    }
  }

  /// Checks again once events have stopped; false if the watch must end.
  private func settle(_ nodes: SoundNodeWatch) -> Bool {
    let clock = ContinuousClock()
    let patience = clock.now + timing.permission
    while true {
      let latest = clock.now + timing.longest
      quiet: while clock.now < latest {
        _ = nodes.read()
        switch wait(nodes, timing.quiet) {
        case .device: continue
        case .timeout: break quiet
        case .woken, .failed: return false
        }
      }
      // A new card has its own definitions.
      ALSA.forgetConfiguration()
      let access = look()
      // It exists but may not be opened, as before udev sets its permissions.
      let isForbidden = [.deviceForbidden, .deviceHidden].contains(access.error?.code)
      guard isForbidden, clock.now < patience else {
        publish(access)
        return true
      }
      // Don't publish it yet: the permissions may still change.
      switch wait(nodes, clock.now.duration(to: patience)) {
      case .device: continue
      case .timeout: publish(access)
      case .woken, .failed: return false
      }
      return true
    }
  }

  private var isBusy: Bool { current.withLock { $0?.error?.code == .deviceBusy } }

  /// Reports that another program has opened the device.
  ///
  /// Asks the kernel, rather than trying: opening the device could disturb a recording that is
  /// starting in this process.
  private func noticeHolder() {
    let name = cards.alsaNames(of: device).first.map { DeviceName($0) }
    guard let name, let card = name.card, name.isExclusive, let number = cards.number(of: card),
      let holder = cards.holder(card: number), holder.processID != Int(getpid())
    else { return }
    var diagnosis = MicrophoneDiagnosis(device: device, status: -EBUSY)
    diagnosis.holder = holder
    publish(diagnosis.access)
  }

  private func wait(
    _ nodes: SoundNodeWatch, _ timeout: Duration?
  ) -> DeviceLoop<MicrophoneAccess, Never>.Waking {
    var descriptors = [Poll.reading(nodes.descriptor)]
    return loop.wait(for: &descriptors, timeout: timeout)
  }

  private func publish(_ access: MicrophoneAccess) {
    let isNew = current.withLock { current in
      defer { current = access }
      return current != access
    }
    if isNew { loop.report(access) }
  }
}
