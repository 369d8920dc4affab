import Chess

/// The set-up of a new game: "play against the computer, level three, ten minutes".
public struct GameSetUp: Sendable, Hashable {
  /// The kind of opponent.
  public enum Rival: Sendable, Hashable {
    case engine
    /// Another player at the same board.
    case person
  }

  /// The rival; nil: as before.
  public var rival: Rival?
  /// The player's side; nil: as before.
  public var side: Color?
  /// The opponent's level, in `Command.levels`; nil: as before.
  public var level: Int?
  /// Each side's time on the clock, in minutes; nil: as before.
  public var minutes: Int?
  /// The increment in seconds per move; nil: none. Typed only.
  public var increment: Int?

  /// The minutes that can be said.
  public static let allMinutes = [1, 3, 5, 10, 15, 20, 30, 60]

  /// A game that changes only what is given.
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

  /// The game that several commands in one breath describe; nil if one of them is no part of a
  /// set-up.
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

/// A change of the voice.
public enum VoiceChange: String, Sendable, Hashable, CaseIterable {
  case slower
  case faster
  case louder
  case softer
}
