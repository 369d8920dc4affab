import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Lists moves on request: "moves n", "moves g1", "what can the knight do", "can I castle".
  /// Returns nil for other text.
  mutating func readMoves(of words: [String], _ text: String) -> [Response]? {
    let typed = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    var report = CommandReport(command: .moves, text: text, confidence: 1)
    if words == ["can", "i", "castle"] {
      let isTurn = game.outcome == nil && (!isOpponentsTurn || opponent?.isOut == true)
      // The refusal says why not.
      guard isTurn, !castlings.isEmpty else { return readMove("castle", ["castle"]) }
      report.lines = sans(of: castlings).map { .notation($0) }
      return [.command(report)]
    }
    let name: String
    if typed.count == 2, typed[0] == "moves" {
      name = typed[1]
    } else if words.count >= 4, words.prefix(2) == ["what", "can"], words.last == "do" {
      // "g1" of "what can the knight on g1 do".
      name = typed.dropLast().last ?? ""
    } else {
      return nil
    }
    let kind =
      PieceKind.allCases.first { kind in
        [kind.name, kind.message.text(in: translation).lowercased()].contains(name.lowercased())
      }
      ?? (name.count == 1
        ? name.first.flatMap(letters.letter).flatMap { PieceKind(letter: $0) } : nil)
    let square = Square(name)
    guard kind != nil || square != nil else { return nil }
    let position = game.position
    let moves = position.legalMoves.filter { move in
      move.from == square || (kind != nil && position.piece(at: move.from)?.kind == kind)
    }
    if game.outcome == nil { report.lines = sans(of: moves).map { .notation($0) } }
    return [.command(report)]
  }
}
