import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// How many example moves the help shows.
  static let exampleCount = 5

  /// The lines that answer a command; empty if the command does not inform.
  mutating func lines(for command: Command) -> [Message] {
    switch command {
    case .show: return BoardDrawing().lines(of: game)
    case .help: return help()
    case .status: return status
    case .moves: return sans(of: game.position.legalMoves).map { .notation($0) }
    case .last: return [lastMove].compactMap(\.self)
    case .fen: return [.verbatim(game.position.fen)]
    case .pgn:
      var pgn = PGN(game)
      if let players { pgn.name(players) }
      return pgn.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { .verbatim($0) }.dropLast()
    case .players:
      guard let players else { return [] }
      return [
        players.white.map { Message("White: \($0).") },
        players.black.map { Message("Black: \($0).") },
      ].compactMap(\.self)
    case .ask(let question): return answers(to: question)
    case .undo, .newGame, .newGameAs, .begin, .resign, .draw, .repeatLast, .hint, .level, .games,
      .setUp, .voice, .introduce, .speak:
      return []
    }
  }

  func sans(of moves: [Move]) -> [String] { moves.map { game.position.san(of: $0) } }

  /// Whose turn it is and any check, or how the game ended, and the last move.
  private var status: [Message] {
    guard mode == .game else { return [] }
    let position = game.position
    let number = position.fullmoveNumber
    var lines = [
      gameOver
        ?? (position.sideToMove == .white
          ? Message("White to move, move \(number).") : Message("Black to move, move \(number)."))
    ]
    if game.outcome == nil, let check { lines[0] = .joined([lines[0], check]) }
    if let lastMove { lines.append(Message("Last move: \(lastMove).")) }
    if let opponent {
      lines.append(
        opponent.side == .white
          ? Message("Opponent: \(opponent.title), plays white.")
          : Message("Opponent: \(opponent.title), plays black."))
    }
    return lines
  }

  /// How the game ended; nil while it goes on.
  var gameOver: Message? { game.outcome.map { Message("Game over: \($0.message).") } }

  /// The last move with its number; nil at the start.
  private var lastMove: Message? {
    lastMove(of: game.position.sideToMove.opponent)
  }

  /// A side's last move with its number; nil if it has played none.
  func lastMove(of side: Color) -> Message? {
    let index = game.moves.count - (game.position.sideToMove == side ? 2 : 1)
    return game.numberedSAN(at: index).map { .notation($0) }
  }

  /// Examples of what can be said now: a few moves, then the commands.
  private mutating func help() -> [Message] {
    defer { helpCount += 1 }
    switch question?.subject {
    case .confirmation, .setUp, .move:
      return [Message("yes"), Message("no")] + Self.helpInQuestions
    case .choice(let moves):
      let ordinals = [
        Message("first"), Message("second"), Message("third"), Message("fourth"), Message("fifth"),
        Message("sixth"),
      ]
      let bound = boundToPosition
      let answers = Array(ordinals.prefix(moves.count)) + [Message("no")]
      let said = moves.map { Message.verbatim(language.written(bound.spoken($0))) }
      return said + answers + Self.helpInQuestions
    case nil where mode == .notation:
      // Without a game, any move will do.
      return examples
    case nil:
      return examples + [
        Message("take back"), Message("new game"), Message("resign"), Message("draw"),
        Message("show the board"), Message("what is on e four"), Message("repeat"),
        Message("status"),
      ]
        + (opponent == nil
          ? [] : [Message("hint"), Message("level five"), Message("new game as black")])
        + [Message("what can I say")]
    }
  }

  private static let helpInQuestions = [
    Message("take back"), Message("new game"), Message("show the board"), Message("repeat"),
    Message("status"), Message("what can I say"),
  ]

  /// A usual move, castling and a capture if they are legal, and others that change with each call.
  private var examples: [Message] {
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
    // The others rotate, so that asking again shows new ones.
    let others = usual.filter { !chosen.contains($0) }
    let begin = others.isEmpty ? 0 : helpCount * Self.exampleCount % others.count
    chosen += (others[begin...] + others[..<begin]).prefix(Self.exampleCount - chosen.count)
    let bound = boundToPosition
    return chosen.map { move in
      let phrases = bound.explicitPhrases(for: move, limit: 3)
      guard !phrases.isEmpty else { return .notation(position.san(of: move)) }
      return .verbatim(language.written(phrases[helpCount % phrases.count]))
    }
  }
}
