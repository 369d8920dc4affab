import Chess

/// A question about the board or the game, for players who do not look at the board.
public enum BoardQuestion: Sendable, Hashable {
  /// What is on a square.
  case square(Square)
  /// Where both sides' pieces of a kind are.
  case pieces(PieceKind)
  /// Where the speaker's pieces of a kind are.
  case ownPieces(PieceKind)
  /// Where all of the speaker's pieces are.
  case mine
  /// What is on a rank, 0…7 for 1…8.
  case rank(Int)
  /// What is on a file, 0…7 for a…h.
  case file(Int)
  /// What is on a diagonal, from one square to another.
  case diagonal(Square, Square)
  /// Which pieces of either side attack a square.
  case attackers(Square)
  /// Which pieces defend the piece on a square.
  case defenders(Square)
  /// The last moves; how many of them.
  case lastMoves(Int)
  /// The material of each side.
  case material
  /// The castling rights.
  case castling
  /// How much time both sides have.
  case time
  // Typed, or said and then read as if typed: no language has a class for these.
  /// Whether a side is in check, and from which piece; nil: the side to move.
  case check(Color?)
  /// Where one side's pieces of a kind are.
  case sidesPieces(Color, PieceKind)
  /// Where all pieces of a side are.
  case side(Color)
  /// The player's side, the level and the clock.
  case terms
  /// Whether a draw can be claimed.
  case draw

  /// The kind of question without its subject; the raw value is its class in the data files.
  enum Asking: String, CaseIterable {
    case square = "ask-square"
    case pieces = "ask-pieces"
    case ownPieces = "ask-own-pieces"
    case mine = "ask-mine"
    case rank = "ask-rank"
    case file = "ask-file"
    case diagonal = "ask-diagonal"
    case pawns = "ask-pawns"
    case attackers = "ask-attackers"
    case defenders = "ask-defenders"
    case lastMoves = "ask-last-moves"
    case material = "ask-material"
    case castling = "ask-castling"
    case time = "ask-time"
  }

  /// The question in words with their values; nil if a value is missing.
  init?(_ asking: Asking, _ parse: Parse) {
    let (file, rank) = (parse.value(of: .file).map(Int.init), parse.value(of: .rank).map(Int.init))
    func at(_ file: Int?, _ rank: Int?) -> Square? {
      file.flatMap { file in rank.flatMap { Square(file: file, rank: $0) } }
    }
    let square = at(file, rank)
    let first = at(
      parse.value(of: .fromFile).map(Int.init), parse.value(of: .fromRank).map(Int.init))
    let piece = parse.value(of: .asked)
      .flatMap { PieceKind(rawValue: UInt8(truncatingIfNeeded: $0)) }
    let question: BoardQuestion? =
      switch asking {
      case .square: square.map { .square($0) }
      case .pieces: piece.map { .pieces($0) }
      case .ownPieces: piece.map { .ownPieces($0) }
      case .mine: .mine
      case .rank: rank.map { .rank($0) }
      case .file: file.map { .file($0) }
      case .diagonal: first.flatMap { first in square.map { .diagonal(first, $0) } }
      case .pawns: .pieces(.pawn)
      case .attackers: square.map { .attackers($0) }
      case .defenders: square.map { .defenders($0) }
      case .lastMoves: rank.map { .lastMoves($0 + 1) }
      case .material: .material
      case .castling: .castling
      case .time: .time
      }
    guard let question else { return nil }
    self = question
  }

  /// Its name, for programs.
  public var name: String {
    switch self {
    case .square: "square"
    case .pieces, .ownPieces, .sidesPieces, .side: "pieces"
    case .mine: "mine"
    case .rank: "rank"
    case .file: "file"
    case .diagonal: "diagonal"
    case .attackers: "attackers"
    case .defenders: "defenders"
    case .lastMoves: "last-moves"
    case .material: "material"
    case .castling: "castling"
    case .time: "time"
    case .check: "check"
    case .terms: "terms"
    case .draw: "draw"
    }
  }
}
