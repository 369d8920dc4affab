import Chess

/// A legal move, with the facts that templates need.
struct BoundMove: Sendable {
  var move: Move
  var facts: MoveFacts
  var color: Color

  /// The legal moves among `moves`, in their order.
  static func bind(_ moves: [Move], in position: Position) -> [BoundMove] {
    moves.compactMap { move in
      position.facts(of: move).map {
        BoundMove(move: move, facts: $0, color: position.sideToMove)
      }
    }
  }

  func value(of role: Role) -> UInt16? {
    facts.value(of: role, move: move, color: color)
  }

  /// Whether everything said about a move is true of this one; claims such as "check" are ignored.
  func fits(_ parse: Parse) -> Bool {
    parse.bindings.allSatisfy { $0.role == .ending || value(of: $0.role) == $0.value }
  }
}
