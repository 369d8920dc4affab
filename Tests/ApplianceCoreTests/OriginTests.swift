import Testing

@testable import ApplianceCore

/// The command that a line answers.
@Suite struct OriginTests {
  private static let first = Origin(.program, id: .number(1))
  private static let second = Origin(.program, id: .number(2))
  private static let typed = Origin.typed

  /// Only the reported lines.
  private func told(
    _ machine: inout Machine, _ text: String, _ origin: Origin
  ) -> [Machine.Action] {
    told(machine.handle(.typed(ConsoleLine(text, from: origin))))
  }

  private func told(_ actions: [Machine.Action]) -> [Machine.Action] {
    actions.filter { action in
      switch action {
      case .tell, .help, .tellSettings, .glance, .startRecording, .announceSound, .announceEnd,
        .refuse, .fail:
        true
      default: false
      }
    }
  }

  @Test func eachCommandIsAnswered() {
    var machine = machine(after: ready)
    #expect(told(&machine, "status", Self.first) == [.tell(.available, Self.first)])
    #expect(told(&machine, "help", Self.second) == [.help(Self.second)])
    #expect(told(&machine, "config", Self.first) == [.tellSettings(Self.first)])
    #expect(told(&machine, "stop", Self.second) == [.refuse(.notRecording, Self.second)])
    #expect(told(&machine, "start", Self.first) == [.startRecording(1, Self.first)])
    #expect(told(&machine, "start", Self.second) == [.refuse(.alreadyRecording, Self.second)])
    #expect(told(&machine, "e4", Self.second) == [.refuse(.recording, Self.second)])
    #expect(told(machine.handle(.soundArrived(1))) == [.announceSound(1, Self.first)])
    #expect(told(&machine, "stop", Self.second) == [.announceEnd(1, .asked, Self.second)])
  }

  @Test func aRecordingThatEndsByItselfAnswersItsStart() {
    let lost = Unavailability(cause: .microphone, reason: "Gone.")
    let ends: [(Machine.Event, [Machine.Action])] = [
      (.soundFailed(1, "Gone."), [.announceEnd(1, .lost, Self.first), .fail(lost, Self.first)]),
      (.soundEnded(1), [.announceEnd(1, .noMoreSound, Self.first)]),
      (.button(.pressed), [.announceEnd(1, .asked, Self.first)]),
    ]
    for (event, actions) in ends {
      var machine = machine(after: ready)
      _ = told(&machine, "start", Self.first)
      _ = machine.handle(.soundArrived(1))
      #expect(told(machine.handle(event)) == actions)
    }
    var machine = machine(after: ready)
    #expect(told(machine.handle(.button(.pressed))) == [.startRecording(1)])
    #expect(told(machine.handle(.soundArrived(1))) == [.announceSound(1)])
    #expect(told(machine.handle(.soundEnded(1))) == [.announceEnd(1, .noMoreSound)])
  }

  @Test func aWaitingStartIsAnsweredWhenItBegins() {
    var machine = machine(after: inTail)
    #expect(told(&machine, "start", Self.first) == [])
    _ = machine.handle(.soundEnded(1))
    #expect(told(machine.handle(.recognized(1))) == [.startRecording(2, Self.first)])
  }

  /// A waiting program gets an answer; people see that nothing starts.
  @Test func aCancelledStartIsAnswered() {
    let withdrawn = Machine.Action.refuse(.withdrawn, Self.first)
    var machine = machine(after: inTail)
    _ = told(&machine, "start", Self.first)
    #expect(
      told(&machine, "stop", Self.second) == [withdrawn, .announceEnd(1, .asked, Self.second)])
    _ = told(&machine, "start", Self.first)
    #expect(told(machine.handle(.button(.pressed))) == [withdrawn])
    _ = told(&machine, "start", Self.first)
    #expect(told(&machine, "start", Self.second) == [withdrawn])
    #expect(told(&machine, "stop", Self.typed) == [.refuse(.withdrawn, Self.second)])
    _ = told(&machine, "start", Self.typed)
    #expect(told(&machine, "stop", Self.typed) == [])
  }

  @Test func aStatusWaitingForTheDiskKeepsItsOrigin() {
    var machine = machine(after: ready + [.typed("e4"), .typed("e5")])
    _ = told(&machine, "status", Self.first)
    _ = told(&machine, "status", Self.second)
    #expect(
      told(machine.handle(.elapsed(.status, 1))) == [.glance(Self.first), .glance(Self.second)])
  }
}
