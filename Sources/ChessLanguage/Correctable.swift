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
}
