import Testing

@testable import ApplianceCore

/// The machine's questions to the conversation, and their times.
@Suite struct AgendaTests {
  private func asked(_ actions: [Machine.Action]) -> [Machine.Inquiry] {
    actions.compactMap { if case .ask(let question) = $0 { question } else { nil } }
  }

  @Test func questionsAreAskedOneAtATimeInOrder() {
    var machine = machine(after: ready)
    #expect(asked(machine.handle(.typed("e4"))) == [.line("e4")])
    for line in ["e5", " Help ", "Nf3"] {
      #expect(asked(machine.handle(.typed(ConsoleLine(line)))).isEmpty)
    }
    _ = machine.handle(.replied(.init()))
    #expect(machine.handle(.answered) == [.ask(.line("e5"))])
    #expect(machine.handle(.answered) == [.ask(.help(" Help "))])
    #expect(machine.handle(.answered) == [.ask(.line("Nf3"))])
    #expect(machine.handle(.answered) == [])
  }

  @Test func aLineTypedWhileFinishingWaitsForTheSpokenWords() {
    var machine = machine(after: recognizing + [.typed("e5"), .typed("")])
    #expect(asked(machine.handle(.recognized(1))) == [.heard(1)])
    #expect(machine.handle(.typed("Nf3")).isEmpty)
    #expect(asked(machine.handle(.answered)) == [.line("e5")])
    #expect(asked(machine.handle(.answered)) == [.line("Nf3")])
  }

  @Test func aLineIsRefusedWhileSomebodySpeaks() {
    let refused: [Machine.Action] = [.refuse(.recording, .typed)]
    var machine = machine(after: hearing)
    #expect(machine.handle(.typed("e5")) == refused)
    for event in [Machine.Event.button(.pressed), .typed("Nf3"), .button(.pressed)] {
      _ = machine.handle(event)
    }
    let actions = machine.handle(.recognized(1))
    #expect(actions.contains(.startRecording(2)))
    #expect(actions.filter { refused.contains($0) } == refused, "typed before the press")
  }

  @Test func anInquiryHasTheOriginOfItsLine() {
    let line = ConsoleLine("x", from: Origin(.program, id: .number(1)))
    for inquiry in [Machine.Inquiry.line(line), .status(line), .help(line)] {
      #expect(inquiry.origin == line.origin)
    }
    #expect(Machine.Inquiry.heard(1).origin == .voice)
    for inquiry in [Machine.Inquiry.begin, .lapse, .mend, .errand] {
      #expect(inquiry.origin == nil)
    }
  }

  @Test func tooManyLinesAreRefused() {
    var machine = machine(after: ready)
    #expect(Machine.lineLimit == 64)
    for number in 1...Machine.lineLimit { _ = machine.handle(.typed("line \(number)")) }
    #expect(machine.handle(.typed("one")) == [.refuse(.tooManyLines("one"), .typed)])
    #expect(machine.handle(.typed("status")) == [.tell(.available)])
    _ = machine.handle(.answered)
    #expect(machine.handle(.typed("one")).isEmpty)
  }

  @Test func aStatusDoesNotWaitForTheDisk() {
    let pause = Duration.milliseconds(500)
    var machine = machine(after: ready + [.typed("e4"), .typed("e5")])
    #expect(
      machine.handle(.typed("status")) == [.tell(.available), .startTimer(.status, pause, 1)])
    #expect(machine.handle(.elapsed(.status, 1)) == [.glance()])
    _ = machine.handle(.typed("status"))
    #expect(machine.handle(.answered) == [.ask(.line("e5"))])
    #expect(
      machine.handle(.answered) == [.cancelTimer(.status), .ask(.status("status"))])
  }

  /// The machine would wait forever for the answer to a request, so it must never be dropped.
  /// Presses and typed lines may be.
  @Test func onlyAnswersToRequestsAreAwaited() {
    let others: [Machine.Event] = [.button(.pressed), .typed("e4"), .watchdog(stuck: [])]
    let awaited: [Machine.Event] = [
      .recognized(1), .recognitionEnded(1), .recognitionFailed(1, "x"), .answered, .errandDone,
      .replied(.init()), .elapsed(.status, 1), .soundFailed(1, "x"), .linesEnded, .shutdown,
    ]
    #expect(others.allSatisfy { !$0.isAwaited } && awaited.allSatisfy(\.isAwaited))
  }

  @Test func aQuestionLapsesUnlessSomebodySpeaksOrAnswers() {
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

  @Test func duringARecordingOtherInquiriesWait() {
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
    #expect(machine.handle(.answered) == [.recognize(1)])
    #expect(asked(machine.handle(.soundFailed(1, "gone"))) == [.errand])
    _ = machine.handle(.replied(.init(patience: nil)))
    _ = machine.handle(.answered)
    #expect(machine.trouble == nil)
  }

  @Test func itEndsAfterAllTypedLines() {
    var machine = machine(after: recognizing + [.typed("e5"), .linesEnded])
    #expect(!machine.handle(.recognized(1)).contains(.end))
    #expect(asked(machine.handle(.answered)) == [.line("e5")])
    #expect(machine.handle(.answered).contains(.end))
    // Once is enough.
    for event in [Machine.Event.microphone(.ready), .typed("status"), .answered, .typed("x")] {
      #expect(!machine.handle(event).contains(.end))
    }
  }

  @Test func aStuckThreadIsReportedOnce() {
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
