import Localization

/// A game: its start position, its moves, and how it ended.
public struct Game: Hashable, Sendable {
  /// Every position so far, from the start to the current one; one more than ``moves``.
  public private(set) var positions: [Position]
  /// The moves so far, in order; each is legal in the position before it.
  public private(set) var moves: [Move]
  /// The outcome declared by players or a record, such as a resignation; nil while only the rules
  /// decide.
  public private(set) var declaredOutcome: Outcome?

  /// A game without moves.
  public init(start: Position = .start) {
    self.positions = [start]
    self.moves = []
  }

  /// The game's first position.
  public var start: Position { positions.first ?? .start }

  /// The current position.
  public var position: Position { positions.last ?? .start }

  /// Plays a move; throws if it is illegal or the game is over.
  public mutating func play(_ move: Move) throws(ChessError) {
    if let outcome {
      throw ChessError(
        .gameOver, Message("playing"), move.uci,
        Message("the game is over: \(outcome.message); take a move back or begin a new game"))
    }
    guard position.isLegal(move) else {
      throw ChessError(
        .illegalMove, Message("playing"), move.uci,
        Message("it is not legal in \(position.fen)"))
    }
    append(move)
  }

  /// Plays the move for a notation (see ``Position/move(san:)``), and returns it.
  @discardableResult
  public mutating func play(san text: some StringProtocol) throws(ChessError) -> Move {
    let move = try position.move(san: text)
    try play(move)
    return move
  }

  /// Takes back the last move, and any declared outcome; nil if there is no move.
  @discardableResult
  public mutating func undo() -> Move? {
    guard let move = moves.popLast() else { return nil }
    positions.removeLast()
    declaredOutcome = nil
    return move
  }

  /// Ends the game by resignation, by agreement, by a claim, or as recorded; mate and stalemate
  /// still take precedence.
  public mutating func end(_ outcome: Outcome) {
    declaredOutcome = outcome
  }

  /// Takes back the declared outcome, so that the game continues.
  public mutating func reopen() {
    declaredOutcome = nil
  }

  /// Adds a legal move even after the end of the game, for records that continue.
  mutating func append(_ move: Move) {
    positions.append(position.applying(move))
    moves.append(move)
  }

  /// How the game ended: by mate or stalemate, else as declared, else by an automatic draw; nil
  /// while it goes on.
  public var outcome: Outcome? {
    let position = position
    if !position.hasLegalMove {
      return position.isCheck
        ? .checkmate(winner: position.sideToMove.opponent) : .draw(.stalemate)
    }
    if let declaredOutcome { return declaredOutcome }
    if position.isDeadPosition { return .draw(.deadPosition) }
    if position.halfmoveClock >= 150 { return .draw(.seventyFiveMoves) }
    if repetitionCount >= 5 { return .draw(.fivefoldRepetition) }
    return nil
  }

  /// PGN's result token, "*" while the game goes on.
  public var result: GameResult { outcome?.result ?? .unfinished }

  /// How often the current position has occurred, including now.
  public var repetitionCount: Int {
    let key = position.key
    // Positions before the last capture or pawn move cannot recur, and only every second one has
    // the same side to move.
    var count = 1
    var index = positions.count - 3
    let first = positions.count - 1 - position.halfmoveClock
    while index >= max(0, first) {
      if positions[index].key == key { count += 1 }
      index -= 2
    }
    return count
  }

  /// The draws that the side to move can claim now, except those claimed with a move.
  public var claimableDraws: [DrawReason] {
    guard outcome == nil else { return [] }
    var reasons: [DrawReason] = []
    if repetitionCount >= 3 { reasons.append(.threefoldRepetition) }
    if position.halfmoveClock >= 100 { reasons.append(.fiftyMoves) }
    return reasons
  }

  /// The moves so far in standard algebraic notation.
  public var sans: [String] {
    zip(positions, moves).map { $0.san(of: $1) }
  }

  /// A move in SAN with its number, as in "12. Nxf7+" and "12... Kg8"; nil if there is no such
  /// move.
  public func numberedSAN(at index: Int) -> String? {
    guard moves.indices.contains(index) else { return nil }
    let before = positions[index]
    let number = "\(before.fullmoveNumber)\(before.sideToMove == .white ? "." : "...")"
    return "\(number) \(before.san(of: moves[index]))"
  }
}
