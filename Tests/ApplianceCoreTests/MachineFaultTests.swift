import Testing

@testable import ApplianceCore

/// Failures, and the end.
@Suite struct MachineFaultTests {
  static let faults: [MachineCase] = [
    MachineCase(
      name: "the microphone is lost while recording", before: hearing,
      event: .microphone(.unavailable("gone")),
      actions: [
        .announceEnd(1, .lost), .cancelTimer(.maximum), .discardRecording(1), .fail(noMicrophone),
        .announce(.unavailable(noMicrophone)), .indicate(.available, .doubleBlink),
        .indicate(.recording, .off),
      ], state: .unavailable(noMicrophone)),
    MachineCase(
      name: "the microphone cannot be opened", before: ready + [.button(.pressed)],
      event: .soundFailed(1, "busy"),
      actions: [
        .announceEnd(1, .lost), .cancelTimer(.maximum), .discardRecording(1),
        .fail(.init(cause: .microphone, reason: "busy")),
        .announce(.available),
      ], state: .available),
    MachineCase(
      name: "the microphone is lost in the tail: the words were said", before: inTail,
      event: .soundFailed(1, "gone"),
      actions: [
        .cancelTimer(.tail), .closeMicrophone(1), .startTimer(.finishing, .seconds(30), 3),
        .indicate(.recording, .off),
      ], state: .finishing),
    MachineCase(
      name: "the recognizer gives up while recording", before: hearing,
      event: .recognitionEnded(1),
      actions: [
        .cancelTimer(.maximum), .discardRecording(1), .announce(.available),
        .indicate(.recording, .off),
      ], state: .available),
    MachineCase(
      name: "the recognizer fails", before: recognizing, event: .recognitionFailed(1, "broken"),
      actions: [
        .fail(.init(cause: .recognizer, reason: "broken")), .cancelTimer(.finishing),
        .discardRecording(1), .startTimer(.signal, .milliseconds(1_150), 4),
        .announce(.available), .indicate(.recording, LightSign.refused.recording),
      ], state: .available),
    MachineCase(
      name: "an old recording fails", before: hearing, event: .recognitionFailed(0, "broken"),
      actions: [], state: .recording),
    MachineCase(
      name: "what comes late from an old recording", before: hearing, event: .soundFailed(0, "old"),
      actions: [], state: .recording),
    MachineCase(
      name: "an old timer", before: hearing, event: .elapsed(.maximum, 0), actions: [],
      state: .recording),
    MachineCase(
      name: "shut down while recording", before: hearing, event: .shutdown,
      actions: [
        .cancelTimer(.maximum), .discardRecording(1), .indicate(.available, .off),
        .indicate(.recording, .off),
      ], state: .stopped),
    MachineCase(
      name: "pressed after the end", before: ready + [.shutdown], event: .button(.pressed),
      actions: [], state: .stopped),
  ]

  @Test(arguments: faults)
  func faultsHaveTheirActions(of one: MachineCase) { one.check() }
}
