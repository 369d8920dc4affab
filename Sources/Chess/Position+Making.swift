extension Position {
  /// The highest half-move clock and move number: FEN may have no more, and counting stops there.
  static let greatestNumber = 99_999

  /// Plays a move that is legal here; see ``applying(_:)`` for others.
  public mutating func make(_ move: Move) {
    let isBlack = sideToMove == .black
    let isIrreversible = key.make(move)
    halfmoveClock = isIrreversible ? 0 : min(Self.greatestNumber, halfmoveClock + 1)
    if isBlack { fullmoveNumber = min(Self.greatestNumber, fullmoveNumber + 1) }
  }
}

extension Position.Key {
  /// Plays a move; returns whether a pawn moved or a piece was captured.
  @inline(__always)
  mutating func make(_ move: Move) -> Bool {
    let us = sideToMove
    let from = move.from.bit
    let to = move.to.bit
    let previousEnPassant = enPassant
    sideToMove = us.opponent
    enPassant = nil
    guard let kind = kind(at: from), pieces(us) & from != 0 else { return false }

    var isIrreversible = kind == .pawn
    if let captured = self.kind(at: to) {
      toggle(to, pieces(.white) & to != 0 ? .white : .black, captured)
      isIrreversible = true
    }
    toggle(from, us, kind)
    toggle(to, us, kind == .pawn ? move.promotion ?? .pawn : kind)
    if !castlingRights.isEmpty { castlingRights.subtract(Self.rightsLost(from | to)) }

    if kind == .pawn {
      if move.to == previousEnPassant {
        toggle(to.forward(us.opponent), us.opponent, .pawn)
      } else if from.forward(us).forward(us) == to {
        let passed = Square(unchecked: from.forward(us).trailingZeroBitCount)
        if enPassantCapturers(of: passed) != 0 { enPassant = passed }
      }
    } else if kind == .king, from &<< 2 == to || from &>> 2 == to, from & (1 &<< 4 | 1 &<< 60) != 0
    {
      // The rook moves from the corner to the square that the king passed over.
      let isKingside = from &<< 2 == to
      toggle(isKingside ? to &<< 1 : to &>> 2, us, .rook)
      toggle(isKingside ? to &>> 1 : to &<< 1, us, .rook)
    }
    return isIrreversible
  }

  /// The rights lost when a piece leaves or reaches one of the squares.
  @inline(__always)
  private static func rightsLost(_ squares: Bitboard) -> CastlingRights {
    var lost: UInt8 = 0
    if squares & (1 &<< 4 | 1 &<< 7) != 0 { lost |= 1 }
    if squares & (1 &<< 4 | 1 &<< 0) != 0 { lost |= 2 }
    if squares & (1 &<< 60 | 1 &<< 63) != 0 { lost |= 4 }
    if squares & (1 &<< 60 | 1 &<< 56) != 0 { lost |= 8 }
    return CastlingRights(rawValue: lost)
  }
}
