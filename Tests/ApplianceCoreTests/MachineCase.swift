import Testing

@testable import ApplianceCore

/// The machine's actions at an event, and its state afterwards.
struct MachineCase: Sendable, CustomTestStringConvertible {
  var name: String
  var mode = Machine.ButtonMode.toggle
  var before: [Machine.Event]
  var event: Machine.Event
  var actions: [Machine.Action]
  var state: Machine.State

  var testDescription: String { name }

  func check() {
    var machine = machine(mode, after: before)
    #expect(machine.handle(event) == actions)
    #expect(machine.state == state)
  }

  /// The end of a recording's sound.
  static func stopping(_ cause: Machine.EndCause) -> [Machine.Action] {
    [
      .announceEnd(1, cause), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 2),
      .indicate(.available, .off),
    ]
  }
}
