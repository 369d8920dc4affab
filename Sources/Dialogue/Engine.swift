import Chess
import ChessLanguage

/// How strong an engine plays.
public enum EngineStrength: Sendable, Hashable {
  /// A level in 1…8, as players know them from servers.
  case level(Int)
  /// A rating; the nearest that the engine has.
  case elo(Int)

  /// The levels that there are.
  public static let levels = Command.levels
}

/// A game in which the next move is looked for.
public struct EngineRequest: Sendable, Hashable {
  /// The game so far.
  public var game: Game
  /// How long the engine thinks.
  public var time: Duration
  /// How strong it plays.
  public var strength: EngineStrength

  /// A question to an engine.
  public init(game: Game, time: Duration, strength: EngineStrength) {
    self.game = game
    self.time = time
    self.strength = strength
  }
}

/// What an engine has found.
public struct EngineAnswer: Sendable, Hashable {
  /// A legal move.
  public var move: Move
  /// How good the position is for the side to move, in hundredths of a pawn; nil if the engine
  /// did not say.
  public var score: Int?
  /// What the engine calls itself.
  public var engine: String

  /// An engine's answer.
  public init(move: Move, score: Int?, engine: String) {
    self.move = move
    self.score = score
    self.engine = engine
  }
}

/// Something that finds moves.
public protocol Engine: Sendable {
  /// Looks for a move. Blocks, for the request's time and the engine's grace at most.
  func answer(_ request: EngineRequest) throws(EngineError) -> EngineAnswer

  /// Ends it soon, whatever it does. May be called twice.
  func close()
}
