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

  func value(of role: Role) -> UInt16? {
    switch role {
    case .wrongPiece: replacedPiece.map { UInt16($0.rawValue) }
    case .wrongFile: replaced.map { UInt16($0.move.to.file) }
    case .wrongRank: replaced.map { UInt16($0.move.to.rank) }
    default: facts.value(of: role, move: move, color: color)
    }
  }

  private var replacedPiece: PieceKind? {
    replaced.flatMap { $0.position.piece(at: $0.move.from)?.kind }
  }

  /// Whether everything said about a move is true of this one; ignores claims such as "check".
  func fits(_ parse: Parse) -> Bool {
    parse.bindings.allSatisfy { $0.role == .ending || value(of: $0.role) == $0.value }
  }
}
