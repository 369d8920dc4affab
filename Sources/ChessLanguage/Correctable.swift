import Chess

/// A move that a correction replaces, such as "no, knight f three".
public struct Correctable: Sendable, Hashable {
  /// The position in which it was played.
  public var position: Position
  /// The move.
  public var move: Move

  /// A move in its position.
  public init(_ move: Move, in position: Position) {
    self.position = position
    self.move = move
  }

  /// The other legal moves of the same kind of piece to the same square.
  package var similar: [Move] {
    let piece = position.piece(at: move.from)
    return position.legalMoves.filter {
      $0 != move && $0.to == move.to && position.piece(at: $0.from) == piece
    }
  }
}
