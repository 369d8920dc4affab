import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct PlayCommandTests {
  @Test func twoPeoplePlayByTyping() async throws {
    let program = try Program()
    let process = try program.start([
      "play", "--opponent", "none", "--microphone", "none", "--directory", "games",
    ])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    try typing.write(contentsOf: Data("f3\nE5\ng4\nqh4\nquit\nnever\n".utf8))
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains { $0.hasPrefix("2... Qh4#") })
    #expect(outcome.lines.contains("0-1  Game over: checkmate, black wins."))
    #expect(outcome.lines.contains("4  . . . . . . P(q)"))
    #expect(try program.text("games/current.pgn").hasSuffix("1. f3 e5 2. g4 Qh4# 0-1\n"))
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
    // The end of what is typed ends it.
    try typing.close()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0 && outcome.output.contains("  Stockfish "), "\(outcome.errors)")
  }

  @Test func anEngineThatIsNotThereIsTold() throws {
    let outcome = try Program().run(
      "play", "--opponent", "no-such-engine", "--microphone", "none", "--directory", "games")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("There is no engine no-such-engine"))
  }

  /// On a terminal the program edits the line itself, so that nothing that is shown gets into it.
  @Test func aTerminalIsTakenAndGivenBack() async throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(master) }
    // As unlockpt and ptsname do, which Swift's module of the C library leaves out.
    var lock: CInt = 0
    var number: CInt = 0
    try #require(ioctl(master, 0x4004_5431, &lock) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let terminal = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
    #expect(fcntl(master, F_SETFL, O_NONBLOCK) == 0)

    let program = try Program()
    let process = Process()
    process.executableURL = try Program.executable
    process.arguments = [
      "play", "--opponent", "none", "--microphone", "none", "--directory", "games",
    ]
    process.currentDirectoryURL = program.folder
    process.standardInput = terminal
    process.standardOutput = terminal
    try process.run()
    try await shown("White to move.", on: master)
    #expect(!echoes(terminal.fileDescriptor))
    for (typed, text) in [("e5", "e5"), ("\u{7F}4\r", "1. e4"), ("\u{4}", nil)] {
      #expect(write(master, typed, typed.utf8.count) == typed.utf8.count)
      if let text { try await shown(text, on: master) }
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(echoes(terminal.fileDescriptor), "it is as it was before")
  }

  private func echoes(_ descriptor: CInt) -> Bool {
    var attributes = termios()
    return tcgetattr(descriptor, &attributes) == 0
      && attributes.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  /// Waits until `text` is shown; fails the test when patience runs out.
  private func shown(_ text: String, on master: CInt) async throws {
    var all = ""
    let isShown = await Patience.lasts {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(master, &bytes, bytes.count)
      if count > 0 { all += String(decoding: bytes.prefix(count), as: UTF8.self) }
      return all.contains(text)
    }
    try #require(isShown, "there is only: \(all)")
  }
}
