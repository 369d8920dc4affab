import Chess
import ChessLanguage
import Foundation

/// Moves of random but reproducible games, with a phrase for each.
enum Cases {
  private struct Case: Encodable {
    var id: String
    var fen: String
    var uci: String
    var phrase: String
    /// The number of legal moves.
    var moves: Int
  }

  /// Prints `count` cases as JSON lines.
  static func write(_ count: Int, in language: ChessLanguage) throws {
    var draw = Draw()
    let encoder = JSONEncoder()
    var number = 0
    while number < count {
      var game = Game()
      for _ in 0..<Int.random(in: 2..<70, using: &draw) {
        guard game.outcome == nil,
          let move = game.position.legalMoves.randomElement(using: &draw)
        else { break }
        try game.play(move)
      }
      guard game.outcome == nil, let move = game.position.legalMoves.randomElement(using: &draw),
        let phrase = language.bound(to: .position(game.position)).phrases(for: move, limit: 5)
          .randomElement(using: &draw)
      else { continue }
      let line = Case(
        id: "move-\(number)", fen: game.position.fen, uci: move.uci, phrase: phrase,
        moves: game.position.legalMoves.count)
      print(String(decoding: try encoder.encode(line), as: UTF8.self))
      number += 1
    }
  }
}
