/// A chess position: the board, the side to move, castling rights, en passant and the clocks.
///
/// A value of 80-odd bytes without references; to take back a move, keep a copy. Every position
/// from a text has passed the checks of ``init(fen:)``, so it has both kings.
public struct Position: Hashable, Sendable, CustomStringConvertible {
  /// The part of a position that counts for repetition: board, side to move, castling rights, en
  /// passant.
  public struct Key: Hashable, Sendable {
    var pawns: Bitboard = 0
    var knights: Bitboard = 0
    var bishops: Bitboard = 0
    var rooks: Bitboard = 0
    var queens: Bitboard = 0
    var kings: Bitboard = 0
    var white: Bitboard = 0
    var black: Bitboard = 0
    var sideToMove: Color = .white
    var castlingRights: CastlingRights = []
    var enPassant: Square?
  }

  /// Two positions with equal keys count as a repetition; the key leaves out the clocks.
  public internal(set) var key: Key
  /// Half-moves since the last capture or pawn move; 0 or more.
  public internal(set) var halfmoveClock: Int
  /// The current move's number; 1 or more, incremented after Black's move.
  public internal(set) var fullmoveNumber: Int

  /// The start of a game.
  public static let start = Position(
    key: Key(
      pawns: 0x00FF_0000_0000_FF00, knights: 0x4200_0000_0000_0042,
      bishops: 0x2400_0000_0000_0024, rooks: 0x8100_0000_0000_0081,
      queens: 0x0800_0000_0000_0008, kings: 0x1000_0000_0000_0010,
      white: 0xFFFF, black: 0xFFFF_0000_0000_0000, castlingRights: .all),
    halfmoveClock: 0, fullmoveNumber: 1)

  /// Whose move it is.
  public var sideToMove: Color { key.sideToMove }

  /// The castling rights; ``legalMoves`` tells whether castling is possible now.
  public var castlingRights: CastlingRights { key.castlingRights }

  /// Where a pawn can be captured en passant now; nil unless such a capture is legal.
  ///
  /// This is as in python-chess's FEN, and makes equal positions compare equal.
  public var enPassant: Square? { key.enPassant }

  /// The piece on a square; nil if it is empty.
  public func piece(at square: Square) -> Piece? {
    guard let kind = key.kind(at: square.bit) else { return nil }
    return Piece(key.white & square.bit != 0 ? .white : .black, kind)
  }

  /// The squares of one side's pieces of one kind, from a1 on.
  public func squares(of color: Color, _ kind: PieceKind) -> [Square] {
    (key.pieces(kind) & key.pieces(color)).squares
  }

  /// The squares of one side's pieces that attack a square, from a1 on; pinned pieces attack too.
  package func attackers(of square: Square, by color: Color) -> [Square] {
    key.attackers(of: square, by: color, occupied: key.occupied).squares
  }

  /// The squares of the pieces that give check to the side to move, from a1 on.
  package var checkers: [Square] { key.checkers.squares }

  /// The king's square; nil only if illegal moves have removed the king from the board.
  public func kingSquare(_ color: Color) -> Square? {
    (key.kings & key.pieces(color)).firstSquare
  }

  /// The position's FEN.
  public var description: String { fen }
}

extension Position.Key {
  @inline(__always)
  var occupied: Bitboard { white | black }

  @inline(__always)
  func pieces(_ color: Color) -> Bitboard { color == .white ? white : black }

  @inline(__always)
  func pieces(_ kind: PieceKind) -> Bitboard {
    switch kind {
    case .pawn: pawns
    case .knight: knights
    case .bishop: bishops
    case .rook: rooks
    case .queen: queens
    case .king: kings
    }
  }

  @inline(__always)
  func kind(at bit: Bitboard) -> PieceKind? {
    if (white | black) & bit == 0 { return nil }
    if pawns & bit != 0 { return .pawn }
    if knights & bit != 0 { return .knight }
    if bishops & bit != 0 { return .bishop }
    if rooks & bit != 0 { return .rook }
    if queens & bit != 0 { return .queen }
    return .king
  }

  /// Adds or removes a piece.
  @inline(__always)
  mutating func toggle(_ bit: Bitboard, _ color: Color, _ kind: PieceKind) {
    if color == .white { white ^= bit } else { black ^= bit }
    switch kind {
    case .pawn: pawns ^= bit
    case .knight: knights ^= bit
    case .bishop: bishops ^= bit
    case .rook: rooks ^= bit
    case .queen: queens ^= bit
    case .king: kings ^= bit
    }
  }

  /// The pieces of a side that attack a square; sliders see through squares outside `occupied`.
  @inline(__always)
  func attackers(of square: Square, by color: Color, occupied: Bitboard) -> Bitboard {
    let bit = square.bit
    var set = Attacks.pawn(bit, color.opponent) & pawns
    set |= Attacks.knight(bit) & knights
    set |= Attacks.king(bit) & kings
    set |= Attacks.bishop(square, occupied) & (bishops | queens)
    set |= Attacks.rook(square, occupied) & (rooks | queens)
    return set & pieces(color)
  }

  /// The pieces that give check to the side to move.
  @inline(__always)
  var checkers: Bitboard {
    guard let king = (kings & pieces(sideToMove)).firstSquare else { return 0 }
    return attackers(of: king, by: sideToMove.opponent, occupied: occupied)
  }

  /// The squares that the piece on a square attacks.
  func attacks(from square: Square, _ kind: PieceKind, _ color: Color) -> Bitboard {
    switch kind {
    case .pawn: Attacks.pawn(square.bit, color)
    case .knight: Attacks.knight(square.bit)
    case .bishop: Attacks.bishop(square, occupied)
    case .rook: Attacks.rook(square, occupied)
    case .queen: Attacks.bishop(square, occupied) | Attacks.rook(square, occupied)
    case .king: Attacks.king(square.bit)
    }
  }
}
