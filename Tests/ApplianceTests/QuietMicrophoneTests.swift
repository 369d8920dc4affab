import ApplianceCore
import Sound
import TestSupport
import Testing

@testable import Appliance

/// Records when the microphone is opened and closed, along with the sounds.
private struct NotedInput: AudioInput {
  let input: ScriptedInput
  let recorder: Recorder

  var statistics: CaptureStatistics { input.statistics }

  func start(_ sink: AudioSink) async throws {
    recorder.note("opens")
    do {
      try await input.start(sink)
    } catch {
      recorder.note("closes")
      throw error
    }
  }

  func stop() async {
    await input.stop()
    recorder.note("closes")
  }
}

/// The microphone never hears the appliance, whenever somebody speaks.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct QuietMicrophoneTests {
  private let recorder = Recorder()

  private func bench(_ script: [ScriptedInput.Sound]) throws -> Bench {
    let log = Log(level: .error, descriptor: -1, isJournal: false)
    return try Bench(
      script, announcer: Announcer(recorder, synthesizer: recorder, log: log),
      listening: { NotedInput(input: $0, recorder: recorder) })
  }

  /// The records without the words; the microphone is never open during a sound.
  private func expectQuiet() -> [String] {
    let notes = recorder.notes.withLock { $0 }
    var (isOpen, isSounding) = (false, false)
    for note in notes {
      switch note.split(separator: " ").first {
      case "opens": isOpen = true
      case "closes": isOpen = false
      case "begins": isSounding = true
      case "ends": isSounding = false
      default: continue
      }
      #expect(!(isOpen && isSounding), "\(notes)")
    }
    return notes
  }

  @Test func aPressEndsTheSoundBeforeTheMicrophoneOpens() async throws {
    recorder.hold()
    let bench = try bench([.clip("1-pawn"), .clip("1-pawn")])
    let ready = "Ready: press and speak."
    await recorder.notes("begins \(ready.count)")
    bench.button.press()
    await bench.message { $0.isPartial }
    // Messages wait while the microphone is open.
    bench.console.typed.yield("status")
    await bench.message { $0 == .status(.recording) }
    bench.button.press()
    await bench.tailPasses()
    await bench.message { $0.isResult }
    await recorder.notes("Recording.")
    await recorder.notes("begins \("Recording.".count)")
    // The same again, during a sound.
    bench.button.press()
    await bench.message { $0.isPartial }
    try await bench.end()
    let notes = expectQuiet()
    #expect(notes.count { $0 == "opens" } == 2 && notes.count { $0 == "closes" } >= 2)
    let first = try #require(notes.firstIndex(of: "ends \(ready.count)"))
    #expect(try first < #require(notes.firstIndex(of: "opens")))
    #expect(
      try #require(notes.firstIndex(of: "closes")) < #require(notes.firstIndex(of: "Recording.")))
  }

  @Test func soundsContinueBetweenRecordings() async throws {
    let bench = try bench(Array(repeating: .clip("1-pawn"), count: 4))
    for _ in 0..<4 {
      await bench.message { $0 == .state(.available) }
      await bench.recordsAClip()
      await bench.message { $0.isResult }
    }
    await recorder.notes("pawn to E four")
    try await bench.end()
    #expect(expectQuiet().count { $0 == "opens" } == 4)
  }

  @Test func aFailedMicrophoneAllowsSoundsAgain() async throws {
    let bench = try bench([.busy, .clipThenLoss("1-pawn"), .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0.isError }
    await bench.message { $0 == .state(.available) }
    bench.button.press()
    await bench.message { $0.isError }
    let problem = try #require(
      ConsoleMessage.error(code: "", message: ScriptedInput.loss.message).spoken())
    await recorder.notes(problem)
    try await bench.end()
    _ = expectQuiet()
  }
}

extension ConsoleMessage {
  fileprivate var isResult: Bool {
    if case .result = self { true } else { false }
  }
}
