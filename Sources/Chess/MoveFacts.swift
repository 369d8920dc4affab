/// What is true of a legal move in its position, as one would say it.
public struct MoveFacts: Hashable, Sendable {
  /// The piece that moves; the king for castling.
  public var piece: PieceKind
  /// What is taken, nil for nothing; a pawn when it is en passant.
  public var captured: PieceKind?
  /// Where the piece that is taken stands: the target, but for en passant.
  public var capturedSquare: Square?
  /// Whether a pawn takes one that has just passed it.
  public var isEnPassant: Bool
  /// Which way the king castles, nil when it does not.
  public var castling: CastlingSide?
  /// What a pawn becomes; nil for every other move.
  public var promotion: PieceKind?
  /// True for checks of every kind, mate included.
  public var givesCheck: Bool
  /// Whether the other side is in check and has no legal move after it.
  public var givesMate: Bool

  /// Whether anything is taken, en passant too.
  public var isCapture: Bool { captured != nil }
}

extension Position {
  /// What is true of a move that is legal here; nil if the side to move has no piece on the
  /// move's start.
  public func facts(of move: Move) -> MoveFacts? {
    guard let piece = piece(at: move.from), piece.color == sideToMove else { return nil }
    let isEnPassant = piece.kind == .pawn && move.to == enPassant
    let captured = isEnPassant ? .pawn : key.kind(at: move.to.bit)
    var capturedSquare: Square? = captured == nil ? nil : move.to
    if isEnPassant { capturedSquare = Square(file: move.to.file, rank: move.from.rank) }
    let next = applying(move)
    let givesCheck = next.isCheck
    return MoveFacts(
      piece: piece.kind, captured: captured, capturedSquare: capturedSquare,
      isEnPassant: isEnPassant, castling: castlingSide(of: move), promotion: move.promotion,
      givesCheck: givesCheck, givesMate: givesCheck && !next.hasLegalMove)
  }

  /// Which way a move that is legal here castles, nil when it does not.
  public func castlingSide(of move: Move) -> CastlingSide? {
    guard key.kings & move.from.bit != 0, move.from.rank == move.to.rank else { return nil }
    switch move.to.file - move.from.file {
    case 2: return .kingside
    case -2: return .queenside
    default: return nil
    }
  }
}
