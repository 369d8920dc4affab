import DeviceIO
import Glibc
import Localization
import Sound

/// Why a microphone cannot be opened, with advice.
///
/// ALSA's answer is not enough: if it may not open a card's nodes, it claims that there is no such
/// card. So this also uses the kernel's information about the card.
struct MicrophoneDiagnosis {
  let device: String
  /// The negative status of the failed call.
  var status: Int32
  /// The attempted step.
  var step = "open"
  /// The library's own message.
  var message = ""
  /// Whether the kernel has the card; without a card in the name, whether it has any card.
  var cardExists = false
  /// The capture nodes behind the device.
  var nodes: [DeviceNode] = []
  /// Whether any node of any card is visible, also of one that only plays.
  var hasSoundNodes = true
  /// The program that has the card open.
  var holder: Microphone.Holder?
}

extension MicrophoneDiagnosis {
  /// Examines the system to explain the failure; call it immediately afterwards, on the same
  /// thread.
  init(of failure: CapturePCM.Failure, device: String, cards: SoundCards = SoundCards()) {
    self.init(device: device, status: failure.status)
    step = failure.step
    message = ALSA.message()
    // A name that currently means nothing refers to no card.
    guard let meant = failure.device ?? cards.alsaNames(of: device).first else { return }
    let name = DeviceName(meant)
    let number = name.card.flatMap(cards.number)
    cardExists = name.card == nil ? !cards.numbers.isEmpty : number != nil
    if name.card == nil || number != nil {
      nodes = cards.captureNodes(card: number)
      hasSoundNodes = cards.hasNodes
      // ALSA claims that a card that it may not open does not exist, so try the control node too.
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
          holder.name.map { Message("\($0) (process \(holder.processID))") }
            ?? Message("process \(holder.processID)")
        } ?? Message("another program")
      return error(
        .deviceBusy,
        Message("\(by) is using it: end that program or choose another device."))
    case -EACCES, -EPERM:
      return forbidden
    case -ENOENT, -ENODEV, -ENXIO:
      if cardExists, nodes.isEmpty, !hasSoundNodes { return hidden }
      if !nodes.isEmpty, !nodes.contains(where: \.isAccessible) { return forbidden }
      return error(
        .deviceMissing,
        Message(
          "There is no such device\(said): plug it in, or choose one that spokenmove devices lists."
        ))
    default:
      return error(
        .deviceUnsuitable,
        Message("Failed to \(step): \(ALSA.text(status))\(said). Choose another device."))
    }
  }

  /// In Apple's terms.
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
      Message(
        "The service's sandbox blocks it: allow it with DeviceAllow=char-alsa in the unit."))
  }

  private var said: String { message.isEmpty ? "" : " (\(message))" }

  private func error(_ code: AudioError.Code, _ advice: Message) -> AudioError {
    AudioError(code, Message("open the microphone"), device, status: status, advice: advice)
  }
}
