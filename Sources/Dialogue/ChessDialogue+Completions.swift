import Chess
import Localization

extension ChessDialogue {
  /// The lines that typed text can be completed to now: answers or legal moves, then commands.
  package var completions: [String] {
    let always = ["help", "start", "status", "stop"]
    guard mode == .game else { return always }
    let inQuestions =
      always + ["board", "fen", "games", "last", "moves"] + words([Message("new game")]) + ["pgn"]
      + words([Message("repeat"), Message("undo")])
    switch question?.subject {
    case .confirmation, .setUp, .move: return words([Message("yes"), Message("no")]) + inQuestions
    case .choice(let moves):
      return written(sans(of: moves)) + words([Message("no")]) + inQuestions
    case nil:
      let moves = game.outcome == nil ? written(sans(of: game.position.legalMoves)).sorted() : []
      return moves + inQuestions + words([Message("draw"), Message("resign")]) + ["set up "]
        + words([Message("take back"), Message("what can I say")])
        + (opponent == nil
          ? []
          : words([Message("hint"), Message("level")]).map { $0 == level ? level + " " : $0 }
            + words([Message("new game as black"), Message("new game as white")]))
    }
  }

  private var level: String { Message("level").text(in: translation) }

  private func words(_ messages: [Message]) -> [String] {
    messages.map { $0.text(in: translation) }
  }

  private func written(_ sans: [String]) -> [String] { words(sans.map { .notation($0) }) }
}
