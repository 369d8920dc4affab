import Testing

@testable import ApplianceCore

/// The lights' patterns.
@Suite struct MachineLightTests {
  @Test func aSignalShowsForAMomentThenTheCondition() {
    for signal in [LightSign.accepted, .refused] {
      var machine = machine(after: answering)
      let duration = signal.duration ?? .zero
      let outcome = Machine.ReplyEffects(signal: signal, conditions: [.asking])
      #expect(machine.handle(.replied(outcome)).first == .startTimer(.signal, duration, 4))
      #expect(machine.sign == signal)
      _ = machine.handle(.answered)
      #expect(machine.sign == signal, "it outlasts what it is about")
      _ = machine.handle(.elapsed(.signal, 3))
      #expect(machine.sign == signal, "an old timer")
      _ = machine.handle(.elapsed(.signal, 4))
      #expect(machine.sign == .question)
    }
  }

  @Test func aRepeatedSignalDoesNotOutlastItsPattern() {
    for signal in [LightSign.accepted, .refused] {
      var machine = machine(after: answering)
      _ = machine.handle(.replied(.init(signal: signal)))
      _ = machine.handle(.answered)
      _ = machine.handle(.typed("status"))
      _ = machine.handle(.replied(.init(signal: signal)))
      _ = machine.handle(.answered)
      _ = machine.handle(.elapsed(.signal, 4))
      #expect(machine.sign == .ready, "its one flash is over, and dark is no sign of that")
    }
  }

  @Test func theFirstSoundMayComeAfterTheStop() {
    var machine = machine(after: ready + [.button(.pressed), .typed("stop")])
    #expect(machine.sign == .dark)
    _ = machine.handle(.soundArrived(1))
    #expect(machine.sign == .ending)
  }

  @Test func aRecordingTakesTheLights() {
    let refused = Machine.ReplyEffects(signal: .refused)
    var machine = machine(after: ready + [.typed("e5"), .replied(refused)])
    #expect(machine.handle(.button(.pressed)).first == .cancelTimer(.signal))
    #expect(machine.handle(.replied(.init(signal: .accepted))) == [])
    _ = machine.handle(.soundArrived(1))
    #expect(machine.sign == .hearing)
  }

  static let seen: [(Set<ApplianceStateMachine.Condition>, LightSign)] = [
    ([], .ready), ([.notSaving], .notSaving), ([.thinking, .notSaving], .thinking),
    ([.asking, .thinking, .notSaving], .question),
  ]

  @Test(arguments: seen)
  func theMostImportantConditionIsShown(
    conditions: Set<ApplianceStateMachine.Condition>, sign: LightSign
  ) {
    let reply = Machine.Event.replied(.init(conditions: conditions))
    var machine = machine(after: [reply] + ready)
    #expect(machine.sign == sign)
    _ = machine.handle(.microphone(.unavailable("gone")))
    #expect(machine.sign == .noMicrophone)
    _ = machine.handle(.recognizer(.unavailable("broken")))
    #expect(machine.sign == .fault)
  }

  @Test func allSignsDiffer() {
    let signs = LightSign.all + [.dark, .ending]
    let shown = Set(signs.map { [$0.available, $0.recording] })
    #expect(shown.count == signs.count)
    for sign in LightSign.all { #expect(LightSign.legend.contains(sign.looks.description)) }
  }
}
