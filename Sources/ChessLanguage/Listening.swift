import Chess

/// A situation in which the appliance listens; each has its own grammar.
public enum Listening: Sendable, Hashable {
  /// The legal moves of a position, commands and openings.
  case position(Position)
  /// All moves of all positions, and openings, when no game is followed.
  case anyMove
  /// "Yes" or "no" to a command that needs confirmation, or any legal move instead of an answer.
  case confirmation(Command, Position)
  /// A choice among legal moves: their phrases, "first", "second", …, or "no"; or any other legal
  /// move instead of an answer.
  case choice([Move], Position)
}
