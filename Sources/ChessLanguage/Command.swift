import Chess

/// A player's request to the appliance other than a move, by voice or on its console.
public enum Command: Sendable, Hashable {
  case undo
  case newGame
  /// A new game in which the player has this color.
  case newGameAs(Color)
  case resign
  case draw
  case show
  case repeatLast
  case help
  case status
  case hint
  /// The opponent's level, in ``levels``.
  case level(Int)
  /// A new game with this set-up.
  case begin(GameSetUp)
  /// A change of the voice.
  case voice(VoiceChange)
  /// The speaker's name, as in "I am Anna".
  case introduce(String)
  /// Another language, by its ISO 639 code such as "de".
  case speak(String)
  /// A question about the board or the game.
  case ask(BoardQuestion)
  // Typed, or said and then read as if typed: no language has a class for these.
  case moves
  case last
  case fen
  case pgn
  /// All saved games, as PGN.
  case games
  /// A game from a given position.
  case setUp
  /// The players' names.
  case players

  /// The opponent's levels.
  public static let levels = 1...8

  /// Whether it needs a "yes" first: it ends a game, or changes the language.
  public var asksForConfirmation: Bool {
    switch self {
    case .newGame, .newGameAs, .begin, .resign, .draw, .speak: true
    default: false
    }
  }

  /// Whether it changes the game, the players or the voice, rather than only informing.
  public var changesSomething: Bool {
    switch self {
    case .show, .repeatLast, .help, .status, .hint, .ask, .moves, .last, .fen, .pgn, .games,
      .players:
      false
    default: true
    }
  }

  /// Whether it is allowed while a question is open.
  public var isSaidToQuestions: Bool {
    switch self {
    case .resign, .draw, .level, .speak: false
    default: true
    }
  }
}

// Not RawRepresentable, whose == would compare raw values; this compares cases.
extension Command: CaseIterable {
  private static let names: [(command: Command, name: String)] =
    [
      (.undo, "undo"), (.newGame, "new-game"), (.newGameAs(.white), "new-game-white"),
      (.newGameAs(.black), "new-game-black"), (.resign, "resign"), (.draw, "draw"),
      (.show, "show"), (.repeatLast, "repeat"), (.help, "help"), (.status, "status"),
      (.hint, "hint"), (.moves, "moves"), (.last, "last"), (.fen, "fen"), (.pgn, "pgn"),
      (.games, "games"), (.setUp, "set-up"), (.players, "players"),
      (.begin(GameSetUp(rival: .engine)), "play-computer"),
      (.begin(GameSetUp(rival: .person)), "two-players"),
      (.begin(GameSetUp(side: .white)), "as-white"), (.begin(GameSetUp(side: .black)), "as-black"),
    ] + levels.map { (.level($0), "level-\($0)") }
    + GameSetUp.allMinutes.map { (.begin(GameSetUp(minutes: $0)), "minutes-\($0)") }
    + VoiceChange.allCases.map { (.voice($0), $0.rawValue) }

  private static let speakPrefix = "speak-"

  /// Every command except questions and languages; one for each level and number of minutes.
  public static var allCases: [Command] { names.map(\.command) }

  /// The command with this name, which is its class in the data files; nil for a question, and for
  /// a command that needs more than a class.
  public init?(rawValue name: String) {
    if name.hasPrefix(Self.speakPrefix) {
      let code = String(name.dropFirst(Self.speakPrefix.count))
      guard (2...3).contains(code.count), code.allSatisfy(\.isLowercase) else { return nil }
      self = .speak(code)
      return
    }
    guard let command = Self.names.first(where: { $0.name == name })?.command else {
      return nil
    }
    self = command
  }

  /// The command's name.
  public var rawValue: String {
    switch self {
    case .ask(let question): return question.name
    case .introduce: return Self.players.rawValue
    case .speak(let language): return Self.speakPrefix + language
    default: return Self.names.first { $0.command == self }?.name ?? Self.newGame.rawValue
    }
  }
}
