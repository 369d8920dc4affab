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

private let ready: [Machine.Event] = [.recognizer(.ready), .microphone(.ready)]
private let hearing = ready + [.button(.pressed), .soundArrived(1)]
private let inTail = hearing + [.command(.stop)]
private let recognizing = inTail + [.elapsed(.tail, 1)]
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
      .announceEnd(1, cause), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 1),
      .indicate(.available, .off),
    ]
  }

  static let starting: [Case] = [
    Case(
      name: "the recogniser is ready first", before: [], event: .recognizer(.ready),
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
      actions: [.startRecording(1), .startTimer(.maximum, .seconds(60), 1)], state: .recording),
    Case(
      name: "the first sound", before: ready + [.button(.pressed)], event: .soundArrived(1),
      actions: [.announceSound(1), .indicate(.recording, .on)], state: .recording),
    Case(
      name: "start while recording", before: hearing, event: .command(.start),
      actions: [.refuse(.alreadyRecording)], state: .recording),
    Case(
      name: "stop while idle", before: ready, event: .command(.stop),
      actions: [.refuse(.notRecording)], state: .available),
    Case(
      name: "status", before: hearing, event: .command(.status), actions: [.tell(.recording)],
      state: .recording),
  ]

  static let stopping: [Case] = [
    Case(
      name: "pressed again", before: hearing, event: .button(.pressed),
      actions: [
        .announceEnd(1, .asked), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 1),
        .indicate(.available, .off),
      ], state: .finishing),
    Case(
      name: "released, in toggle mode", before: hearing, event: .button(.released), actions: [],
      state: .recording),
    Case(
      name: "released, in hold mode", mode: .hold, before: hearing, event: .button(.released),
      actions: [
        .announceEnd(1, .asked), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 1),
        .indicate(.available, .off),
      ], state: .finishing),
    Case(
      name: "too long", before: hearing, event: .elapsed(.maximum, 1),
      actions: [
        .announceEnd(1, .tooLong(.seconds(60))), .cancelTimer(.maximum),
        .startTimer(.tail, .milliseconds(150), 1), .indicate(.available, .off),
      ], state: .finishing),
    Case(
      name: "the tail is over", before: inTail, event: .elapsed(.tail, 1),
      actions: [
        .cancelTimer(.maximum), .cancelTimer(.tail), .closeMicrophone(1),
        .startTimer(.finishing, .seconds(30), 1), .indicate(.recording, .off),
      ], state: .finishing),
    Case(
      name: "the file has ended", before: hearing, event: .soundEnded(1),
      actions: [
        .announceEnd(1, .noMoreSound), .cancelTimer(.maximum), .cancelTimer(.tail),
        .closeMicrophone(1), .startTimer(.finishing, .seconds(30), 1), .indicate(.available, .off),
        .indicate(.recording, .off),
      ], state: .finishing),
    Case(
      name: "the result is there", before: recognizing, event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .announce(.available), .indicate(.available, .on),
      ], state: .available),
    Case(
      name: "what was said is known, and the disk takes its time", before: recognizing,
      event: .recognized(1), actions: [.cancelTimer(.finishing)], state: .finishing),
    Case(
      name: "the disk is done", before: recognizing + [.recognized(1)],
      event: .recognitionEnded(1),
      actions: [.announce(.available), .indicate(.available, .on)], state: .available),
    Case(
      name: "pressed while the disk takes its time", before: recognizing + [.recognized(1)],
      event: .button(.pressed),
      actions: [
        .startRecording(2), .startTimer(.maximum, .seconds(60), 2), .indicate(.available, .on),
      ], state: .recording),
    Case(
      name: "pressed before what was said is known", before: recognizing + [.button(.pressed)],
      event: .recognized(1),
      actions: [
        .cancelTimer(.finishing), .startRecording(2), .startTimer(.maximum, .seconds(60), 2),
        .indicate(.available, .on),
      ], state: .recording),
    Case(
      name: "the recogniser hangs", before: recognizing, event: .elapsed(.finishing, 1),
      actions: [
        .discardRecording(1),
        .fail(.init(cause: .recognizer, reason: "No result came within 30 s; say it again.")),
        .announce(.available), .indicate(.available, .on),
      ], state: .available),
    Case(
      name: "pressed for the next while finishing", before: recognizing + [.button(.pressed)],
      event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .startRecording(2), .startTimer(.maximum, .seconds(60), 2),
        .indicate(.available, .on),
      ], state: .recording),
    Case(
      name: "pressed for the next and thought better of it",
      before: recognizing + [.button(.pressed), .button(.pressed)], event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .announce(.available), .indicate(.available, .on),
      ], state: .available),
    Case(
      name: "held down and let go while finishing", mode: .hold,
      before: recognizing + [.button(.pressed), .button(.released)], event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .announce(.available), .indicate(.available, .on),
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
        .cancelTimer(.maximum), .cancelTimer(.tail), .closeMicrophone(1),
        .startTimer(.finishing, .seconds(30), 1), .indicate(.recording, .off),
      ], state: .finishing),
    Case(
      name: "the recogniser fails while recording", before: hearing, event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.maximum), .cancelTimer(.tail), .discardRecording(1), .announce(.available),
        .indicate(.recording, .off),
      ], state: .available),
    Case(
      name: "what comes late from an old recording", before: hearing, event: .soundFailed(0, "old"),
      actions: [], state: .recording),
    Case(
      name: "an old timer", before: hearing, event: .elapsed(.maximum, 0), actions: [],
      state: .recording),
    Case(
      name: "shut down while recording", before: hearing, event: .shutdown,
      actions: [
        .cancelTimer(.maximum), .cancelTimer(.tail), .cancelTimer(.finishing),
        .cancelTimer(.signal), .discardRecording(1), .indicate(.available, .off),
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
      var machine = machine(after: recognizing)
      let duration = signal.sign.duration ?? .zero
      #expect(machine.handle(.signal(signal)).first == .startTimer(.signal, duration, 1))
      #expect(machine.sign == signal.sign)
      _ = machine.handle(.recognitionEnded(1))
      #expect(machine.sign == signal.sign, "it outlasts what it is about")
      _ = machine.handle(.conditions([.asking]))
      _ = machine.handle(.elapsed(.signal, 0))
      #expect(machine.sign == signal.sign, "an old timer")
      _ = machine.handle(.elapsed(.signal, 1))
      #expect(machine.sign == .question)
    }
  }

  @Test func aRecordingTakesTheLights() {
    var machine = machine(after: ready + [.signal(.refused)])
    #expect(machine.handle(.button(.pressed)).first == .cancelTimer(.signal))
    #expect(machine.handle(.signal(.accepted)) == [])
    _ = machine.handle(.soundArrived(1))
    #expect(machine.sign == .hearing)
  }

  static let seen: [(Set<ApplianceStateMachine.Condition>, LightSign)] = [
    ([], .ready), ([.notSaving], .notSaving), ([.thinking, .notSaving], .thinking),
    ([.asking, .thinking, .notSaving], .question),
  ]

  @Test(arguments: seen)
  func whatHoldsIsSeen(conditions: Set<ApplianceStateMachine.Condition>, sign: LightSign) {
    var machine = machine(after: ready + [.conditions(conditions)])
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
    for sign in LightSign.all { #expect(LightSign.legend.contains(sign.looks)) }
  }

  @Test func firstActionsShowThatItPrepares() {
    #expect(
      machine().firstActions == [
        .announce(.preparing), .indicate(.available, .slowBlink), .indicate(.recording, .off),
      ])
  }

  @Test(arguments: ApplianceStateMachine.ButtonMode.allCases, 0..<20)
  func walksAtRandomAndStaysConsistent(mode: ApplianceStateMachine.ButtonMode, seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    var world = World(Machine(mode: mode))
    for _ in 0..<2_000 {
      try world.happen(world.anyEvent(using: &generator))
      // Whatever the moment, time alone leads out of it: three timers a recording, and one may have been asked for next; and a signal.
      var later = world
      for _ in 0..<8 { try later.letTimePass() }
      #expect(later.machine.openMicrophone == nil)
      #expect(later.timers.isEmpty)
    }
    try world.happen(.shutdown)
    #expect(world.lights == [.available: .off, .recording: .off])
    #expect(world.microphone == nil && world.timers.isEmpty)
  }
}
