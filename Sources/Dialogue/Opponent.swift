import Chess
import Localization

/// The engine as an opponent, from the dialogue's point of view.
package struct Opponent: Sendable, Hashable {
  /// When it resigns, and when it accepts a draw.
  struct Policy: Sendable, Hashable {
    /// It resigns if its score has been this low, in hundredths of a pawn, …
    var resignation = -1_000
    /// … for this many of its moves in a row.
    var patience = 3
    /// It accepts a draw if its score is no higher than this, in hundredths of a pawn, …
    var draw = 0
    /// … once this many moves have been played.
    var earliestDraw = 10
  }

  /// A kind of request to the opponent.
  package enum Matter: Sendable, Hashable {
    /// Its move.
    case move
    /// A good move for the player.
    case hint
    /// Whether it accepts a draw.
    case draw
  }

  /// A request to it about a game. The answer counts only if nothing has changed meanwhile.
  package struct Task: Sendable, Hashable {
    /// The kind of request.
    package var matter: Matter
    /// The game as it stands.
    package var game: Game
    /// The engine's strength; for a hint, its full strength.
    package var strength: EngineStrength
  }

  /// The side that it plays.
  package var side: Color
  /// Its strength.
  package var strength: EngineStrength
  /// Its own name.
  package var name: String
  /// Whether it has failed to answer; the player may then make its move.
  package var isOut = false
  /// How many of its last moves in a row had a resignable score.
  var lostMoves = 0
  var policy = Policy()

  /// An opponent that has not reported its name yet.
  package init(side: Color, strength: EngineStrength, name: String) {
    self.side = side
    self.strength = strength
    self.name = name
  }

  /// For people: "Stockfish 15.1, level 5".
  var title: Message {
    switch strength {
    case .level(let level): Message("\(name), level \(level)")
    case .elo(let elo): .verbatim("\(name), Elo \(elo)")
    }
  }
}
