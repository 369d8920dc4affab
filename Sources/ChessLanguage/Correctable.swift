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

  /// The other legal moves to the same square.
  package var toSameSquare: [Move] {
    position.legalMoves.filter { $0 != move && $0.to == move.to }
  }

  /// Those of the same kind of piece.
  package var similar: [Move] {
    let piece = position.piece(at: move.from)
    return toSameSquare.filter { position.piece(at: $0.from) == piece }
  }
}
