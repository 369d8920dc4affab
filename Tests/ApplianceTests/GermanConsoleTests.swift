import Foundation
import TestSupport
import Testing

/// The program in German: text for people is German, output for programs is not.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct GermanConsoleTests {
  private static let panelless =
    "button: {line: none}\nleds: {available: {line: none}, recording: {line: none}}\n"

  private func started(
    _ arguments: [String], _ settings: String = ""
  ) throws -> (program: Program, process: Process, typing: FileHandle) {
    let program = try Program()
    let config = try program.write(
      "recognition: {locale: de_DE}\nrecord: {directory: games}\n" + Self.panelless
        + settings, as: "c.yaml")
    let process = try program.start(
      arguments + ["--config", config], environment: ["LC_ALL": "C.UTF-8"])
    return (program, process, try #require(process.standardInput as? Pipe).fileHandleForWriting)
  }

  private func outcome(
    _ arguments: [String], _ settings: String = "", typing text: String = ""
  ) throws -> Program.Outcome {
    let (program, process, typing) = try started(arguments, settings)
    try typing.write(contentsOf: Data(text.utf8))
    try typing.close()
    return try program.end(of: process)
  }

  private let play = ["play", "--opponent", "none", "--microphone", "none"]

  @Test func aGameCanBePlayedInGerman() async throws {
    let (program, process, typing) = try started(play)
    try await program.waitForOutput { $0.contains("Weiß am Zug.") }
    let typed = [
      "Sf3", "Nf6", "g1h1", "b1c3", "d6", "Bf4", "status", "zurück", "e5", "aufgeben", "j",
    ]
    try typing.write(contentsOf: Data((typed.joined(separator: "\n") + "\n").utf8))
    try typing.close()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for line in [
      "Weiß am Zug.", "1. Sf3  \"Sf3\"  Zukertort-Eröffnung",
      "1... Sf6  \"Nf6\"  Zukertort-Eröffnung", "2. Sc3  \"b1c3\"  Zukertort-Eröffnung",
      "8  t s l d k l s t", "1  T S L D K L S T",
      "Das ist hier nicht legal: Lf4 (der Bauer auf d2 steht im Weg). \"Bf4\"",
    ] {
      #expect(outcome.lines.contains(line), "\(line) is not in \(outcome.output)")
    }
    // Reported immediately, while the earlier moves are still being played.
    #expect(outcome.output.contains(" am Zug, Zug "), "\(outcome.output)")
    #expect(outcome.lines.contains { $0.hasPrefix("0-1  Partie beendet: ") }, "\(outcome.output)")
    #expect(try program.text("games/current.pgn").contains("1. Nf3 Nf6 2. Nc3 e5 0-1"))
  }

  @Test func helpAndLegendAreGerman() throws {
    let help = try outcome(play, typing: "help\n").output
    for text in [
      "In einer Partie einen Zug tippen (e4, Sf3, g1f3)", "Lichter: grün: bereit; ",
      "Das Mikrofon ist aus, wie gewählt. Die Züge tippen.",
    ] {
      #expect(help.contains(text), "\(help)")
    }
  }

  @Test func errorsAreGerman() throws {
    let text = "set up 8/8/8/8/8/8/8/4k3 w - - 0 1\nset up 1. e4 e5 2. Kxx *\n"
    let output = try outcome(play, typing: text).output
    for text in [
      "Diese Stellung lässt sich nicht aufbauen: Weiß hat keinen König.",
      "Diese Partie lässt sich nicht laden: ein Zug wie „Sf3“",
    ] {
      #expect(output.contains(text), "\(output)")
    }
    let voices = try outcome(["enroll", "--list"])
    #expect(voices.lines == ["Niemand hat seine Stimme aufgenommen."], "\(voices)")
  }

  /// The console is German, the journal is not.
  @Test func theJournalIsEnglish() async throws {
    let program = try Program()
    let config = try program.write(
      "recognition:\n  locale: de_DE\n  player: anna\nrecord: {directory: games}\n"
        + "console: {letters: unicode}\n" + Self.panelless, as: "c.yaml")
    let process = try program.start(
      ["run", "--config", config], environment: ["LC_ALL": "C.UTF-8"])
    try await program.waitForOutput { $0.contains("Weiß am Zug.") }
    process.terminate()
    let outcome = try program.end(of: process)
    let german = "Die Stimme von „anna“ lässt sich nicht verwenden: niemand hat unter diesem Namen"
    #expect(outcome.output.contains(german), "\(outcome.output)")
    let english = "Cannot use the voice of \"anna\": nobody has enrolled under that name"
    #expect(outcome.errors.contains(english), "\(outcome.errors)")
    #expect(!outcome.errors.contains("lässt"), "\(outcome.errors)")
  }

  @Test func anASCIITerminalGetsASCII() throws {
    let output = try outcome(play, "console: {letters: ascii}\n", typing: "Sf3\n").output
    #expect(output.contains("Weiss am Zug.") && output.utf8.allSatisfy { $0 < 128 }, "\(output)")
  }

  @Test func programsReadEnglish() async throws {
    let commands = #"""
      {"command": "move", "move": "Nf3"}
      {"command": "move", "move": "Sf6"}
      {"command": "move", "move": "g8f6"}
      {"command": "help"}

      """#
    let program = try Program()
    let config = try program.write(
      "recognition: {locale: de_DE}\nrecord: {directory: games}\nconsole: {format: jsonl}\n"
        + Self.panelless, as: "c.yaml")
    let process = try program.start(["run", "--config", config])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    try typing.write(contentsOf: Data(commands.utf8))
    try await program.waitForOutput { $0.contains(#""command":"help""#) && $0.contains("g8f6") }
    process.terminate()
    let output = try program.end(of: process).output
    #expect(output.contains(#""san":"Nf3""#) && output.contains(#""san":"Nf6""#), "\(output)")
    #expect(!output.contains(#""san":"Sf"#) && !output.contains("Weiß"))
    #expect(output.contains("In a game, type a move (e4, Nf3, g1f3)"))
    #expect(output.contains("Lights: green: ready; "))
  }

  @Test func theDoctorSpeaksGerman() throws {
    let text = try outcome(["doctor"])
    #expect(text.output.contains("c.yaml ist lesbar."), "\(text.output)")
    #expect(text.output.contains(" Wörter und ihre Aussprache."))
    let json = try outcome(["doctor", "--json"])
    #expect(json.output.contains("words, and how each is pronounced"), "\(json.output)")
    #expect(json.output.contains(#""status":"ok""#) && !json.output.contains("lesbar"))
  }
}
