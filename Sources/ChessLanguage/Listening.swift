import Chess

/// What is listened for: each case has its own grammar.
public enum Listening: Sendable, Hashable {
  /// The legal moves of a position, commands and openings.
  case position(Position)
  /// All moves of all positions, and the openings, if no game is followed.
  case anyMove
  /// "Yes" or "no" to a command that ends a game, or any legal move instead of an answer.
  case confirmation(Command, Position)
  /// Which of several legal moves was meant: their phrases, "first", "second", …, or "no"; or any
  /// other legal move instead of an answer.
  case choice([Move], Position)
}
