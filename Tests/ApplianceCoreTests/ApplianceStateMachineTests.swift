import Panel
import TestSupport
import Testing

@testable import ApplianceCore

private typealias Machine = ApplianceStateMachine

/// A machine that `events` have happened to.
private func machine(
  _ mode: Machine.ButtonMode = .toggle, after events: [Machine.Event] = []
) -> Machine {
  var machine = Machine(mode: mode)
  for event in events { _ = machine.handle(event) }
  return machine
}

private let ready: [Machine.Event] = [.answered, .recognizer(.ready), .microphone(.ready)]
private let hearing = ready + [.button(.pressed), .soundArrived(1)]
private let inTail = hearing + [.typed("stop")]
private let recognizing = inTail + [.elapsed(.tail, 2)]
private let answering = recognizing + [.recognized(1)]
private let noMicrophone = Unavailability(cause: .microphone, reason: "gone")

@Suite struct ApplianceStateMachineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var mode = ApplianceStateMachine.ButtonMode.toggle
    var before: [ApplianceStateMachine.Event]
    var event: ApplianceStateMachine.Event
    var actions: [ApplianceStateMachine.Action]
    var state: ApplianceStateMachine.State
    var testDescription: String { name }
  }

  /// The mode in which a recording ends when nothing more is said.
  static let once: [Case] = [
    Case(
      name: "nothing more is said", mode: .once, before: hearing, event: .speechEnded(1),
      actions: stopping(.pause), state: .finishing),
    Case(
      name: "nothing is said", mode: .once, before: hearing, event: .nothingSaid(1),
      actions: stopping(.nothingSaid(.seconds(5))), state: .finishing),
    Case(
      name: "pressed before that", mode: .once, before: hearing, event: .button(.pressed),
      actions: stopping(.asked), state: .finishing),
    Case(
      name: "let go of", mode: .once, before: hearing, event: .button(.released), actions: [],
      state: .recording),
    Case(
      name: "another recording's end", mode: .once, before: hearing, event: .speechEnded(2),
      actions: [], state: .recording),
    Case(
      name: "it has been stopped already", mode: .once, before: inTail, event: .speechEnded(1),
      actions: [], state: .finishing),
    Case(
      name: "a pause in another mode", mode: .toggle, before: hearing, event: .speechEnded(1),
      actions: [], state: .recording),
  ]

  private static func stopping(
    _ cause: ApplianceStateMachine.EndCause
  ) -> [ApplianceStateMachine.Action] {
    [
      .announceEnd(1, cause), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 2),
      .indicate(.available, .off),
    ]
  }

  static let starting: [Case] = [
    Case(
      name: "the recognizer is ready first", before: [], event: .recognizer(.ready),
      actions: [], state: .preparing),
    Case(
      name: "both are ready", before: [.recognizer(.ready)], event: .microphone(.ready),
      actions: [.announce(.available), .indicate(.available, .on)], state: .available),
    Case(
      name: "no microphone", before: [.recognizer(.ready)],
      event: .microphone(.unavailable("gone")),
      actions: [.announce(.unavailable(noMicrophone)), .indicate(.available, .doubleBlink)],
      state: .unavailable(noMicrophone)),
    Case(
      name: "the microphone comes back",
      before: [.recognizer(.ready), .microphone(.unavailable("gone"))],
      event: .microphone(.ready),
      actions: [.announce(.available), .indicate(.available, .on)], state: .available),
    Case(
      name: "pressed too early", before: [], event: .button(.pressed),
      actions: [.refuse(.preparing)], state: .preparing),
    Case(
      name: "pressed while unavailable", before: ready + [.microphone(.unavailable("gone"))],
      event: .button(.pressed), actions: [.refuse(.unavailable(noMicrophone))],
      state: .unavailable(noMicrophone)),
    Case(
      name: "pressed", before: ready, event: .button(.pressed),
      actions: [.startRecording(1), .startTimer(.maximum, .seconds(60), 1), .recognize(1)],
      state: .recording),
    Case(
      name: "the first sound", before: ready + [.button(.pressed)], event: .soundArrived(1),
      actions: [.announceSound(1), .indicate(.recording, .on)], state: .recording),
    Case(
      name: "start while recording", before: hearing, event: .typed("start"),
      actions: [.refuse(.alreadyRecording, .typed), .obeyedLine], state: .recording),
    Case(
      name: "stop while idle", before: ready, event: .typed("stop"),
      actions: [.refuse(.notRecording, .typed), .obeyedLine], state: .available),
    Case(
      name: "status", before: hearing, event: .typed("status"),
      actions: [.tell(.recording), .ask(.status("status"))], state: .recording),
  ]

  static let stopping: [Case] = [
    Case(
      name: "pressed again", before: hearing, event: .button(.pressed),
      actions: [
        .announceEnd(1, .asked), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 2),
        .indicate(.available, .off),
      ], state: .finishing),
    Case(
      name: "released, in toggle mode", before: hearing, event: .button(.released), actions: [],
      state: .recording),
    Case(
      name: "released, in hold mode", mode: .hold, before: hearing, event: .button(.released),
      actions: [
        .announceEnd(1, .asked), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 2),
        .indicate(.available, .off),
      ], state: .finishing),
    Case(
      name: "too long", before: hearing, event: .elapsed(.maximum, 1),
      actions: [
        .announceEnd(1, .tooLong(.seconds(60))), .startTimer(.tail, .milliseconds(150), 2),
        .indicate(.available, .off),
      ], state: .finishing),
    Case(
      name: "the tail is over", before: inTail, event: .elapsed(.tail, 2),
      actions: [
        .closeMicrophone(1), .startTimer(.finishing, .seconds(30), 3), .indicate(.recording, .off),
      ], state: .finishing),
    Case(
      name: "the file has ended", before: hearing, event: .soundEnded(1),
      actions: [
        .announceEnd(1, .noMoreSound), .cancelTimer(.maximum), .closeMicrophone(1),
        .startTimer(.finishing, .seconds(30), 2), .indicate(.available, .off),
        .indicate(.recording, .off),
      ], state: .finishing),
    Case(
      name: "what was said is known", before: recognizing, event: .recognized(1),
      actions: [.cancelTimer(.finishing), .ask(.heard(1))], state: .finishing),
    Case(
      name: "what was said is known before it was stopped", before: hearing,
      event: .recognized(1),
      actions: [
        .announceEnd(1, .noMoreSound), .cancelTimer(.maximum), .closeMicrophone(1),
        .startTimer(.finishing, .seconds(30), 2), .cancelTimer(.finishing),
        .indicate(.available, .off), .indicate(.recording, .off), .ask(.heard(1)),
      ], state: .finishing),
    Case(
      name: "the disk is done", before: answering, event: .answered,
      actions: [.announce(.available), .indicate(.available, .on)], state: .available),
    Case(
      name: "pressed while the disk takes its time: it is recognized after that",
      before: answering, event: .button(.pressed),
      actions: [
        .startRecording(2), .startTimer(.maximum, .seconds(60), 4), .indicate(.available, .on),
      ], state: .recording),
    Case(
      name: "the disk is done while the next recording is under way",
      before: answering + [.button(.pressed)], event: .answered, actions: [.recognize(2)],
      state: .recording),
    Case(
      name: "pressed before what was said is known", before: recognizing + [.button(.pressed)],
      event: .recognized(1),
      actions: [
        .cancelTimer(.finishing), .startRecording(2), .startTimer(.maximum, .seconds(60), 4),
        .indicate(.available, .on), .ask(.heard(1)),
      ], state: .recording),
    Case(
      name: "the recognizer hangs", before: recognizing, event: .elapsed(.finishing, 3),
      actions: [
        .discardRecording(1),
        .fail(.init(cause: .recognizer, reason: "No result came within 30 s; say it again.")),
        .announce(.available), .indicate(.available, .on),
      ], state: .available),
    Case(
      name: "pressed for the next while finishing", before: recognizing + [.button(.pressed)],
      event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .discardRecording(1), .startRecording(2),
        .startTimer(.maximum, .seconds(60), 4), .indicate(.available, .on), .recognize(2),
      ], state: .recording),
    Case(
      name: "pressed for the next and thought better of it",
      before: recognizing + [.button(.pressed), .button(.pressed)], event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .discardRecording(1), .announce(.available),
        .indicate(.available, .on),
      ], state: .available),
    Case(
      name: "held down and let go while finishing", mode: .hold,
      before: recognizing + [.button(.pressed), .button(.released)], event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .discardRecording(1), .announce(.available),
        .indicate(.available, .on),
      ], state: .available),
  ]

  static let faults: [Case] = [
    Case(
      name: "the microphone is lost while recording", before: hearing,
      event: .microphone(.unavailable("gone")),
      actions: [
        .announceEnd(1, .lost), .cancelTimer(.maximum), .discardRecording(1), .fail(noMicrophone),
        .announce(.unavailable(noMicrophone)), .indicate(.available, .doubleBlink),
        .indicate(.recording, .off),
      ], state: .unavailable(noMicrophone)),
    Case(
      name: "the microphone cannot be opened", before: ready + [.button(.pressed)],
      event: .soundFailed(1, "busy"),
      actions: [
        .announceEnd(1, .lost), .cancelTimer(.maximum), .discardRecording(1),
        .fail(.init(cause: .microphone, reason: "busy")),
        .announce(.available),
      ], state: .available),
    Case(
      name: "the microphone is lost in the tail: the words were said", before: inTail,
      event: .soundFailed(1, "gone"),
      actions: [
        .cancelTimer(.tail), .closeMicrophone(1), .startTimer(.finishing, .seconds(30), 3),
        .indicate(.recording, .off),
      ], state: .finishing),
    Case(
      name: "the recognizer gives up while recording", before: hearing,
      event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.maximum), .discardRecording(1), .announce(.available),
        .indicate(.recording, .off),
      ], state: .available),
    Case(
      name: "the recognizer fails", before: recognizing, event: .recognitionFailed(1, "broken"),
      actions: [
        .fail(.init(cause: .recognizer, reason: "broken")), .cancelTimer(.finishing),
        .discardRecording(1), .startTimer(.signal, .milliseconds(1_150), 4),
        .announce(.available), .indicate(.recording, LightSign.refused.recording),
      ], state: .available),
    Case(
      name: "an old recording fails", before: hearing, event: .recognitionFailed(0, "broken"),
      actions: [], state: .recording),
    Case(
      name: "what comes late from an old recording", before: hearing, event: .soundFailed(0, "old"),
      actions: [], state: .recording),
    Case(
      name: "an old timer", before: hearing, event: .elapsed(.maximum, 0), actions: [],
      state: .recording),
    Case(
      name: "shut down while recording", before: hearing, event: .shutdown,
      actions: [
        .cancelTimer(.maximum), .discardRecording(1), .indicate(.available, .off),
        .indicate(.recording, .off),
      ], state: .stopped),
    Case(
      name: "pressed after the end", before: ready + [.shutdown], event: .button(.pressed),
      actions: [], state: .stopped),
  ]

  @Test(arguments: starting + stopping + faults + once)
  func actions(of one: Case) {
    var machine = machine(one.mode, after: one.before)
    #expect(machine.handle(one.event) == one.actions)
    #expect(machine.state == one.state)
  }

  @Test func whatCameOfItIsSeenForAMomentAndThenWhatHolds() {
    for signal in Machine.Signal.allCases {
      var machine = machine(after: answering)
      let duration = signal.sign.duration ?? .zero
      let outcome = Machine.ReplyEffects(signal: signal, conditions: [.asking])
      #expect(machine.handle(.replied(outcome)).first == .startTimer(.signal, duration, 4))
      #expect(machine.sign == signal.sign)
      _ = machine.handle(.answered)
      #expect(machine.sign == signal.sign, "it outlasts what it is about")
      _ = machine.handle(.elapsed(.signal, 3))
      #expect(machine.sign == signal.sign, "an old timer")
      _ = machine.handle(.elapsed(.signal, 4))
      #expect(machine.sign == .question)
    }
  }

  @Test func aSignalThatIsGivenAgainDoesNotOutlastItsPattern() {
    for signal in Machine.Signal.allCases {
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
  func whatHoldsIsSeen(conditions: Set<ApplianceStateMachine.Condition>, sign: LightSign) {
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

  @Test func firstActionsShowThatItPrepares() {
    #expect(
      machine().firstActions == [
        .announce(.preparing), .indicate(.available, .slowBlink), .indicate(.recording, .off),
        .ask(.begin),
      ])
  }
}

/// Which command a line answers.
@Suite struct OriginTests {
  private static let first = Origin(.program, id: .number(1))
  private static let second = Origin(.program, id: .number(2))
  private static let typed = Origin.typed

  /// Only what is told.
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
    #expect(told(&machine, "e4", Self.second) == [.refuse(.alreadyRecording, Self.second)])
    #expect(told(machine.handle(.soundArrived(1))) == [.announceSound(1, Self.first)])
    #expect(told(&machine, "stop", Self.second) == [.announceEnd(1, .asked, Self.second)])
  }

  @Test func whatEndsByItselfAnswersItsStart() {
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

  @Test func aStartThatWaitsIsAnsweredWhenItBegins() {
    var machine = machine(after: inTail)
    #expect(told(&machine, "start", Self.first) == [])
    _ = machine.handle(.soundEnded(1))
    #expect(told(machine.handle(.recognized(1))) == [.startRecording(2, Self.first)])
  }

  /// Whoever waits for it is told; people see that nothing begins.
  @Test func aStartThatIsCalledOffIsAnswered() {
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

  @Test func aStatusThatWaitsForTheDiskKeepsItsCommand() {
    var machine = machine(after: ready + [.typed("e4"), .typed("e5")])
    _ = told(&machine, "status", Self.first)
    _ = told(&machine, "status", Self.second)
    #expect(
      told(machine.handle(.elapsed(.status, 1))) == [.glance(Self.first), .glance(Self.second)])
  }
}

/// What the machine asks the conversation, and when.
@Suite struct AgendaTests {
  private func asked(_ actions: [Machine.Action]) -> [Machine.Inquiry] {
    actions.compactMap { if case .ask(let question) = $0 { question } else { nil } }
  }

  @Test func oneQuestionAtATimeInOrder() {
    var machine = machine(after: ready)
    #expect(asked(machine.handle(.typed("e4"))) == [.line("e4")])
    for line in ["e5", " Help ", "Nf3"] {
      #expect(asked(machine.handle(.typed(ConsoleLine(line)))).isEmpty)
    }
    _ = machine.handle(.replied(.init()))
    #expect(machine.handle(.answered) == [.obeyedLine, .ask(.line("e5"))])
    #expect(machine.handle(.answered) == [.obeyedLine, .ask(.help(" Help "))])
    #expect(machine.handle(.answered) == [.obeyedLine, .ask(.line("Nf3"))])
    #expect(machine.handle(.answered) == [.obeyedLine])
  }

  @Test func aLineTypedWhileFinishingComesAfterWhatWasSaid() {
    var machine = machine(after: recognizing + [.typed("e5"), .typed("")])
    #expect(asked(machine.handle(.recognized(1))) == [.heard(1)])
    #expect(machine.handle(.typed("Nf3")).isEmpty)
    #expect(asked(machine.handle(.answered)) == [.line("e5")])
    #expect(asked(machine.handle(.answered)) == [.line("Nf3")])
  }

  @Test func aLineIsRefusedWhileSomebodySpeaks() {
    let refused: [Machine.Action] = [.refuse(.alreadyRecording, .typed), .obeyedLine]
    var machine = machine(after: hearing)
    #expect(machine.handle(.typed("e5")) == refused)
    for event in [Machine.Event.button(.pressed), .typed("Nf3"), .button(.pressed)] {
      _ = machine.handle(event)
    }
    let actions = machine.handle(.recognized(1))
    #expect(actions.contains(.startRecording(2)))
    #expect(actions.filter { refused.contains($0) } == refused, "typed before the press")
  }

  @Test func moreLinesThanThereIsRoomForAreRefused() {
    var machine = machine(after: ready)
    for number in 1...Machine.lineLimit { _ = machine.handle(.typed("line \(number)")) }
    #expect(machine.handle(.typed("one")) == [.refuse(.tooManyLines("one"), .typed), .obeyedLine])
    #expect(machine.handle(.typed("status")) == [.tell(.available), .obeyedLine])
    _ = machine.handle(.answered)
    #expect(machine.handle(.typed("one")).isEmpty)
  }

  @Test func aStatusDoesNotWaitForTheDisk() {
    let pause = Duration.milliseconds(500)
    var machine = machine(after: ready + [.typed("e4"), .typed("e5")])
    #expect(
      machine.handle(.typed("status")) == [.tell(.available), .startTimer(.status, pause, 1)])
    #expect(machine.handle(.elapsed(.status, 1)) == [.glance(), .obeyedLine])
    _ = machine.handle(.typed("status"))
    #expect(machine.handle(.answered) == [.obeyedLine, .ask(.line("e5"))])
    #expect(
      machine.handle(.answered) == [.obeyedLine, .cancelTimer(.status), .ask(.status("status"))])
  }

  /// The machine would wait for ever for what answers a request; nobody has to press or to type.
  @Test func whatAnswersARequestIsAwaited() {
    let others: [Machine.Event] = [.button(.pressed), .typed("e4"), .watchdog(stuck: [])]
    let awaited: [Machine.Event] = [
      .recognized(1), .recognitionEnded(1), .recognitionFailed(1, "x"), .answered, .errandDone,
      .replied(.init()), .elapsed(.status, 1), .soundFailed(1, "x"), .linesEnded, .shutdown,
    ]
    #expect(others.allSatisfy { !$0.isAwaited } && awaited.allSatisfy(\.isAwaited))
  }

  @Test func aQuestionLapsesButNotWhileSomebodySpeaksNorOnceItIsAnswered() {
    let patience = Duration.seconds(20)
    var machine = machine(after: ready + [.typed("resign")])
    let asks = Machine.Event.replied(.init(patience: patience))
    #expect(machine.handle(asks) == [.startTimer(.lapse, patience, 1)])
    for event in [Machine.Event.answered, .button(.pressed)] { _ = machine.handle(event) }
    #expect(machine.handle(.elapsed(.lapse, 1)) == [.startTimer(.lapse, patience, 3)])
    for event in [Machine.Event.soundFailed(1, "gone"), .typed("yes")] { _ = machine.handle(event) }
    #expect(machine.handle(.elapsed(.lapse, 3)).isEmpty, "after what is asked already")
    #expect(asked(machine.handle(asks)).isEmpty)
    #expect(asked(machine.handle(.answered)).isEmpty, "that was another question")
    #expect(asked(machine.handle(.elapsed(.lapse, 4))) == [.lapse])
  }

  @Test func whatMustNotBeAskedWhileSomebodySpeaksIsAskedLater() {
    let troubled = Machine.Event.replied(.init(patience: .seconds(20), trouble: "It is full."))
    var machine = machine(after: ready + [.typed("e4")])
    #expect(
      machine.handle(troubled) == [
        .tellTrouble("It is full."), .startTimer(.mending, .seconds(5), 1),
        .startTimer(.lapse, .seconds(20), 2),
      ])
    for event in [Machine.Event.elapsed(.mending, 1), .elapsed(.lapse, 2), .errandDone] {
      #expect(machine.handle(event).isEmpty, "the disk takes its time")
    }
    let start = machine.handle(.button(.pressed))
    #expect(start.contains(.startTimer(.lapse, .seconds(20), 3)))
    #expect(start.contains(.startTimer(.mending, .seconds(5), 4)))
    #expect(machine.handle(.answered) == [.obeyedLine, .recognize(1)])
    #expect(asked(machine.handle(.soundFailed(1, "gone"))) == [.errand])
    _ = machine.handle(.replied(.init(patience: nil)))
    _ = machine.handle(.answered)
    #expect(machine.trouble == nil)
  }

  @Test func itEndsAfterAllThatWasTyped() {
    var machine = machine(after: recognizing + [.typed("e5"), .linesEnded])
    #expect(!machine.handle(.recognized(1)).contains(.end))
    #expect(asked(machine.handle(.answered)) == [.line("e5")])
    #expect(machine.handle(.answered).contains(.end))
  }

  @Test func aThreadThatIsStuckIsToldOnce() {
    var machine = machine(after: ready)
    #expect(machine.handle(.watchdog(stuck: [])) == [.feedWatchdog])
    #expect(machine.handle(.watchdog(stuck: ["decoder"])) == [.restart(stuck: ["decoder"])])
    #expect(machine.handle(.watchdog(stuck: ["decoder"])).isEmpty)
  }

  @Test func nothingIsAskedAfterTheEnd() {
    var machine = machine(after: ready + [.typed("e4"), .typed("e5"), .shutdown])
    for event in [Machine.Event.replied(.init()), .answered, .typed("e6"), .errandDone] {
      #expect(machine.handle(event).isEmpty)
    }
  }
}

/// Whatever happens, in whatever order.
@Suite struct RandomWalkTests {
  @Test(arguments: ApplianceStateMachine.ButtonMode.allCases, 0..<10)
  func staysConsistent(mode: ApplianceStateMachine.ButtonMode, seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    var world = try World(Machine(mode: mode), slowness: 2 << (seed % 4))
    for step in 0..<1_000 {
      let event = world.anyEvent(using: &generator)
      if world.canHappen(event) { try world.happen(event) }
      guard step.isMultiple(of: 10) else { continue }
      // Whatever the moment, answers and time alone lead out of it.
      var later = world
      var count = 0
      while try later.goOn() { count += 1 }
      #expect(count < 200)
      #expect(later.machine.openMicrophone == nil && later.expected.isEmpty)
      #expect(later.typedCount == later.obeyedCount)
    }
    try world.happen(.shutdown)
    #expect(world.lights == [.available: .off, .recording: .off])
    #expect(world.microphone == nil && world.timers.isEmpty)
    for _ in 0..<100 {
      let event = world.anyEvent(using: &generator)
      #expect(world.machine.handle(event).isEmpty)
    }
  }
}
