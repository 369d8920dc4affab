import Testing

@testable import ApplianceCore

/// The ways a recording ends, and the consequences.
@Suite struct MachineStopTests {
  static let stopping: [MachineCase] = [
    MachineCase(
      name: "pressed again", before: hearing, event: .button(.pressed),
      actions: [
        .announceEnd(1, .asked), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 2),
        .indicate(.available, .off),
      ], state: .finishing),
    MachineCase(
      name: "released, in toggle mode", before: hearing, event: .button(.released), actions: [],
      state: .recording),
    MachineCase(
      name: "released, in hold mode", mode: .hold, before: hearing, event: .button(.released),
      actions: [
        .announceEnd(1, .asked), .cancelTimer(.maximum), .startTimer(.tail, .milliseconds(150), 2),
        .indicate(.available, .off),
      ], state: .finishing),
    MachineCase(
      name: "too long", before: hearing, event: .elapsed(.maximum, 1),
      actions: [
        .announceEnd(1, .tooLong(.seconds(60))), .startTimer(.tail, .milliseconds(150), 2),
        .indicate(.available, .off),
      ], state: .finishing),
    MachineCase(
      name: "the tail is over", before: inTail, event: .elapsed(.tail, 2),
      actions: [
        .closeMicrophone(1), .startTimer(.finishing, .seconds(30), 3), .indicate(.recording, .off),
      ], state: .finishing),
    MachineCase(
      name: "the file has ended", before: hearing, event: .soundEnded(1),
      actions: [
        .announceEnd(1, .noMoreSound), .cancelTimer(.maximum), .closeMicrophone(1),
        .startTimer(.finishing, .seconds(30), 2), .indicate(.available, .off),
        .indicate(.recording, .off),
      ], state: .finishing),
    MachineCase(
      name: "what was said is known", before: recognizing, event: .recognized(1),
      actions: [.cancelTimer(.finishing), .ask(.heard(1))], state: .finishing),
    MachineCase(
      name: "what was said is known before it was stopped", before: hearing,
      event: .recognized(1),
      actions: [
        .announceEnd(1, .noMoreSound), .cancelTimer(.maximum), .closeMicrophone(1),
        .startTimer(.finishing, .seconds(30), 2), .cancelTimer(.finishing),
        .indicate(.available, .off), .indicate(.recording, .off), .ask(.heard(1)),
      ], state: .finishing),
    MachineCase(
      name: "the disk is done", before: answering, event: .answered,
      actions: [.announce(.available), .indicate(.available, .on)], state: .available),
    MachineCase(
      name: "pressed while the disk takes its time: it is recognized after that",
      before: answering, event: .button(.pressed),
      actions: [
        .startRecording(2), .startTimer(.maximum, .seconds(60), 4), .indicate(.available, .on),
      ], state: .recording),
    MachineCase(
      name: "the disk is done while the next recording is under way",
      before: answering + [.button(.pressed)], event: .answered, actions: [.recognize(2)],
      state: .recording),
    MachineCase(
      name: "pressed before what was said is known", before: recognizing + [.button(.pressed)],
      event: .recognized(1),
      actions: [
        .cancelTimer(.finishing), .startRecording(2), .startTimer(.maximum, .seconds(60), 4),
        .indicate(.available, .on), .ask(.heard(1)),
      ], state: .recording),
    MachineCase(
      name: "the recognizer hangs", before: recognizing, event: .elapsed(.finishing, 3),
      actions: [
        .discardRecording(1),
        .fail(.init(cause: .recognizer, reason: "No result came within 30 s; say it again.")),
        .announce(.available), .indicate(.available, .on),
      ], state: .available),
    MachineCase(
      name: "pressed for the next while finishing", before: recognizing + [.button(.pressed)],
      event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .discardRecording(1), .startRecording(2),
        .startTimer(.maximum, .seconds(60), 4), .indicate(.available, .on), .recognize(2),
      ], state: .recording),
    MachineCase(
      name: "pressed for the next and thought better of it",
      before: recognizing + [.button(.pressed), .button(.pressed)], event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .discardRecording(1), .announce(.available),
        .indicate(.available, .on),
      ], state: .available),
    MachineCase(
      name: "held down and let go while finishing", mode: .hold,
      before: recognizing + [.button(.pressed), .button(.released)], event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.finishing), .discardRecording(1), .announce(.available),
        .indicate(.available, .on),
      ], state: .available),
  ]

  /// The mode in which the end of speech ends a recording.
  static let once: [MachineCase] = [
    MachineCase(
      name: "nothing more is said", mode: .once, before: hearing, event: .speechEnded(1),
      actions: MachineCase.stopping(.pause), state: .finishing),
    MachineCase(
      name: "nothing is said", mode: .once, before: hearing, event: .nothingSaid(1),
      actions: MachineCase.stopping(.nothingSaid(.seconds(5))), state: .finishing),
    MachineCase(
      name: "pressed before that", mode: .once, before: hearing, event: .button(.pressed),
      actions: MachineCase.stopping(.asked), state: .finishing),
    MachineCase(
      name: "let go of", mode: .once, before: hearing, event: .button(.released), actions: [],
      state: .recording),
    MachineCase(
      name: "another recording's end", mode: .once, before: hearing, event: .speechEnded(2),
      actions: [], state: .recording),
    MachineCase(
      name: "it has been stopped already", mode: .once, before: inTail, event: .speechEnded(1),
      actions: [], state: .finishing),
    MachineCase(
      name: "a pause in another mode", mode: .toggle, before: hearing, event: .speechEnded(1),
      actions: [], state: .recording),
  ]

  @Test(arguments: stopping + once)
  func stoppingHasItsActions(of one: MachineCase) { one.check() }
}
