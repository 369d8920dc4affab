import Chess

/// The engine that a player plays against, as the dialogue knows it.
public struct Opponent: Sendable, Hashable {
  /// When it gives up, and when it takes a draw.
  struct Policy: Sendable, Hashable {
    /// It resigns where it has been worse than this, in hundredths of a pawn, …
    var resignation = -1_000
    /// … for so many of its moves in a row.
    var patience = 3
    /// It takes a draw where it is no better than this, in hundredths of a pawn, …
    var draw = 0
    /// … once so many moves have been played.
    var earliestDraw = 10
  }

  /// What it is asked.
  public enum Matter: Sendable, Hashable {
    /// Its move.
    case move
    /// A good move for the player.
    case hint
    /// Whether it takes a draw.
    case draw
  }

  /// Something that it is asked about a game. An answer counts only while nothing has changed.
  public struct Task: Sendable, Hashable {
    /// What is asked.
    public var matter: Matter
    /// The game as it stands.
    public var game: Game
    /// How strong the engine is to play: a hint is as good as it can be.
    public var strength: EngineStrength
  }

  /// The side that it plays.
  public var side: Color
  /// How strong it plays.
  public var strength: EngineStrength
  /// What it calls itself.
  public var name: String
  /// It did not answer; the player may play its move.
  public var isOut = false
  /// Its moves in a row at which it was all but lost.
  var lostMoves = 0
  var policy = Policy()

  /// An opponent that has not said its name yet.
  public init(side: Color, strength: EngineStrength, name: String) {
    self.side = side
    self.strength = strength
    self.name = name
  }

  /// For people: "Stockfish 15.1, level 5".
  var title: String {
    switch strength {
    case .level(let level): "\(name), level \(level)"
    case .elo(let elo): "\(name), Elo \(elo)"
    }
  }
}
