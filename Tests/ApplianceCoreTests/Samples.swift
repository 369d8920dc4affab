@testable import Chess
@testable import Dialogue

/// Reports as a dialogue gives them.
enum Samples {
  static let move = MoveReport(
    text: "knight takes f seven check", move: Position.start.legalMoves[0],
    san: "Nxf7+", color: .white, number: 12, fen: "FEN", confidence: 0.875, isCheck: true,
    isMate: false, isDraw: false, opening: Opening(eco: "C50", name: "Italian Game", moves: []))

  static let over = GameReport(
    moves: ["f3", "e5", "g4", "Qh4#"], lastMove: "2... Qh4#", fen: "FEN", sideToMove: .white,
    outcome: .checkmate(winner: .black), result: .blackWins, opening: nil)

  static var clock: ClockReport {
    get throws {
      guard let control = TimeControl("15+10") else { throw Failure.noClock }
      var clock = ChessClock(control).report(at: .zero)
      clock.running = .black
      clock.black = .milliseconds(61_500)
      return clock
    }
  }

  private enum Failure: Error { case noClock }
}
