import Chess

extension ChessDialogue {
  /// Whole lines that typed text can be completed to now: answers or legal moves, then commands.
  public var completions: [String] {
    guard mode == .game else { return Self.commandsAlways }
    switch question?.subject {
    case .confirmation, .setUp: return ["yes", "no"] + Self.commandsInQuestions
    case .choice(let moves): return sans(of: moves) + ["no"] + Self.commandsInQuestions
    case nil:
      let moves = game.outcome == nil ? sans(of: game.position.legalMoves).sorted() : []
      return moves + Self.commands
        + (opponent == nil ? [] : ["hint", "level ", "new game as black", "new game as white"])
    }
  }

  private static let commandsAlways = ["help", "start", "status", "stop"]
  private static let commandsInQuestions =
    commandsAlways + [
      "board", "fen", "games", "last", "moves", "new game", "pgn", "repeat", "undo",
    ]
  private static let commands =
    commandsInQuestions + ["draw", "resign", "set up ", "take back", "what can I say"]
}
