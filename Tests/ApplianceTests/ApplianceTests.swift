import DeviceIO
import Panel
import Speech
import TestSupport
import Testing

@testable import Appliance
@testable import ApplianceCore

/// Recordings: their light, their sound and their words.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct ApplianceTests {
  @Test func aRecordedMoveIsShown() async throws {
    let bench = try Bench([.clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0.isPartial }
    bench.button.release()
    bench.button.press()
    await bench.message { $0 == .recordingEnded(.asked) }
    #expect(bench.input.isOpen, "the microphone stays open for the last word")
    await bench.tailPasses()
    let result = await bench.message { $0.words != nil }
    #expect(result?.words == "pawn to e four")
    await bench.message { $0 == .state(.available) }
    #expect(!bench.input.isOpen)
    try await bench.end()

    #expect(
      bench.lights[.available]?.history == [.slowBlink, .on, .off, .on, .off, .off])
    #expect(bench.lights[.recording]?.history == [.off, .on, .off, .off])
    let told = bench.console.history.filter { !$0.isPartial && $0.words == nil }
    #expect(
      told == [
        .state(.preparing), .state(.available), .recording, .recordingEnded(.asked),
        .state(.available),
      ])
  }

  @Test func theLatencyEndsWhenTheLineIsShown() async throws {
    let clock = ManualClock()
    // As long as a disk may take to write the record.
    let conversation = Echo(work: { clock.advance(by: .milliseconds(400)) })
    let bench = try Bench([.clip("1-pawn")], conversation: conversation, clock: clock)
    await bench.becomesAvailable()
    await bench.recordsAClip()
    let message = try #require(await bench.message { $0.words != nil })
    try await bench.end()
    #expect(message.latency == 0.4)
  }

  @Test func thePhrasesFollowTheReply() async throws {
    let bench = try Bench(
      [.clip("1-pawn"), .clip("6-queen")],
      conversation: Echo(["pawn to e four", "queen takes d five"]))
    for words in ["pawn to e four", "queen takes d five"] {
      await bench.becomesAvailable()
      await bench.recordsAClip()
      #expect(await bench.message { $0.words != nil }?.words == words)
    }
    try await bench.end()
  }

  @Test func aLongRecordingEndsByItself() async throws {
    let bench = try Bench([.clip("1-pawn")], mode: .hold)
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0.isPartial }
    await bench.clock.waitForSleeper(of: .seconds(60))
    bench.clock.advance(by: .seconds(60))
    await bench.message { $0 == .recordingEnded(.tooLong(.seconds(60))) }
    await bench.tailPasses()
    #expect(await bench.message { $0.words != nil }?.words == "pawn to e four")
    try await bench.end()
  }

  @Test func aLostMicrophoneGivesNoResult() async throws {
    let bench = try Bench([.clipThenLoss("1-pawn"), .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    let reason = ScriptedInput.loss.message
    await bench.message { $0 == .error(code: "microphone", message: reason) }
    bench.microphone.become(.notDetermined(ScriptedInput.loss))
    let gone = Unavailability(cause: .microphone, reason: reason)
    await bench.message { $0 == .state(.unavailable(gone)) }
    bench.button.press()
    await bench.message { $0 == .refused(.unavailable(gone)) }
    bench.microphone.become(.authorized)
    await bench.message { $0 == .state(.available) }
    bench.button.press()
    await bench.message { $0 == .recording }
    try await bench.end()
    #expect(!bench.console.history.contains { $0.words != nil })
    #expect(bench.lights[.available]?.history.contains(.doubleBlink) == true)
  }

  /// The rest of a move may be another move.
  @Test func soundWithGapsIsNotAMove() async throws {
    let bench = try Bench([.clip("1-pawn"), .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.input.overruns = 2
    await bench.recordsAClip()
    await bench.message {
      if case .error("recognizer", let text) = $0 { text.contains("was lost") } else { false }
    }
    await bench.message { $0 == .state(.available) }
    bench.input.overruns = 0
    await bench.recordsAClip()
    #expect(await bench.message { $0.words != nil }?.words == "pawn to e four")
    try await bench.end()
    #expect(bench.console.history.count { $0.words != nil } == 1)
  }

  @Test func aBusyMicrophoneIsReportedAndTriedAgain() async throws {
    let bench = try Bench([.busy, .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message {
      if case .error("microphone", let message) = $0 {
        message.contains("Another program")
      } else {
        false
      }
    }
    await bench.message { $0 == .state(.available) }
    bench.button.press()
    await bench.message { $0 == .recording }
    try await bench.end()
  }

  @Test func theNextRecordingWaitsUntilTheMicrophoneIsClosed() async throws {
    let bench = try Bench([.clip("1-pawn"), .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0 == .recording }
    let closing = Completion()
    bench.input.closing = closing
    bench.microphone.become(.notDetermined(ScriptedInput.loss))
    await bench.message { $0 == .recordingEnded(.lost) }
    bench.microphone.become(.authorized)
    await bench.becomesAvailable()
    let errors = bench.console.history.count { $0.isError }
    bench.button.press()
    await bench.clock.waitForSleeper(of: .seconds(60))
    for _ in 0..<1_000 { await Task.yield() }
    closing.finish()
    await bench.message { $0 == .recording || $0.isError }
    #expect(bench.console.history.count { $0.isError } == errors)
    try await bench.end()
    #expect(!bench.input.isOpen)
  }
}
