import Testing

@testable import ApplianceCore

/// Getting ready, and beginning a recording.
@Suite struct MachineStartTests {
  static let starting: [MachineCase] = [
    MachineCase(
      name: "the recognizer is ready first", before: [], event: .recognizer(.ready),
      actions: [], state: .preparing),
    MachineCase(
      name: "both are ready", before: [.recognizer(.ready)], event: .microphone(.ready),
      actions: [.announce(.available), .indicate(.available, .on)], state: .available),
    MachineCase(
      name: "no microphone", before: [.recognizer(.ready)],
      event: .microphone(.unavailable("gone")),
      actions: [.announce(.unavailable(noMicrophone)), .indicate(.available, .doubleBlink)],
      state: .unavailable(noMicrophone)),
    MachineCase(
      name: "no microphone is wanted", before: [.recognizer(.ready)], event: .microphone(.off),
      actions: [.announce(.unavailable(.microphoneOff)), .indicate(.available, .doubleBlink)],
      state: .unavailable(.microphoneOff)),
    MachineCase(
      name: "the microphone comes back",
      before: [.recognizer(.ready), .microphone(.unavailable("gone"))],
      event: .microphone(.ready),
      actions: [.announce(.available), .indicate(.available, .on)], state: .available),
    MachineCase(
      name: "pressed too early", before: [], event: .button(.pressed),
      actions: [.refuse(.preparing)], state: .preparing),
    MachineCase(
      name: "pressed while unavailable", before: ready + [.microphone(.unavailable("gone"))],
      event: .button(.pressed), actions: [.refuse(.unavailable(noMicrophone))],
      state: .unavailable(noMicrophone)),
    MachineCase(
      name: "pressed", before: ready, event: .button(.pressed),
      actions: [.startRecording(1), .startTimer(.maximum, .seconds(60), 1), .recognize(1)],
      state: .recording),
    MachineCase(
      name: "the first sound", before: ready + [.button(.pressed)], event: .soundArrived(1),
      actions: [.announceSound(1), .indicate(.recording, .on)], state: .recording),
    MachineCase(
      name: "start while recording", before: hearing, event: .typed("start"),
      actions: [.refuse(.alreadyRecording, .typed)], state: .recording),
    MachineCase(
      name: "stop while idle", before: ready, event: .typed("stop"),
      actions: [.refuse(.notRecording, .typed)], state: .available),
    MachineCase(
      name: "status", before: hearing, event: .typed("status"),
      actions: [.tell(.recording), .ask(.status("status"))], state: .recording),
  ]

  @Test(arguments: starting)
  func startingHasItsActions(of one: MachineCase) { one.check() }

  @Test func theFirstActionsShowThatItPrepares() {
    #expect(
      machine().firstActions == [
        .announce(.preparing), .indicate(.available, .slowBlink), .indicate(.recording, .off),
        .ask(.begin),
      ])
  }
}
