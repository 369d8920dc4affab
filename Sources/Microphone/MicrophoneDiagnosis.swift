import DeviceIO
import Glibc
import Sound

/// Why a microphone does not open, in words and with advice.
///
/// ALSA alone does not tell: for a card whose nodes may not be opened it says that there is no such
/// card. So what the kernel knows about the card is looked at as well.
struct MicrophoneDiagnosis {
  let device: String
  /// The negative status with which opening or setting up failed.
  var status: Int32
  /// What was tried.
  var step = "open"
  /// The library's own words.
  var message = ""
  /// Whether the kernel has the card (or, for a name that means no card, any card).
  var cardExists = false
  /// The capture nodes that the device may mean.
  var nodes: [DeviceNode] = []
  /// Whether nodes of any kind of the card can be seen, as where it has only playback.
  var hasSoundNodes = true
  /// The process that has the card open.
  var holder: (id: pid_t, name: String?)?

  init(device: String, status: Int32) {
    self.device = device
    self.status = status
  }

  /// Looks at the system for what the failure means; called right after it, on the same thread.
  init(of failure: CapturePCM.Failure, device: String, cards: SoundCards = SoundCards()) {
    self.init(device: device, status: failure.status)
    step = failure.step
    message = ALSA.message()
    // A name that means nothing now tells of no card.
    guard let meant = failure.device ?? cards.alsaNames(of: device).first else { return }
    let name = DeviceName(meant)
    let number = name.card.flatMap(cards.number)
    cardExists = name.card == nil ? !cards.numbers.isEmpty : number != nil
    if name.card == nil || number != nil {
      nodes = cards.captureNodes(card: number)
      hasSoundNodes = cards.hasNodes
      // For a card that it may not open ALSA says that there is none, so why is asked for in
      // another way.
      if let number, [-ENOENT, -ENODEV, -ENXIO].contains(status),
        case let control = cards.controlStatus(card: number), [-EPERM, -EACCES].contains(control)
      {
        status = control
      }
      if status == -EBUSY { holder = cards.holder(card: number) }
    }
  }

  var error: AudioError {
    switch status {
    case -EBUSY, -EAGAIN:
      let by =
        holder.map { holder in
          (holder.name.map { "\($0) (process \(holder.id))" } ?? "process \(holder.id)")
        } ?? "another program"
      return error(.deviceBusy, "It is held by \(by): end that program or choose another device.")
    case -EACCES, -EPERM:
      return forbidden
    case -ENOENT, -ENODEV, -ENXIO:
      if cardExists, nodes.isEmpty, !hasSoundNodes { return hidden }
      if !nodes.isEmpty, !nodes.contains(where: \.isAccessible) { return forbidden }
      return error(
        .deviceMissing,
        "There is no such device\(said): plug it in, or choose one that spokenmove devices lists.")
    default:
      return error(
        .deviceUnsuitable,
        "Failed to \(step): \(ALSA.text(status))\(said). Choose another device.")
    }
  }

  /// As `SpeechRecognizer` reports it.
  var access: MicrophoneAccess {
    let error = error
    return switch error.code {
    case .deviceForbidden: .denied(error)
    case .deviceBusy, .deviceHidden: .restricted(error)
    default: .notDetermined(error)
    }
  }

  private var forbidden: AudioError {
    if let node = nodes.first(where: { !$0.isAccessible }) {
      return error(.deviceForbidden, node.advice)
    }
    return hidden
  }

  private var hidden: AudioError {
    error(
      .deviceHidden,
      "The service's sandbox keeps it away: allow it with DeviceAllow=char-alsa in the unit.")
  }

  private var said: String { message.isEmpty ? "" : " (\(message))" }

  private func error(_ code: AudioError.Code, _ advice: String) -> AudioError {
    AudioError(code, "open the microphone", device, status: status, advice: advice)
  }
}
