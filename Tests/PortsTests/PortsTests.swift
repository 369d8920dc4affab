import Foundation
import TestSupport
import Testing

/// The programs in `Tests/Ports`, each compiled in Swift 6 mode and in Swift 5 mode, with a file
/// instead of a microphone.
@Suite(.serialized, .timeLimit(.patientMinutes(2)), .tags(.speech), .skippable(.speech))
struct PortsTests {
  /// The name of the program that is compiled in each mode.
  static let modes = ["ports", "ports5"]
  static let sentence = "what is the weather like today"

  @Test(arguments: modes) func spokenWordHearsItsOwnLanguageModel(program: String) throws {
    let lines = try run(program, "spokenword", saying: "knight to king bishop three")
    #expect(lines.first?.hasPrefix("phonemes: ") == true)
    #expect(lines.contains("available: true"))
    #expect(lines.contains("[Start Recording] enabled"))
    #expect(lines.contains("[Stop Recording] enabled"))
    #expect(lines.contains("[Stopping] disabled"))
    let texts = lines.filter { $0.hasPrefix("text: ") }
    #expect(texts.count > 1)
    #expect(texts.last == "text: knight to king bishop three")
    #expect(lines.last == "[Start Recording] enabled")
  }

  @Test(arguments: modes) func theWalkthroughTakesDictation(program: String) throws {
    let lines = try run(program, "walkthrough", saying: Self.sentence)
    #expect(lines.contains("permission: authorized"))
    let events = lines.filter { !$0.hasPrefix("[") && !$0.hasPrefix("hypothesis") }
    #expect(
      events == [
        "permission: authorized", "detected speech", "finished reading audio",
        "final: \(Self.sentence)", "finished successfully: true",
      ])
    #expect(lines.contains { $0.hasPrefix("hypothesis: what is") })
  }

  @Test(arguments: modes) func theWalkthroughTranscribesAFile(program: String) throws {
    let lines = try run(program, "file", saying: Self.sentence)
    #expect(lines.contains { $0.hasPrefix("partial: what is") })
    #expect(lines.contains("final: \(Self.sentence)"))
  }

  @Test(arguments: modes) func liveSpeechTranscribes(program: String) throws {
    let lines = try run(program, "livespeech", saying: Self.sentence)
    let texts = lines.filter { $0.hasPrefix("transcript: ") }
    #expect(texts.count > 1)
    #expect(texts.last == "transcript: \(Self.sentence)")
    #expect(
      lines.suffix(2) == ["[Start Transcribing] enabled", "[Stop Transcribing] disabled"])
  }

  @Test(arguments: modes) func theControllerAcceptsFoundationsLocale(program: String) throws {
    let lines = try run(
      program, "swiftui", saying: Self.sentence, "en_US")
    #expect(lines.contains("status: authorized"))
    #expect(lines.contains("text: \(Self.sentence)"))
    let finnish = try run(program, "swiftui", saying: Self.sentence, "fi_FI")
    #expect(finnish == ["no recognizer for fi_FI"])
  }

  @Test(arguments: modes) func aCancelledTaskEndsWithAnError(program: String) throws {
    let lines = try run(program, "cancel", saying: Self.sentence, "en_US")
    #expect(
      lines.contains(
        "error: SFSpeechErrorDomain 0: Cannot finish the recognition: it was cancelled, or another"
          + " task replaced it"))
  }

  /// Its output when somebody says `text` to its microphone.
  private func run(
    _ program: String, _ port: String, saying text: String, _ more: String...
  ) throws -> [String] {
    let scratch = try ScratchDirectory()
    let clip = try scratch.clip(saying: text)
    let executable = try PortedProgram.products.appending(path: program).path
    let arguments = [port, clip] + (port == "spokenword" ? [scratch.url.path] : more)
    let end = try PortedProgram.run(
      executable, arguments, environment: ["ALSA_CONFIG_PATH": scratch.quietMicrophone()])
    try #require(end.status == 0, "\(end.lines)")
    return end.lines
  }
}
