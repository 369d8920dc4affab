/// A game's result as PGN writes it.
public enum GameResult: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case whiteWins = "1-0"
  case blackWins = "0-1"
  case draw = "1/2-1/2"
  case unfinished = "*"

  /// The result of a game that somebody has won, or nobody.
  public init(winner: Color?) {
    switch winner {
    case .white: self = .whiteWins
    case .black: self = .blackWins
    case nil: self = .draw
    }
  }

  /// Who has won; nil for a draw and for a game that goes on.
  public var winner: Color? {
    switch self {
    case .whiteWins: .white
    case .blackWins: .black
    case .draw, .unfinished: nil
    }
  }

  /// PGN's word: "1-0", "0-1", "1/2-1/2" or "*".
  public var description: String { rawValue }
}

/// Why a game is drawn.
public enum DrawReason: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// By itself: no legal move and no check.
  case stalemate = "stalemate"
  /// By itself: neither side can ever mate.
  case deadPosition = "dead position"
  /// By itself: the position has come up five times.
  case fivefoldRepetition = "fivefold repetition"
  /// By itself: 75 moves of each side without a capture or pawn move.
  case seventyFiveMoves = "seventy-five-move rule"
  /// When claimed: the position has come up three times.
  case threefoldRepetition = "threefold repetition"
  /// When claimed: 50 moves of each side without a capture or pawn move.
  case fiftyMoves = "fifty-move rule"
  /// When both sides say so.
  case agreement = "agreement"

  /// The reason in words, such as "fifty-move rule".
  public var description: String { rawValue }
}

/// How a game has ended.
public enum Outcome: Hashable, Sendable, CustomStringConvertible {
  case checkmate(winner: Color)
  case resignation(winner: Color)
  case draw(DrawReason)
  /// A record says who has won, or that nobody has, but not why.
  case recorded(winner: Color?)

  /// Nil for a draw.
  public var winner: Color? {
    switch self {
    case .checkmate(let winner), .resignation(let winner): winner
    case .draw: nil
    case .recorded(let winner): winner
    }
  }

  /// PGN's word for it.
  public var result: GameResult { GameResult(winner: winner) }

  /// Such as "checkmate, white wins" or "draw by agreement".
  public var description: String {
    switch self {
    case .checkmate(let winner): "checkmate, \(winner) wins"
    case .resignation(let winner): "\(winner.opponent) resigns, \(winner) wins"
    case .draw(let reason): "draw by \(reason)"
    case .recorded(let winner?): "\(winner) wins"
    case .recorded(nil): "draw"
    }
  }
}
