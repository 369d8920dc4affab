import Foundation
import TestSupport
import Testing

/// The service's messages at startup.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct StartTests {
  @Test func missingPartsAreReportedAtStartup() async throws {
    let program = try Program()
    let config = try program.write(Program.panelless, as: "c.yaml")
    let noModel = try program.run("run", "--config", config, "--model", "/nowhere")
    #expect(noModel.status == 1 && noModel.errors.contains("/nowhere"))
    #expect(noModel.output.contains(#""code":"startup""#))
    #expect(noModel.lines.first?.hasPrefix(#"{"type":"hello","#) == true)
    let folder = try program.run("run", "--config", program.folder.path)
    #expect(folder.status == 1 && folder.errors.contains("Name one with --config."))
    let noData = try program.run("run", "--config", config, "--grammar", "/nowhere.json")
    #expect(noData.status == 1 && noData.errors.contains("/nowhere.json"))
    let undefined = try await program.grammar()
    let broken = try String(contentsOfFile: undefined, encoding: .utf8)
      .replacing("pawn to e four", with: "<piece> e four")
    let data = try program.write(broken, as: "broken.json")
    let undefinedClass = try program.run("recognize", "--grammar", data, "x.wav")
    #expect(undefinedClass.status == 1 && undefinedClass.errors.contains("piece"))
  }

  /// It reports all unusable settings at once: each fault, and its remedy.
  @Test(arguments: ["run", "doctor"])
  func unusableGrammarsAndLocalesAreReported(command: String) async throws {
    let program = try Program()
    let config = try program.write(Program.panelless, as: "c.yaml")
    let noMoves = try program.run(
      command, "--config", config, "--grammar", try await program.grammar())
    #expect(noMoves.status == 1)
    for text in ["they contain no moves", "game: off", "grammar.json"] {
      #expect((noMoves.output + noMoves.errors).contains(text), "\(noMoves)")
    }
    for (locale, problem) in [
      ("sv_SE", "an acoustic model for sv_SE"), ("en_NZ", "en_NZ/chess.json"),
    ] {
      let config = try program.write(
        Program.panelless + "recognition: {locale: \(locale)}\n", as: "l.yaml")
      let outcome = try program.run(command, "--config", config)
      #expect(outcome.status == 1)
      let there = "de_DE, en_GB, en_US, es_ES, fr_FR, it_IT, nl_NL"
      for text in [problem, "recognition.locale to an installed one (\(there))"] {
        #expect((outcome.output + outcome.errors).contains(text), "\(outcome)")
      }
    }
  }

  @Test func withoutAGameAnyPhrasesAreAccepted() async throws {
    let program = try Program()
    let config = try program.write(Program.panelless + "game: off\n", as: "c.yaml")
    let process = try program.start(
      ["run", "--config", config, "--grammar", try await program.grammar()])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    try typing.write(contentsOf: Data("help\n".utf8))
    try await program.waitForOutput { $0.contains(#""command":"help""#) }
    process.terminate()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0 && !outcome.errors.contains("no move"), "\(outcome.errors)")
  }

  @Test func theServiceWaitsForALatePanel() async throws {
    let program = try Program()
    let config = try program.write(
      """
      button: {line: "nochip:3"}
      leds: {available: {line: "nochip:4"}, recording: {line: "nochip:5"}}
      console: {format: jsonl}
      record: {directory: state}

      """, as: "c.yaml")
    let process = try program.start(["run", "--config", config])
    try await program.waitForOutput {
      $0.contains("set button.line: none") && $0.contains("set leds.available.line: none")
        && $0.contains(#""type":"game""#)
    }
    process.terminate()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("set leds.recording.line: none"))
    // There may be no such key.
    #expect(!outcome.output.contains("Enter"))
  }
}
