import ApplianceCore
import Chess
import Foundation
import TestSupport
import Testing

@testable import Appliance
@testable import Dialogue

/// The console for programs, on its own terminal.
@Suite(.serialized) struct ProgramConsoleTests {
  private let introduction = Introduction(version: "1.2.3", locale: "en_US", player: "anna")
  private let standing = Situation.Standing(
    report: GameReport(
      moves: ["e4"], ucis: ["e2e4"], lastMove: "1. e4",
      fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", sideToMove: .black,
      outcome: nil, result: .unfinished, opening: nil),
    players: PlayerNames(white: "Player", black: "Toy"))

  private func console(on line: SerialLine) throws -> TerminalConsole {
    try TerminalConsole(
      .device(line.path, baud: 115_200),
      ConsoleFormatter(format: .jsonl, introduction: introduction),
      log: Log(level: .error, descriptor: -1, isJournal: false))
  }

  /// The received lines, checked against the documentation.
  private func lines(_ text: String) throws -> [ReceivedLine] {
    try text.split(separator: "\r\n").map { try ReceivedLine(String($0)) }
  }

  @Test func theFirstLineIsHello() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try console(on: line)
    let hello = try #require(try lines(line.read(until: "\n")).first)
    #expect(hello["type"] == "hello" && hello["protocol"] == 1 && hello["program"] == "spokenmove")
    #expect(hello["version"] == "1.2.3" && hello["locale"] == "en_US" && hello["player"] == "anna")
    #expect(hello["state"] == "preparing" && hello["recording"] == false)
    #expect(hello.isNull("game") && hello.isNull("position"))
    await console.close()
  }

  /// Lines that waited for the console come after it.
  @Test func helloIsRepeatedWhenTheConsoleReturns() async throws {
    let line = try SerialLine()
    let console = try console(on: line)
    let standing = standing
    console.describe { Situation(state: .recording, game: standing) }
    console.show(.recording)
    for _ in 0..<2 {
      try line.plug()
      let told = try lines(line.read(until: #""recording":true}"#.appending("\r\n")))
      let hello = try #require(told.first)
      #expect(hello["type"] == "hello" && hello["state"] == "recording")
      #expect(hello["recording"] == true)
      #expect(hello["position"] == standing.report.fen && hello["game.turn"] == "black")
      #expect(hello["game.players.black"] == "Toy" && hello.isNull("game.ask"))
      #expect(told.count == 2 && told.last?["type"] == "recording")
      line.unplug()
      try await Patience.wait(for: "the console to notice") { try !line.isLostDeviceOpen }
      console.show(.recording)
    }
    await console.close()
  }

  /// The state is that of the question; everything else is as of writing the line.
  @Test func aStatusHasTheWholeSituation() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try console(on: line)
    var standing = standing
    standing.question = Question(
      subject: .choice([try #require(Move(uci: "b8d7")), try #require(Move(uci: "f6d7"))]),
      text: "knight d seven", prompt: "which?", choices: ["one", "two"], sans: ["Nbd7", "Nfd7"],
      confidence: 0.5)
    let asking = standing
    console.describe { Situation(state: .recording, game: asking) }
    console.show(.status(.available), for: Origin(.program, id: .text("late")))
    console.show(.state(.available))
    let told = try lines(line.read(until: #""available"}"#))
    try #require(told.count == 3)
    let status = told[1]
    #expect(status["type"] == "available" && status["answers"] == "late")
    #expect(status["state"] == "available" && status["recording"] == false)
    #expect(status["position"] == asking.report.fen && status["game.result"] == "*")
    #expect(status["game.moves_uci"] == ["e2e4"] && status["game.moves_san"] == ["e4"])
    #expect(status["game.ask.question"] == "which?" && status["locale"] == "en_US")
    #expect(status["game.ask.moves_san"] == ["Nbd7", "Nfd7"] && status["player"] == "anna")
    #expect(status["game.ask.moves_uci"] == ["b8d7", "f6d7"])
    #expect(told[2]["game"] as String? == nil && told[2]["answers"] as String? == nil)
    await console.close()
  }

  @Test func commandsAreReadAsObjectsAndAsWords() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try console(on: line)
    console.offer(["Nf3"])
    // Before it is opened, a terminal echoes.
    var told = try lines(line.read(until: "\n"))
    var typed = console.lines.makeAsyncIterator()
    line.type(#"{"command":"move","move":"e4","id":7}"# + "\n")
    let origin = Origin(.program, id: .number(7))
    #expect(await typed.next() == ConsoleLine("e4", from: origin, canBePasted: false))
    line.type("start\r")
    #expect(await typed.next() == "start")
    // There is no completion: a control character is not part of a command.
    line.type("N\t\r")
    line.type(#"{"command":"frob","id":"x"}"# + "\r\n")
    line.type(#"{"command":"undo","id":9"# + "\n")
    line.type(String(repeating: "x", count: 2_000) + "\n")
    line.type("undo\n")
    #expect(await typed.next() == "undo")
    told += try lines(line.read(until: "for a command.\",\"source\":\"typed\"}\r\n"))
    let refused = told.filter { $0["type"] == "refused" }
    try #require(refused.count == 4)
    #expect(refused[0]["code"] == "control_character" && refused[0]["source"] == "typed")
    #expect(refused[1]["code"] == "unknown_command" && refused[1]["answers"] == "x")
    #expect(refused[2]["code"] == "damaged_command" && refused[2].isNull("answers"))
    #expect(refused[3]["code"] == "line_too_long")
    await console.close()
  }

  /// On a console for people, an object is an ordinary line, and there is no `hello`.
  @Test func objectsAreReadOnlyOnAConsoleForPrograms() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try TerminalConsole(
      .device(line.path, baud: 115_200), ConsoleFormatter(format: .text),
      log: Log(level: .error, descriptor: -1, isJournal: false))
    let object = #"{"command":"undo","id":7}"#
    console.show(.note("ready"))
    _ = line.read(until: "\n")
    line.type(object + "\r")
    var typed = console.lines.makeAsyncIterator()
    #expect(await typed.next() == ConsoleLine(object))
    #expect(screen(Array(line.read(until: "\r\n").utf8)) == ["> " + object, ""])
    await console.close()
  }

  /// A line without a taker is refused rather than lost.
  @Test func aCommandWithoutRoomIsRefused() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try console(on: line)
    _ = line.read(until: "\n")
    for number in 1...300 { line.type(#"{"command":"last","id":\#(number)}"# + "\n") }
    let told = line.read(until: #""answers":300}"#)
    #expect(told.contains(#""code":"too_many_lines""#))
    await console.close()
  }
}
