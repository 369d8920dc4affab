import Chess

@testable import Dialogue

/// Reports as a dialogue gives them.
enum Samples {
  static let move = MoveReport(
    text: "knight takes f seven check", move: Position.start.legalMoves[0],
    san: "Nxf7+", color: .white, number: 12, fen: "FEN", confidence: 0.875, isCheck: true,
    isMate: false, isDraw: false, opening: OpeningName(name: "Italian Game", eco: "C50"))

  static let over = GameReport(
    moves: ["f3", "e5", "g4", "Qh4#"], lastMove: "2... Qh4#", fen: "FEN", sideToMove: .white,
    outcome: .checkmate(winner: .black), result: .blackWins, opening: nil)
}
