/// The facts about a legal move that people mention.
public struct MoveFacts: Hashable, Sendable {
  /// The piece that moves; the king for castling.
  public var piece: PieceKind
  /// The captured piece, nil if none; a pawn for en passant.
  public var captured: PieceKind?
  /// Whether a pawn captures en passant.
  public var isEnPassant: Bool
  /// The side of castling; nil for every other move.
  public var castling: CastlingSide?
  /// The piece that a pawn becomes; nil for every other move.
  public var promotion: PieceKind?
  /// Whether the move gives check, mate included.
  public var givesCheck: Bool
  /// Whether the move gives mate.
  public var givesMate: Bool

  /// Whether the move captures, en passant included.
  public var isCapture: Bool { captured != nil }
}

extension Position {
  /// The facts about a legal move; nil if the side to move has no piece on its start square.
  public func facts(of move: Move) -> MoveFacts? {
    guard let piece = piece(at: move.from), piece.color == sideToMove else { return nil }
    let isEnPassant = piece.kind == .pawn && move.to == enPassant
    let captured = isEnPassant ? .pawn : key.kind(at: move.to.bit)
    let next = applying(move)
    let givesCheck = next.isCheck
    return MoveFacts(
      piece: piece.kind, captured: captured, isEnPassant: isEnPassant,
      castling: castlingSide(of: move), promotion: move.promotion, givesCheck: givesCheck,
      givesMate: givesCheck && !next.hasLegalMove)
  }

  /// The side of castling of a legal move; nil for every other move.
  public func castlingSide(of move: Move) -> CastlingSide? {
    guard key.kings & move.from.bit != 0, move.from.rank == move.to.rank else { return nil }
    switch move.to.file - move.from.file {
    case 2: return .kingside
    case -2: return .queenside
    default: return nil
    }
  }
}
