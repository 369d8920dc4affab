import Chess

/// How a new game is to be: "play against the computer, level three, ten minutes".
public struct GameSetUp: Sendable, Hashable {
  /// Whom one plays against.
  public enum Rival: Sendable, Hashable {
    case engine
    /// Another player at the same board.
    case person
  }

  /// Whom the game is against; nil: as before.
  public var rival: Rival?
  /// The player's side; nil: as before.
  public var side: Color?
  /// How well the opponent plays, in `Command.levels`; nil: as before.
  public var level: Int?
  /// Each side's time on the clock, in minutes; nil: as before.
  public var minutes: Int?
  /// The seconds that each move adds to these minutes; nil: none. It cannot be said, only typed.
  public var increment: Int?

  /// The minutes that can be said.
  public static let allMinutes = [1, 3, 5, 10, 15, 20, 30, 60]

  /// A game in which nothing changes but what is given.
  public init(
    rival: Rival? = nil, side: Color? = nil, level: Int? = nil, minutes: Int? = nil,
    increment: Int? = nil
  ) {
    self.rival = rival
    self.side = side
    self.level = level
    self.minutes = minutes
    self.increment = increment
  }

  /// The game of all that is said of it in one breath; nil if some of it says something else.
  init?(_ commands: [Command]) {
    for command in commands {
      switch command {
      case .newGame: continue
      case .newGameAs(let side): self.side = side
      case .level(let level): self.level = level
      case .begin(let other):
        rival = other.rival ?? rival
        side = other.side ?? side
        level = other.level ?? level
        minutes = other.minutes ?? minutes
      default: return nil
      }
    }
  }
}

/// How the voice that answers is to change.
public enum VoiceChange: String, Sendable, Hashable, CaseIterable {
  case slower
  case faster
  case louder
  case softer
}
