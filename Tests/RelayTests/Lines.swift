@testable import ApplianceCore
@testable import LanguageModel
@testable import Relay

/// Lines of an appliance, as programs read them.
enum Lines {
  static let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  static let now = TimeStamp(wall: 1_795_000_000_000, monotonic: 0)
  /// A short game: the moves in both notations, and the position after them.
  static let moves = [
    (san: "f3", uci: "f2f3"), (san: "e5", uci: "e7e5"), (san: "g4", uci: "g2g4"),
    (san: "Qh4#", uci: "d8h4"),
  ]

  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func list(_ texts: some Sequence<String>) -> String {
    "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  static func game(
    _ count: Int, of moves: [(san: String, uci: String)] = Lines.moves, fen: String = "?",
    result: String = "*", players: String = "null"
  ) -> String {
    let played = moves.prefix(count)
    return """
      "fen":"\(count == 0 && fen == "?" ? start : fen)","turn":"white","result":"\(result)",\
      "reason":\(result == "*" ? "null" : "\"checkmate\""),\
      "moves_san":\(list(played.map(\.san))),"moves_uci":\(list(played.map(\.uci))),\
      "opening":null,"eco":null,"players":\(players)
      """
  }

  static func hello(_ game: String?) -> [UInt8] {
    bytes(
      """
      {"type":"hello","time":"2026-11-25T10:00:00.000Z","available":true,"state":"available",\
      "recording":false,"listening":false,"locale":"en_US","player":null,"version":"0.2.0",\
      "game":\(game.map { "{\($0)}" } ?? "null")}
      """)
  }

  static func gameLine(_ game: String, second: Int = 1) -> [UInt8] {
    bytes("{\"type\":\"game\",\"time\":\"2026-11-25T10:00:0\(second).000Z\",\(game)}")
  }

  static func result(_ index: Int, members: String = "") -> [UInt8] {
    let move = moves[index]
    return bytes(
      """
      {"type":"result","time":"2026-11-25T10:00:02.000Z","text":"x","confidence":0.9,\
      "san":"\(move.san)","uci":"\(move.uci)","number":\(index / 2 + 1),\
      "color":"\(index % 2 == 0 ? "white" : "black")","fen":"?","opening":null,"eco":null,\
      "source":"voice"\(members)}
      """)
  }
}

extension RelayMessage {
  var node: JSONNode? { try? JSONNode.parse(Array(payload.utf8)) }
}
