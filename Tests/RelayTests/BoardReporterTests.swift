import Chess
import Foundation
import TestSupport
import Testing

@testable import LanguageModel
@testable import Relay

@Suite(.tags(.hardwareFree)) struct BoardReporterTests {
  private var reporter = BoardReporter(board: "table-1")

  /// The topics, and for moves their number in the game.
  private func summary(_ messages: [RelayMessage]) -> [String] {
    messages.map { message in
      let sequence = message.node?["sequence"]?.number.map { String($0) } ?? ""
      let event = message.node?["event_type"]?.text ?? ""
      return "\(message.kind.rawValue) \(event)\(sequence)"
    }
  }

  private mutating func feed(_ line: [UInt8]) -> [String] {
    let messages = reporter.handle(line, at: Lines.now)
    for message in messages { checkSchema(message) }
    return summary(messages)
  }

  /// Every message follows the schema, repeated or not.
  private func checkSchema(_ message: RelayMessage) {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../deploy/relay.schema.json")
    let name = message.kind == .game ? "end" : message.kind.rawValue
    do {
      let schema = try JSONSchema(contentsOf: file, at: name)
      #expect(schema.faults(in: message.payload) == [], "\(message)")
      if message.kind != .partial { #expect(schema.faults(in: message.repeated.payload) == []) }
    } catch {
      Issue.record(error)
    }
  }

  @Test mutating func aGameIsReportedMoveByMove() throws {
    #expect(feed(Lines.hello(Lines.game(0))) == ["state ", "position 0"])
    for index in 0..<3 {
      #expect(feed(Lines.result(index)) == ["move move\(index + 1)", "position \(index + 1)"])
    }
    let last = reporter.handle(Lines.result(3), at: Lines.now)
    let node = try #require(last.first?.node)
    #expect(node["san"]?.text == "Qh4#")
    #expect(node["number"]?.number == 2)
    #expect(node["color"]?.text == "black")
    #expect(node["ply"]?.number == 4)
    #expect(node["board"]?.text == "table-1")
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    #expect(node["fen"]?.text == fen)
    let end = reporter.handle(Lines.gameLine(Lines.game(4, result: "0-1")), at: Lines.now)
    #expect(summary(end) == ["game end5", "position 5"])
    for message in end + last { checkSchema(message) }
    let pgn = try #require(end.first?.node?["pgn"]?.text)
    let read = try #require(try PGN.games(in: pgn).first)
    #expect(read.game.sans == ["f3", "e5", "g4", "Qh4#"])
    #expect(read[tag: "Site"] == "table-1")
    #expect(read[tag: "Result"] == "0-1")
    // Nothing is new.
    #expect(feed(Lines.gameLine(Lines.game(4, result: "0-1"))) == [])
  }

  @Test mutating func missedMovesAreTakenFromTheGame() throws {
    _ = feed(Lines.hello(Lines.game(0)))
    _ = feed(Lines.result(0))
    // The relay restarts.
    var next = BoardReporter(board: "table-1", kept: Array(reporter.progressLine.utf8))
    let missed = next.handle(Lines.hello(Lines.game(3)), at: Lines.now)
    #expect(summary(missed) == ["state ", "move move2", "move move3", "position 3"])
    #expect(missed[1].node?["caught_up"]?.flag == true)
    #expect(missed[1].node?["game"]?.text == "2026-11-25T10:00:00.000Z")
    // Again, with nothing missed.
    var again = BoardReporter(board: "table-1", kept: Array(next.progressLine.utf8))
    #expect(summary(again.handle(Lines.hello(Lines.game(3)), at: Lines.now)) == ["state "])
    #expect(summary(again.standing(at: Lines.now)) == ["state ", "position 3"])
  }

  @Test mutating func movesAreTakenBack() {
    _ = feed(Lines.hello(Lines.game(0)))
    _ = feed(Lines.result(0))
    _ = feed(Lines.result(1))
    _ = feed(Lines.bytes("{\"type\":\"command\",\"command\":\"undo\"}"))
    #expect(feed(Lines.gameLine(Lines.game(1))) == ["move undo3", "position 3"])
    _ = feed(Lines.bytes("{\"type\":\"command\",\"command\":\"undo\"}"))
    let undone = reporter.handle(Lines.gameLine(Lines.game(0)), at: Lines.now)
    #expect(summary(undone) == ["move undo4", "position 4"])
    #expect(undone.first?.node?["undone"]?.number == 1)
    #expect(undone.first?.node?["ply"]?.number == 0)
    #expect(undone.first?.node?["fen"]?.text == Lines.start)
  }

  @Test mutating func aNewGameHasItsOwnNameAndNumbers() {
    _ = feed(Lines.hello(Lines.game(0)))
    _ = feed(Lines.result(0))
    let first = reporter.progress.id
    #expect(feed(Lines.gameLine(Lines.game(0), second: 5)) == ["position 0"])
    #expect(reporter.progress.id == "2026-11-25T10:00:05.000Z")
    #expect(reporter.progress.id != first)
    #expect(feed(Lines.result(0)) == ["move move1", "position 1"])
    // Another first move.
    let other = [(san: "d4", uci: "d2d4"), (san: "d5", uci: "d7d5")]
    let line = Lines.gameLine(Lines.game(2, of: other), second: 7)
    #expect(feed(line) == ["move move1", "move move2", "position 2"])
    #expect(reporter.progress.id == "2026-11-25T10:00:07.000Z")
  }

  @Test mutating func aGameFromAPositionIsReported() throws {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    _ = feed(Lines.hello(Lines.game(0)))
    #expect(feed(Lines.gameLine(Lines.game(0, fen: fen), second: 3)) == ["position 0"])
    let move = Lines.bytes(
      "{\"type\":\"result\",\"san\":\"e4\",\"uci\":\"e2e4\",\"number\":1,\"color\":\"white\"}")
    let messages = reporter.handle(move, at: Lines.now)
    #expect(messages.first?.node?["fen"]?.text == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")
    let pgn = try #require(messages.last?.node?["pgn"]?.text)
    #expect(pgn.contains("[FEN \"\(fen)\"]"))
  }

  @Test func withoutItsStartAGameIsReportedWithoutPositions() {
    var reporter = BoardReporter(board: "b")
    let moves = [(san: "Ke2", uci: "e1e2")]
    let messages = reporter.handle(
      Lines.hello(Lines.game(1, of: moves, fen: "4k3/8/8/8/8/8/4K3/8 b - - 1 1")), at: Lines.now)
    #expect(summary(messages) == ["state ", "move move1", "position 1"])
    for message in messages { checkSchema(message) }
    guard case .null = messages[1].node?["fen"]?.value else {
      Issue.record("there is a position")
      return
    }
  }

  @Test mutating func anOpeningIsReportedAsSeveralMoves() {
    _ = feed(Lines.hello(Lines.game(0)))
    let line = Lines.bytes(
      """
      {"type":"result","moves":["1. e4","1... e5"],"moves_san":["e4","e5"],\
      "moves_uci":["e2e4","e7e5"],"opening":"King's Pawn Game","eco":"C20"}
      """)
    #expect(feed(line) == ["move move1", "move move2", "position 2"])
    // "repeat" shows it again.
    #expect(feed(Lines.result(0, members: ",\"repeated\":true")) == [])
  }

  @Test mutating func theAppliancesStateIsReportedOnce() {
    let busy =
      "{\"type\":\"available\",\"available\":false,\"state\":\"unavailable\",\"cause\":\"microphone\","
      + "\"reason\":\"It is not there.\"}"
    #expect(feed(Lines.bytes(busy)) == ["state "])
    #expect(feed(Lines.bytes(busy)) == [])
    #expect(feed(Lines.bytes("{\"type\":\"recording\",\"recording\":true}")) == ["state "])
    #expect(feed(Lines.bytes("{\"type\":\"partial\",\"text\":\"knight\"}")) == [])
    var showing = BoardReporter(board: "b", showsPartials: true)
    let partial = showing.handle(
      Lines.bytes("{\"type\":\"partial\",\"text\":\"k\"}"), at: Lines.now)
    #expect(partial.map(\.kind) == [.partial])
  }

  @Test(arguments: [
    "", "{", "null", "[1]", "{\"type\":7}", "{\"type\":\"result\"}", "{\"type\":\"game\"}",
    "{\"type\":\"result\",\"san\":\"e4\",\"uci\":7}",
    "{\"type\":\"result\",\"moves_san\":[\"e4\"],\"moves_uci\":[]}",
    "{\"type\":\"game\",\"fen\":\"x\",\"moves_san\":[1],\"moves_uci\":[2]}",
    "{\"type\":\"hello\",\"game\":[]}\u{1}", "{\"type\":\"new in a later version\"}",
  ])
  mutating func otherLinesAreIgnored(_ text: String) {
    _ = feed(Lines.hello(Lines.game(0)))
    #expect(feed(Lines.bytes(text)) == [])
  }

  @Test(arguments: [
    "", "{}", "x", "{\"game\":\"a\",\"sequence\":-1,\"uci\":[],\"san\":[]}",
    "{\"game\":\"a\",\"sequence\":9223372036854775807,\"uci\":[],\"san\":[]}",
  ])
  func aDamagedRecordIsIgnored(_ text: String) {
    #expect(BoardReporter(board: "b", kept: Array(text.utf8)).progress == GameProgress())
  }

  @Test func repeatedMessagesAreMarked() {
    let message = RelayMessage(.move, "{\"san\":\"e4\"}").repeated
    #expect(message.payload == "{\"san\":\"e4\",\"repeated\":true}")
  }
}
