extension Position {
  /// Whether the side to move is in check.
  public var isCheck: Bool { key.checkers != 0 }

  /// Whether the side to move is in check and has no legal move.
  public var isCheckmate: Bool { isCheck && !hasLegalMove }

  /// Whether the side to move has no legal move and is not in check.
  public var isStalemate: Bool { !isCheck && !hasLegalMove }

  /// Whether there is any legal move.
  public var hasLegalMove: Bool {
    var moves: [Move] = []
    key.appendLegalMoves(to: &moves)
    return !moves.isEmpty
  }

  /// Whether neither side can ever mate, as far as a simple test can tell.
  ///
  /// True for insufficient material, and for pawns that block each other so that no king can pass.
  /// Only a proof search finds other dead positions; for those it is false.
  public var isDeadPosition: Bool { hasInsufficientMaterial || isBlocked }

  /// Whether the material alone rules out mate: bare kings, one minor piece, or bishops on squares
  /// of only one color.
  ///
  /// The same as python-chess's `is_insufficient_material`.
  public var hasInsufficientMaterial: Bool {
    guard key.pawns | key.rooks | key.queens == 0 else { return false }
    let minors = key.knights | key.bishops
    if !minors.hasSeveral { return true }
    return key.knights == 0
      && (key.bishops & .lightSquares == 0 || key.bishops & ~.lightSquares == 0)
  }

  /// Whether only kings and pawns are left, no pawn can ever move or capture, and no king can reach
  /// an enemy pawn.
  private var isBlocked: Bool {
    guard key.knights | key.bishops | key.rooks | key.queens == 0, key.enPassant == nil,
      key.checkers == 0
    else {
      return false
    }
    for color in Color.allCases {
      let own = key.pawns & key.pieces(color)
      let enemy = key.pawns & key.pieces(color.opponent)
      // A king in a pawn's way can be forced to leave; only pawns block permanently.
      guard own.forward(color) & ~key.pawns == 0, Attacks.pawn(own, color) & enemy == 0 else {
        return false
      }
      let walls = own | Attacks.pawn(enemy, color.opponent)
      var region = key.kings & key.pieces(color)
      var previous: Bitboard
      repeat {
        previous = region
        region |= Attacks.king(region) & ~walls
      } while region != previous
      if region & enemy != 0 { return false }
    }
    return true
  }
}
