import Chess
import ChessLanguage

/// How well an engine plays.
package enum EngineStrength: Sendable, Hashable {
  /// A level in 1…8, as on chess servers.
  case level(Int)
  /// An Elo rating; the engine uses the nearest that it supports.
  case elo(Int)

  /// The available levels.
  package static let levels = Command.levels
}

/// An engine's answer.
package struct EngineAnswer: Sendable, Hashable {
  /// A legal move.
  package var move: Move
  /// The score for the side to move, in hundredths of a pawn; nil if the engine gave none.
  package var score: Int?
  /// The engine's own name.
  package var engine: String

  /// An engine's answer.
  package init(move: Move, score: Int?, engine: String) {
    self.move = move
    self.score = score
    self.engine = engine
  }
}

/// A chess engine.
package protocol Engine: Sendable {
  /// Finds the next move of a game. Blocks while the engine thinks, for `time`, and for a bounded
  /// time more if the engine is slow or fails and is asked again.
  func answer(
    _ game: Game, at strength: EngineStrength, thinking time: Duration
  ) throws(EngineError) -> EngineAnswer

  /// Ends the engine soon, even in the middle of its work. May be called twice.
  func close()
}
