@testable import ApplianceCore

typealias Machine = ApplianceStateMachine

/// A machine after these events.
func machine(
  _ mode: Machine.ButtonMode = .toggle, after events: [Machine.Event] = []
) -> Machine {
  var machine = Machine(mode: mode)
  for event in events { _ = machine.handle(event) }
  return machine
}

/// The events that lead to each moment of a recording.
let ready: [Machine.Event] = [.answered, .recognizer(.ready), .microphone(.ready)]
let hearing = ready + [.button(.pressed), .soundArrived(1)]
let inTail = hearing + [.typed("stop")]
let recognizing = inTail + [.elapsed(.tail, 2)]
let answering = recognizing + [.recognized(1)]
let noMicrophone = Unavailability(cause: .microphone, reason: "gone")

extension ApplianceStateMachine.Event {
  /// Some recognized words.
  static func recognized(_ number: Machine.RecordingNumber) -> Self {
    .recognized(number, Heard(.recognized))
  }
}

extension ApplianceStateMachine.Inquiry {
  /// Some heard words.
  static func heard(_ number: Machine.RecordingNumber) -> Self {
    .heard(number, Heard(.recognized))
  }
}
