import Chess
import ChessLanguage

extension ChessDialogue {
  /// How many moves are given as examples of what can be said.
  static let exampleCount = 5

  /// The lines that answer a command; empty if it is not a command that only informs.
  mutating func lines(for command: Command) -> [String] {
    switch command {
    case .show: return BoardDrawing().lines(of: game)
    case .help: return help()
    case .status: return status
    case .moves: return game.outcome == nil ? sans(of: game.position.legalMoves) : []
    case .last: return [game.numberedSAN(at: game.moves.count - 1)].compactMap { $0 }
    case .fen: return [game.position.fen]
    case .pgn:
      var pgn = PGN(game)
      if let players { pgn.name(players) }
      return pgn.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init).dropLast()
    case .undo, .newGame, .newGameAs, .resign, .draw, .repeatLast, .hint, .level, .games, .setUp:
      return []
    }
  }

  func sans(of moves: [Move]) -> [String] { moves.map { game.position.san(of: $0) } }

  /// Whose turn it is or how the game ended, and the last move.
  private var status: [String] {
    guard mode == .game else { return [] }
    let position = game.position
    let side = position.sideToMove == .white ? "White" : "Black"
    var lines = [
      game.outcome.map { "Game over: \($0)." }
        ?? "\(side) to move, move \(position.fullmoveNumber)."
    ]
    if let last = game.numberedSAN(at: game.moves.count - 1) { lines.append("Last move: \(last).") }
    if let opponent { lines.append("Opponent: \(opponent.title), plays \(opponent.side).") }
    return lines
  }

  /// Examples of what can be said now: a few moves, then the commands.
  private mutating func help() -> [String] {
    defer { helpCount += 1 }
    switch question?.subject {
    case .confirmation, .setUp: return ["yes", "no"] + Self.helpInQuestions
    case .choice(let moves):
      let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"]
      let bound = boundToPosition
      return moves.map { bound.spoken($0) } + ordinals.prefix(moves.count)
        + ["no"] + Self.helpInQuestions
    case nil where mode == .notation:
      // Any move of any position is fine.
      return examples
    case nil:
      return examples + [
        "take back", "new game", "resign", "draw", "show the board", "repeat", "status",
      ] + (opponent == nil ? [] : ["hint", "level five", "new game as black"]) + ["what can I say"]
    }
  }

  private static let helpInQuestions = [
    "take back", "new game", "show the board", "repeat", "status", "what can I say",
  ]

  /// A usual move, castling and a capture if they are legal, and others, which differ from call to
  /// call.
  private var examples: [String] {
    guard game.outcome == nil else { return [] }
    let position = game.position
    let usual = MovePlausibility(of: position, after: game.moves.last).moves
      .sorted { $0.probability > $1.probability }.map(\.move)
    func next(_ moves: [Move]) -> Move? {
      moves.isEmpty ? nil : moves[helpCount % moves.count]
    }
    let facts = usual.map { (move: $0, facts: position.facts(of: $0)) }
    let likely = Array(usual.prefix(3))
    let castling = next(facts.filter { $0.facts?.castling != nil }.map(\.move))
    let capture = next(facts.filter { $0.facts?.isCapture == true }.map(\.move))
    var chosen: [Move] = []
    for move in [next(likely), castling, capture].compactMap({ $0 }) where !chosen.contains(move) {
      chosen.append(move)
    }
    // The others take turns, so that asking again brings new ones.
    let others = usual.filter { !chosen.contains($0) }
    let begin = others.isEmpty ? 0 : helpCount * Self.exampleCount % others.count
    chosen += (others[begin...] + others[..<begin]).prefix(
      max(0, Self.exampleCount - chosen.count))
    let bound = boundToPosition
    return chosen.map { move in
      let phrases = bound.explicitPhrases(for: move, limit: 3)
      return phrases.isEmpty ? position.san(of: move) : phrases[helpCount % phrases.count]
    }
  }
}
