import Chess
import ChessLanguage

/// What the appliance answers to something said or typed.
public enum Response: Sendable, Hashable {
  /// A move was played.
  case move(MoveReport)
  /// An opening's line was put on the board.
  case opening(OpeningReport)
  /// A move was heard where no game is followed.
  case notation(NotationReport)
  /// Something has to be answered first.
  case ask(Question)
  /// Nothing was done.
  case refused(Refusal)
  /// A command was carried out.
  case command(CommandReport)
  /// How the game stands, told after what changes it other than by a move, and at its end.
  case game(GameReport)
}

/// A move that was played.
public struct MoveReport: Sendable, Hashable {
  /// The words that were said, or what was typed.
  public var text: String
  /// What was played.
  public var move: Move
  /// The move in SAN, "Nf3".
  public var san: String
  /// Whose move it was.
  public var color: Color
  /// The number of the move in its game, counted from 1.
  public var number: Int
  /// The position after it.
  public var fen: String
  /// From 0 to 1.
  public var confidence: Double
  /// Whether it gives check, mate included.
  public var isCheck: Bool
  /// Whether it ended the game with mate.
  public var isMate: Bool
  /// Whether it ended the game with a draw.
  public var isDraw: Bool
  /// The opening that the game is in; nil outside the known ones.
  public var opening: OpeningName?
  /// What the opponent calls itself whose move it was; nil for a player's move.
  public var opponent: String?

  /// The move in UCI notation, "g1f3".
  public var uci: String { move.uci }
}

/// What an opening is called.
public struct OpeningName: Sendable, Hashable {
  /// The full name, such as "French Defense: Winawer Variation".
  public var name: String
  /// Its code in the Encyclopaedia of Chess Openings, "C50".
  public var eco: String
}

/// An opening that was put on the board.
public struct OpeningReport: Sendable, Hashable {
  /// The words that were said, or what was typed.
  public var text: String
  /// What it is called.
  public var opening: OpeningName
  /// The moves that were played, in SAN, with their numbers.
  public var moves: [String]
  /// The position after them.
  public var fen: String
  /// From 0 to 1.
  public var confidence: Double
}

/// A move as it was said, with no game to complete it.
public struct NotationReport: Sendable, Hashable {
  /// The words that were said.
  public var text: String
  /// Each in the manner of SAN; several where the words can be read so.
  public var notations: [String]
  /// The opening, where words named one; nil for a move.
  public var opening: OpeningName?
  /// From 0 to 1.
  public var confidence: Double
}

/// Something that the player has to answer.
public struct Question: Sendable, Hashable {
  /// What it is about.
  public enum Subject: Sendable, Hashable {
    /// Whether to carry out a command that ends a game.
    case confirmation(Command)
    /// Which of these legal moves was meant.
    case choice([Move])
    /// Whether to go on with this game in place of the one on the board.
    case setUp(Game)
  }

  /// What the answer decides.
  public var subject: Subject
  /// The words that led to it.
  public var text: String
  /// For people: "knight b d two or knight f d two?"
  public var prompt: String
  /// What can be answered, besides "first", "second", … for the choices of a move.
  public var choices: [String]
  /// The moves to choose from, in SAN, in the order of `choices`; empty if nothing is chosen.
  public var sans: [String] = []
  /// From 0 to 1: that of what would be done.
  public var confidence: Double
}

/// Why nothing was done.
public struct Refusal: Sendable, Hashable {
  /// Why, for a program; the raw value is what the JSON lines have.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// No words that mean something here.
    case notUnderstood = "not_understood"
    /// Words that mean something, but too unsurely.
    case uncertain
    /// A typed line with characters that cannot be read.
    case unreadable
    /// A move that is not legal in the position.
    case notLegal = "not_legal"
    /// Words that fit more moves than one can ask about.
    case ambiguous
    /// There is no move to take back.
    case nothingToUndo = "nothing_to_undo"
    /// There is nothing to repeat.
    case nothingToRepeat = "nothing_to_repeat"
    /// The game is over.
    case gameOver = "game_over"
    /// The game so far is not the beginning of that opening, or is past it.
    case openingElsewhere = "opening_elsewhere"
    /// The answer was "no".
    case declined
    /// The question was not answered in time.
    case lapsed
    /// It is the opponent's move.
    case notYourTurn = "not_your_turn"
    /// There is no opponent that could be asked.
    case noOpponent = "no_opponent"
    /// The opponent has not answered.
    case opponentFailed = "opponent_failed"
    /// The opponent does not take the draw.
    case drawDeclined = "draw_declined"
    /// The clock has ended the game.
    case timeIsUp = "time_is_up"
    /// What was to be set up is no position or game.
    case notAPosition = "not_a_position"
  }

  /// Why, for a program.
  public var reason: Reason
  /// The words that were heard, or what was typed; empty if there were none.
  public var text: String
  /// What is wrong and what to do, for people.
  public var message: String
  /// That of the likeliest hypothesis, in 0…1; nil if nothing was heard.
  public var confidence: Double?
  /// The move that was likeliest; nil if none was.
  public var move: Move?

  /// A refusal; `message` is a sentence for people.
  public init(
    _ reason: Reason, text: String = "", message: String, confidence: Double? = nil,
    move: Move? = nil
  ) {
    self.reason = reason
    self.text = text
    self.message = message
    self.confidence = confidence
    self.move = move
  }
}

/// A command that was carried out.
public struct CommandReport: Sendable, Hashable {
  /// Which one.
  public var command: Command
  /// The words that were said, or what was typed.
  public var text: String
  /// From 0 to 1.
  public var confidence: Double
  /// What it has to show, line by line: the move taken back, the board, what can be said.
  public var lines: [String] = []
}

/// How a game stands.
public struct GameReport: Sendable, Hashable {
  /// The moves so far, in SAN.
  public var moves: [String]
  /// The last move with its number, "12... Kg8"; nil at the start.
  public var lastMove: String?
  /// The position now.
  public var fen: String
  /// Whose move it is.
  public var sideToMove: Color
  /// How it ended; nil while it goes on.
  public var outcome: Outcome?
  /// PGN's word for the outcome, "*" while it goes on.
  public var result: GameResult
  /// The opening that the game is in; nil outside the known ones.
  public var opening: OpeningName?
}
