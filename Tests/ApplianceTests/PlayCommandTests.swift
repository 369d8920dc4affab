import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct PlayCommandTests {
  @Test func twoPeoplePlayByTyping() async throws {
    let program = try Program()
    let (process, typing) = try start(program)
    try typing.write(contentsOf: Data("f3\nE5\ng4\nqh4\nquit\nnever\n".utf8))
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains { $0.hasPrefix("2... Qh4#") })
    #expect(outcome.lines.contains("0-1  Game over: checkmate, black wins."))
    #expect(outcome.lines.contains("4  . . . . . . P(q)"))
    #expect(try program.text("games/current.pgn").hasSuffix("1. f3 e5 2. g4 Qh4# 0-1\n"))
  }

  private func start(
    _ program: Program, _ options: [String] = []
  ) throws -> (process: Process, typing: FileHandle) {
    let process = try program.start(
      ["play", "--opponent", "none", "--microphone", "none", "--directory", "games"] + options)
    return (process, try #require(process.standardInput as? Pipe).fileHandleForWriting)
  }

  private func play(_ program: Program, _ typed: String, _ options: String...) throws
    -> Program.Outcome
  {
    let (process, typing) = try start(program, options)
    try typing.write(contentsOf: Data(typed.utf8))
    try typing.close()
    return try program.end(of: process)
  }

  /// However slow the game is, what is piped into it waits.
  @Test func noPipedLineIsLost() throws {
    let lines = (0..<400).map { "Qa\($0 % 8 + 1)\n" }.joined()
    let outcome = try play(try Program(), lines, "--board", "off", "--sounds", "off")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count { $0.contains("legal here") } == 400)
  }

  /// The empty line between a pasted game's tags and moves is no press of the button.
  @Test func aGameCanBePastedWithItsEmptyLine() throws {
    let program = try Program()
    // Chess sites write all moves on one line.
    let comment = String(repeating: "[%clk 0:14:32] ", count: 300)
    let outcome = try play(
      program, "[Event \"x\"]\n\n1. e4 e5 {\(comment)} 2. Nf3 *\nNc6\nquit\n")
    #expect(outcome.lines.contains { $0.hasPrefix("2... Nc6") }, "\(outcome.output)")
    // The start reports it, as no fault; the empty line does not report it again.
    #expect(outcome.lines.count { $0 == "The microphone is off, as chosen. Type your moves." } == 1)
    #expect(!outcome.output.contains("Unavailable"))
  }

  @Test func anUnsavedGameEndsWithAnError() throws {
    let program = try Program()
    _ = try program.write("no folder", as: "games")
    let outcome = try play(program, "e4\nquit\n")
    #expect(outcome.status == 1 && outcome.errors.contains("The game is not being saved."))
    #expect(outcome.lines.contains { $0.hasPrefix("1. e4") })
  }

  /// A change of language restarts the appliance, not the program.
  @Test func playContinuesInAnotherLanguage() async throws {
    let program = try Program()
    let (process, typing) = try start(program)
    try typing.write(contentsOf: Data("e4\nspeak German\nyes\n".utf8))
    try await program.waitForOutput { $0.contains("Die Züge tippen") }
    try typing.write(contentsOf: Data("e5\nquit\n".utf8))
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0 && outcome.lines.contains { $0.hasPrefix("1... e5") })
  }

  /// The mover's used time is saved too, even without a move.
  @Test func aGameContinuesWithItsClock() throws {
    let program = try Program()
    _ = try play(program, "e4\ne5\n", "--clock", "15+0")
    let again = try play(program, "clock\nresign\ny\n")
    #expect(again.output.contains("15:00"), "\(again.output)")
    let after = try play(program, "clock\n")
    #expect(after.output.contains("There is no clock."), "\(after.output)")
  }

  @Test func playCanBeginWithAPositionOrAGame() throws {
    let program = try Program()
    let fen = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 30"
    let position = try play(program, "Re8\n", "--fen", fen)
    #expect(position.status == 0 && position.lines.contains { $0.hasPrefix("30. Re8#") })
    #expect(try program.text("games/current.pgn").contains(fen))
    // Over several lines, with a comment and a second game.
    let file = try program.write(
      "[Event \"x\"]\n\n1. f3 {weak}\ne5 2. g4 *\n\n[Event \"y\"]\n\n1. d4 *\n", as: "g.pgn")
    let game = try play(program, "Qh4\n", "--pgn", file)
    #expect(game.lines.contains { $0.hasPrefix("2... Qh4#") }, "\(game)")
    #expect(try program.text("games/current.pgn").hasSuffix("1. f3 e5 2. g4 Qh4# 0-1\n"))
  }

  /// It asks before it gives up a game, which continues after a "no".
  @Test func abandoningTheLastGameNeedsConfirmation() throws {
    let program = try Program()
    #expect(try play(program, "e4\n").status == 0)
    let fen = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 30"
    let outcome = try play(program, "n\ne5\n", "--fen", fen)
    #expect(outcome.output.contains("Give up this game and set up the position?"))
    #expect(try program.text("games/current.pgn").hasSuffix("1. e4 e5 *\n"))
  }

  @Test(arguments: [("", "there is no game in it"), ("1. e5 *", "line 1")])
  func filesWithoutAGameAreReported(text: String, reason: String) throws {
    let program = try Program()
    let file = try program.write(text, as: "g.pgn")
    let outcome = try play(program, "", "--pgn", file)
    #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome)")
    #expect(outcome.errors.contains("g.pgn") && outcome.output == "")
    #expect(try play(program, "", "--pgn", "none.pgn").errors.contains("Cannot read none.pgn: No"))
  }

  @Test func stockfishReplies() async throws {
    let program = try Program()
    let process = try program.start([
      "play", "--side", "black", "--level", "1", "--microphone", "none", "--directory", "games",
      "--board", "off",
    ])
    try await program.waitForOutput { $0.contains("\n1. ") }
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    try typing.write(contentsOf: Data("status\n".utf8))
    try await program.waitForOutput { $0.contains("plays white") }
    // The end of the input ends it.
    try typing.close()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0 && outcome.output.contains("  Stockfish "), "\(outcome.errors)")
  }

  @Test func aMissingEngineIsReported() throws {
    let outcome = try Program().run(
      "play", "--opponent", "no-such-engine", "--microphone", "none", "--directory", "games")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("There is no engine no-such-engine"))
  }

  /// A new terminal, and its other end in place of keyboard and screen.
  private func openTerminal() throws -> (terminal: FileHandle, master: CInt) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // As unlockpt and ptsname do, which Swift's module of the C library leaves out.
    var lock: CInt = 0
    var number: CInt = 0
    try #require(ioctl(master, 0x4004_5431, &lock) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let terminal = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
    #expect(fcntl(master, F_SETFL, O_NONBLOCK) == 0)
    return (terminal, master)
  }

  /// The program in its folder, with a terminal as keyboard and screen; not started.
  private func process(
    _ program: Program, _ arguments: [String], on terminal: FileHandle
  ) throws -> Process {
    let process = Process()
    process.executableURL = try Program.executable
    process.arguments = arguments
    process.currentDirectoryURL = program.folder
    process.standardInput = terminal
    process.standardOutput = terminal
    return process
  }

  /// If standard error is the console's terminal, it does not repeat the console's text.
  @Test func aTerminalShowsErrorsOnce() async throws {
    let (terminal, master) = try openTerminal()
    defer { close(master) }
    let program = try Program()
    let config = try program.write("record: {directory: state}\n", as: "c.yaml")
    let process = try process(program, ["run", "--config", config], on: terminal)
    process.standardError = terminal
    try process.run()
    var all = try await shown("White to move.", on: master)
    process.terminate()
    let end = process.ended()
    var rest = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &rest, rest.count)
    all += String(decoding: rest.prefix(max(0, count)), as: UTF8.self)
    #expect(all.split(separator: "\n").count { $0.contains("Cannot watch") } == 1, "\(all)")
    #expect(end.status == 0)
  }

  /// On a terminal the program edits the line itself, so that output does not disturb it.
  @Test func theTerminalsSettingsAreRestored() async throws {
    let (terminal, master) = try openTerminal()
    defer { close(master) }
    let program = try Program()
    let arguments = ["play", "--opponent", "none", "--microphone", "none", "--directory", "games"]
    let process = try process(program, arguments, on: terminal)
    try process.run()
    try await shown("White to move.", on: master)
    #expect(!echoes(terminal.fileDescriptor))
    for (typed, text) in [("e5", "e5"), ("\u{7F}4\r", "1. e4"), ("\u{4}", nil)] {
      #expect(write(master, typed, typed.utf8.count) == typed.utf8.count)
      if let text { try await shown(text, on: master) }
    }
    #expect(process.ended().status == 0)
    #expect(echoes(terminal.fileDescriptor), "it is as it was before")
  }

  private func echoes(_ descriptor: CInt) -> Bool {
    var attributes = termios()
    return tcgetattr(descriptor, &attributes) == 0
      && attributes.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  /// Waits for `text`, and returns all output; fails the test when patience runs out.
  @discardableResult
  private func shown(_ text: String, on master: CInt) async throws -> String {
    var all = ""
    let isShown = await Patience.lasts {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(master, &bytes, bytes.count)
      if count > 0 { all += String(decoding: bytes.prefix(count), as: UTF8.self) }
      return all.contains(text)
    }
    try #require(isShown, "there is only: \(all)")
    return all
  }
}
