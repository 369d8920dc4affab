import Chess
import ChessLanguage
import Localization

/// The appliance's answer to something said or typed.
package enum Response: Sendable, Hashable {
  /// A move was played.
  case move(MoveReport)
  /// An opening's line was put on the board.
  case opening(OpeningReport)
  /// A move was recognized while no game is followed.
  case notation(NotationReport)
  /// A question that must be answered first.
  case ask(Question)
  /// Nothing was done.
  case refused(Refusal)
  /// A command was carried out.
  case command(CommandReport)
  /// The state of the game: sent at its end and after any change other than a move.
  case game(GameReport)
}

/// A move that was played.
package struct MoveReport: Sendable, Hashable {
  /// The spoken or typed words.
  package var text: String
  /// What was played.
  package var move: Move
  /// The move in SAN, "Nf3".
  package var san: String
  /// The side that moved.
  package var color: Color
  /// The move's number in its game, counted from 1.
  package var number: Int
  /// The position after it.
  package var fen: String
  /// From 0 to 1.
  package var confidence: Double
  /// Whether it gives check, mate included.
  package var isCheck: Bool
  /// Whether it ended the game with mate.
  package var isMate: Bool
  /// Whether it ended the game with a draw.
  package var isDraw: Bool
  /// The opening that the game is in; nil outside the known ones.
  package var opening: Opening?
  /// The opponent's own name, if it made the move; nil for a player's move.
  package var opponent: String?
  /// The clock's display after it; nil without a clock.
  package var clock: ClockReport?

  /// The move in UCI notation, "g1f3".
  package var uci: String { move.uci }
}

/// An opening that was put on the board.
package struct OpeningReport: Sendable, Hashable {
  /// The spoken or typed words.
  package var text: String
  /// The opening's name.
  package var opening: Opening
  /// The moves that were played, in SAN, with their numbers.
  package var moves: [String]
  /// The moves in SAN, without their numbers.
  package var sans: [String] = []
  /// The moves in UCI notation.
  package var ucis: [String] = []
  /// The position after them.
  package var fen: String
  /// From 0 to 1.
  package var confidence: Double
  /// The clock's display after them; nil without a clock.
  package var clock: ClockReport?
}

/// A spoken move, with no game to complete it.
package struct NotationReport: Sendable, Hashable {
  /// The spoken words.
  package var text: String
  /// Each reading in the style of SAN; several if the words are ambiguous.
  package var notations: [String]
  /// The opening, if the words name one; nil for a move.
  package var opening: Opening?
  /// From 0 to 1.
  package var confidence: Double
}

/// A question to the player.
package struct Question: Sendable, Hashable {
  /// The subject of a question.
  package enum Subject: Sendable, Hashable {
    /// Whether to carry out a command that needs a confirmation.
    case confirmation(Command)
    /// Which of these legal moves was meant.
    case choice([Move])
    /// Whether to replace the game on the board with this one, of these players.
    case setUp(Game, PlayerNames)
    /// Whether this move was meant.
    case move(Move)

    /// The moves that it offers.
    var moves: [Move] {
      switch self {
      case .choice(let moves): moves
      case .move(let move): [move]
      case .confirmation, .setUp: []
      }
    }
  }

  /// Questions that share one way of answering.
  enum Answering: Hashable {
    case confirmation
    case choice
    case move
  }

  /// What the answer decides.
  package var subject: Subject
  /// The words that led to it.
  package var text: String
  /// For people: "knight b d two or knight f d two?"
  package var prompt: Message
  /// The possible answers, besides "first", "second", … for a choice of moves.
  package var choices: [String]
  /// The moves to choose from, in SAN, in the order of `choices`; empty if there are none.
  package var sans: [String] = []
  /// The confidence in what would be done, 0…1.
  package var confidence: Double
  /// Whether the voice omits how to answer, because it has explained it before.
  package var isBrief = false

  var answering: Answering {
    switch subject {
    case .confirmation, .setUp: .confirmation
    case .choice: .choice
    case .move: .move
    }
  }
}

/// Why nothing was done.
package struct Refusal: Sendable, Hashable {
  /// The reason, for programs; the raw value appears in the JSON lines.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The words have no meaning here.
    case notUnderstood = "not_understood"
    /// The words have a meaning, but its confidence is too low.
    case uncertain
    /// A typed line with unreadable characters.
    case unreadable
    /// A move that is not legal in the position.
    case notLegal = "not_legal"
    /// Words that fit more moves than a question can offer.
    case ambiguous
    /// There is no move to take back.
    case nothingToUndo = "nothing_to_undo"
    /// There is nothing to repeat.
    case nothingToRepeat = "nothing_to_repeat"
    /// The game is over.
    case gameOver = "game_over"
    /// The game so far is not the beginning of that opening, or has gone beyond it.
    case openingElsewhere = "opening_elsewhere"
    /// The answer was "no".
    case declined
    /// The question was not answered in time.
    case lapsed
    /// It is the opponent's turn.
    case notYourTurn = "not_your_turn"
    /// There is no opponent to ask.
    case noOpponent = "no_opponent"
    /// The opponent has not answered.
    case opponentFailed = "opponent_failed"
    /// The opponent declines the draw.
    case drawDeclined = "draw_declined"
    /// The clock has ended the game.
    case timeIsUp = "time_is_up"
    /// The language is not installed.
    case noLanguage = "no_language"
    /// The spoken answers are switched off.
    case noVoice = "no_voice"
    /// The voice cannot be changed any further.
    case voiceLimit = "voice_limit"
    /// The text to set up is not a valid position or game.
    case notAPosition = "not_a_position"
  }

  /// The reason, for programs.
  package var reason: Reason
  /// The recognized or typed words; empty if there were none.
  package var text: String
  /// What is wrong and what to do about it, for people.
  package var message: Message
  /// The confidence of the likeliest reading, 0…1; nil if nothing was heard.
  package var confidence: Double?
  /// The likeliest move; nil if there is none.
  package var move: Move?

  /// A refusal; `message` is a sentence for people.
  package init(
    _ reason: Reason, text: String = "", message: Message, confidence: Double? = nil,
    move: Move? = nil
  ) {
    self.reason = reason
    self.text = text
    self.message = message
    self.confidence = confidence
    self.move = move
  }
}

extension [Response] {
  /// A refusal alone; `message` is a sentence for people.
  static func refused(
    _ reason: Refusal.Reason, _ message: Message, text: String = "", confidence: Double? = nil
  ) -> [Response] {
    [.refused(Refusal(reason, text: text, message: message, confidence: confidence))]
  }
}

/// A command that was carried out.
package struct CommandReport: Sendable, Hashable {
  /// The command.
  package var command: Command
  /// The spoken or typed words.
  package var text: String
  /// From 0 to 1.
  package var confidence: Double
  /// The lines to show: the move taken back, the board, the help.
  package var lines: [Message] = []
  /// The voice from now on; nil: as before.
  package var voice: SpokenVoice?
  /// The answer in words: "Yes", before lines that tell more, or a sentence without lines.
  package var answer: Message?
  /// Whether it only tells whose turn it is.
  package var isBrief = false

  /// A command, and the lines that it shows.
  package init(command: Command, text: String, confidence: Double, lines: [Message] = []) {
    self.command = command
    self.text = text
    self.confidence = confidence
    self.lines = lines
  }
}

extension CommandReport {
  /// Whether it only informs a program that asks for it, such as one that polls the status: nobody
  /// needs to hear it, now or on "repeat".
  package var isForProgram: Bool {
    switch command {
    case .status, .help, .moves, .last, .fen, .pgn, .games: true
    default: false
    }
  }
}

/// The state of a game.
package struct GameReport: Sendable, Hashable {
  /// The moves so far, in SAN.
  package var moves: [String]
  /// The moves so far, in UCI notation.
  package var ucis: [String] = []
  /// The last move with its number, "12... Kg8"; nil at the start.
  package var lastMove: String?
  /// The position now.
  package var fen: String
  /// Whose move it is.
  package var sideToMove: Color
  /// How it ended; nil while it goes on.
  package var outcome: Outcome?
  /// PGN's word for the outcome, "*" while it goes on.
  package var result: GameResult
  /// The opening that the game is in; nil outside the known ones.
  package var opening: Opening?
  /// The clock's display; nil without a clock.
  package var clock: ClockReport?
}

extension NotationReport {
  init(_ meaning: Meaning, notations: [String] = [], opening: Opening? = nil) {
    self.init(
      text: meaning.text, notations: notations, opening: opening, confidence: meaning.confidence)
  }
}

extension Question {
  init(
    _ subject: Subject, _ meaning: Meaning, prompt: Message, choices: [String] = ["yes", "no"],
    sans: [String] = []
  ) {
    self.init(
      subject: subject, text: meaning.text, prompt: prompt, choices: choices, sans: sans,
      confidence: meaning.confidence)
  }
}

extension GameReport {
  /// The current state of a game.
  package init(_ game: Game) {
    self.init(
      moves: game.sans, ucis: game.moves.map(\.uci),
      lastMove: game.numberedSAN(at: game.moves.count - 1),
      fen: game.position.fen, sideToMove: game.position.sideToMove,
      outcome: game.outcome, result: game.result, opening: Openings.opening(of: game))
  }
}
