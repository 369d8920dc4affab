import Testing

@testable import ApplianceCore

/// Listening for its name.
@Suite struct MachineListeningTests {
  private static let ready: [Machine.Event] = [
    .microphone(.ready), .recognizer(.ready), .answered,
  ]

  private func machine(
    _ starter: Machine.Starter, _ mode: Machine.ButtonMode = .toggle,
    after events: [Machine.Event] = ready
  ) -> Machine {
    var machine = Machine(mode: mode, starter: starter)
    for event in events { _ = machine.handle(event) }
    return machine
  }

  @Test(arguments: Machine.Starter.allCases) func itListensIfConfigured(starter: Machine.Starter) {
    let machine = machine(starter)
    #expect(machine.isListening == (starter != .button))
    #expect(machine.state == .available)
    #expect(machine.sign == (starter == .button ? .ready : .listening))
  }

  @Test func listeningIsAnnouncedOnce() {
    var machine = Machine(starter: .name)
    let actions = Self.ready.flatMap { machine.handle($0) }
    #expect(actions.count { $0 == .announceListening(true) } == 1)
    #expect(actions.contains(.startListening(1)))
  }

  @Test func wordsAfterTheNameAreRecognized() {
    var machine = machine(.name)
    let heard = machine.handle(.nameHeard(1, isAlone: false))
    #expect(heard.contains(.attend(1, isAlone: false)) && heard.contains(.announceSound(1)))
    #expect(machine.sign == .hearing && machine.state == .recording)
    // The silence also served as the tail.
    let ended = machine.handle(.speechEnded(1))
    #expect(ended.contains(.closeMicrophone(1)) && !ended.contains { $0.starts(.tail) })
    #expect(machine.handle(.recognized(1)).contains(.ask(.heard(1))))
    #expect(!machine.isListening, "not while it answers")
    let answered = machine.handle(.answered)
    #expect(answered.contains(.startListening(2)) && answered.contains(.openAttention(true)))
    #expect(
      machine.handle(.elapsed(.openness, machine.timers[.openness] ?? 0))
        == [.openAttention(false)])
  }

  @Test func silenceAfterTheNameEndsTheRecording() {
    var machine = machine(.both)
    #expect(machine.handle(.nameHeard(1, isAlone: true)).contains(.attend(1, isAlone: true)))
    #expect(machine.handle(.nothingSaid(1)).contains(.closeMicrophone(1)))
  }

  @Test func aQuestionNeedsNoName() {
    var machine = machine(.name, after: Self.ready + [.typed("resign")])
    let asked = machine.handle(.replied(.init(patience: .seconds(20), conditions: [.asking])))
    #expect(asked.contains(.openAttention(true)))
  }

  @Test func wordsDuringAnAnswerAreIgnored() {
    // The words may refer to the game before the answer.
    var machine = machine(.name, after: Self.ready + [.typed("e4")])
    #expect(machine.isListening)
    let actions = machine.handle(.nameHeard(1, isAlone: false))
    #expect(actions.contains(.discardRecording(1)) && actions.contains(.startListening(2)))
    #expect(!actions.contains { if case .attend = $0 { true } else { false } })
  }

  @Test func aPressStartsARecording() {
    var both = machine(.both)
    let actions = both.handle(.button(.pressed))
    #expect(actions.contains(.discardRecording(1)) && actions.contains(.startRecording(2, nil)))
    #expect(both.handle(.nameHeard(1, isAlone: false)).isEmpty, "late news")
    var byName = machine(.name)
    #expect(byName.handle(.button(.pressed)).contains(.hush))
    #expect(byName.isListening)
  }

  @Test(arguments: [Machine.Starter.name, .both]) func aLongPressMutes(starter: Machine.Starter) {
    var machine = machine(starter)
    for isMuted in [true, false] {
      _ = machine.handle(.button(.pressed))
      let actions = machine.handle(.elapsed(.longPress, machine.timers[.longPress] ?? 0))
      #expect(actions.contains(.announceListening(!isMuted)))
      #expect(machine.isMuted == isMuted && machine.isListening == !isMuted)
      #expect(machine.sign == (isMuted ? .ready : .listening))
      #expect(machine.openMicrophone == nil || !isMuted, "the short press's recording is given up")
      _ = machine.handle(.button(.released))
    }
    _ = machine.handle(.button(.pressed))
    #expect(machine.handle(.button(.released)).contains(.cancelTimer(.longPress)))
  }

  @Test func typingMutesToo() {
    var machine = machine(.name)
    #expect(machine.handle(.typed("mute")).contains(.announceListening(false, .typed)))
    #expect(!machine.isListening)
    #expect(machine.handle(.typed("unmute")).contains(.announceListening(true, .typed)))
    #expect(machine.isListening)
    var button = self.machine(.button)
    #expect(button.handle(.typed("mute")) == [.ask(.line("mute"))], "a line as any other")
    let program = Origin(.program, id: .number(1))
    for word in ["mute", "unmute"] {
      let refused = button.handle(.typed(ConsoleLine(word, from: program)))
      #expect(refused == [.refuse(.namelessListening, program)])
    }
  }

  @Test func aLostMicrophoneIsTriedAgainLater() {
    var machine = machine(.name)
    let lost = machine.handle(.soundFailed(1, "gone"))
    #expect(lost.contains(.discardRecording(1)))
    #expect(lost.contains(.fail(Unavailability(cause: .microphone, reason: "gone"))))
    #expect(!machine.isListening)
    for number in 2...4 {
      let tried = machine.handle(.elapsed(.deafness, machine.timers[.deafness] ?? 0))
      #expect(tried.contains(.startListening(number)))
      let failed = machine.handle(.soundFailed(number, "gone"))
      #expect(!failed.contains { if case .fail = $0 { true } else { false } }, "said once")
    }
    _ = machine.handle(.microphone(.unavailable("gone")))
    _ = machine.handle(.elapsed(.deafness, machine.timers[.deafness] ?? 0))
    #expect(!machine.isListening && machine.sign == .noMicrophone)
    #expect(machine.handle(.microphone(.ready)).contains(.startListening(5)))
  }

  @Test func aRecognizerThatCannotListenSaysSoAndStops() {
    var machine = machine(.name)
    let actions = machine.handle(.recognitionFailed(1, "no network"))
    #expect(
      actions.contains(.fail(Unavailability(cause: .recognizer, reason: "no network"))))
    #expect(machine.isMuted && !machine.isListening)
  }

  @Test func theMicrophoneIsClosedAtTheEnd() {
    var machine = machine(.name)
    #expect(machine.handle(.shutdown).contains(.discardRecording(1)))
  }
}

extension ApplianceStateMachine.Action {
  fileprivate func starts(_ timer: Machine.Timer) -> Bool {
    if case .startTimer(timer, _, _) = self { true } else { false }
  }
}
