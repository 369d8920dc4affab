/// A game's result as PGN writes it.
public enum GameResult: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case whiteWins = "1-0"
  case blackWins = "0-1"
  case draw = "1/2-1/2"
  case unfinished = "*"

  /// The result of a game with this winner; nil for a draw.
  public init(winner: Color?) {
    switch winner {
    case .white: self = .whiteWins
    case .black: self = .blackWins
    case nil: self = .draw
    }
  }

  /// The winner; nil for a draw and for a game that goes on.
  public var winner: Color? {
    switch self {
    case .whiteWins: .white
    case .blackWins: .black
    case .draw, .unfinished: nil
    }
  }

  /// PGN's token: "1-0", "0-1", "1/2-1/2" or "*".
  public var description: String { rawValue }
}

/// Why a game is drawn.
public enum DrawReason: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Automatic: no legal move, and no check.
  case stalemate = "stalemate"
  /// Automatic: neither side can ever mate.
  case deadPosition = "dead position"
  /// Automatic: the position has occurred five times.
  case fivefoldRepetition = "fivefold repetition"
  /// Automatic: 75 moves by each side without a capture or pawn move.
  case seventyFiveMoves = "seventy-five-move rule"
  /// On a claim: the position has occurred three times.
  case threefoldRepetition = "threefold repetition"
  /// On a claim: 50 moves by each side without a capture or pawn move.
  case fiftyMoves = "fifty-move rule"
  /// By agreement.
  case agreement = "agreement"

  /// The reason in words, such as "fifty-move rule".
  public var description: String { rawValue }
}

/// How a game ended.
public enum Outcome: Hashable, Sendable, CustomStringConvertible {
  case checkmate(winner: Color)
  case resignation(winner: Color)
  case draw(DrawReason)
  /// A side's time is up; nil: the other side could not mate, so it is a draw.
  case time(winner: Color?)
  /// The winner in a record that does not say why; nil for a draw.
  case recorded(winner: Color?)

  /// Nil for a draw.
  public var winner: Color? {
    switch self {
    case .checkmate(let winner), .resignation(let winner): winner
    case .draw: nil
    case .time(let winner), .recorded(let winner): winner
    }
  }

  /// PGN's result token.
  public var result: GameResult { GameResult(winner: winner) }

  /// Such as "checkmate, white wins" or "draw by agreement".
  public var description: String { message.description }

  /// A stable word for programs.
  package var code: String {
    switch self {
    case .checkmate: "checkmate"
    case .resignation: "resignation"
    case .draw(.stalemate): "stalemate"
    case .draw(.deadPosition): "material"
    case .draw(.fivefoldRepetition), .draw(.threefoldRepetition): "repetition"
    case .draw(.seventyFiveMoves): "seventy_five_moves"
    case .draw(.fiftyMoves): "fifty_moves"
    case .draw(.agreement): "agreement"
    case .time: "time"
    case .recorded: "unknown"
    }
  }
}
