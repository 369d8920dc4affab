import Chess

/// A legal move, with the facts that templates need.
struct BoundMove: Sendable {
  var move: Move
  var facts: MoveFacts
  var color: Color
  /// The move that it would replace; nil if there is none.
  var replaced: Correctable?

  /// The legal moves among `moves`, in their order.
  static func bind(
    _ moves: [Move], in position: Position, replacing replaced: Correctable? = nil
  ) -> [BoundMove] {
    moves.compactMap { move in
      position.facts(of: move).map {
        BoundMove(move: move, facts: $0, color: position.sideToMove, replaced: replaced)
      }
    }
  }

  /// The role's value for this move; nil if no template with the role fits the move.
  func value(of role: Role) -> UInt16? {
    switch role {
    case .piece: UInt16(facts.piece.rawValue)
    case .captured: facts.captured.map { UInt16($0.rawValue) }
    case .promotion: facts.promotion.map { UInt16($0.rawValue) }
    case .fromFile: UInt16(move.from.file)
    case .fromRank: UInt16(move.from.rank)
    case .file, .homeFile: UInt16(move.to.file)
    case .rank: UInt16(move.to.rank)
    case .promotionRank: facts.promotion == nil ? nil : UInt16(move.to.rank)
    case .homeRank: UInt16(color == .white ? move.to.rank : 7 - move.to.rank)
    case .takes, .capturing: facts.isCapture ? 0 : nil
    case .kingsideCastle: facts.castling == .kingside ? 0 : nil
    case .queensideCastle: facts.castling == .queenside ? 0 : nil
    case .enPassant: facts.isEnPassant ? 0 : nil
    case .ahead: pawnSteps == nil ? nil : 0
    case .oneSquare: pawnSteps == 1 ? 0 : nil
    case .twoSquares: pawnSteps == 2 ? 0 : nil
    case .by(let piece): facts.piece == piece ? 0 : nil
    case .choosing, .correct: 0
    case .ending:
      UInt16((facts.givesMate ? Ending.mate : facts.givesCheck ? .check : .none).rawValue)
    case .wrongPiece: replacedPiece.map { UInt16($0.rawValue) }
    case .wrongFile: replaced.map { UInt16($0.move.to.file) }
    case .wrongRank: replaced.map { UInt16($0.move.to.rank) }
    case .sameSquare:
      replaced.flatMap { $0.move.to == move.to && $0.move.from != move.from ? 0 : nil }
    case .samePiece:
      replaced.flatMap { $0.move.from == move.from && $0.move.to != move.to ? 0 : nil }
    case .opening, .command, .yes, .no, .choice, .asks, .asked, .introduces, .name: nil
    }
  }

  /// How many squares a pawn goes straight ahead; nil for all other moves.
  private var pawnSteps: Int? {
    guard facts.piece == .pawn, !facts.isCapture else { return nil }
    return abs(move.to.rank - move.from.rank)
  }

  private var replacedPiece: PieceKind? {
    replaced.flatMap { $0.position.piece(at: $0.move.from)?.kind }
  }

  /// Whether everything said about a move is true of this one; ignores claims such as "check".
  func fits(_ parse: Parse) -> Bool {
    parse.bindings.allSatisfy { $0.role == .ending || value(of: $0.role) == $0.value }
  }
}
