extension Position {
  /// The legal moves, in an order that depends only on the position.
  public var legalMoves: [Move] {
    var moves: [Move] = []
    moves.reserveCapacity(48)
    key.appendLegalMoves(to: &moves)
    return moves
  }

  /// Whether the move is legal here.
  public func isLegal(_ move: Move) -> Bool {
    var moves: [Move] = []
    key.appendLegalMoves(to: &moves, from: move.from.bit, to: move.to.bit)
    return moves.contains(move)
  }

  /// The mover's pieces of a kind that move or capture to a square, even if that leaves their king
  /// in check; without castling.
  package func movers(_ kind: PieceKind, to square: Square) -> [Square] {
    squares(of: sideToMove, kind).filter { from in
      var reach = key.attacks(from: from, kind, sideToMove) & ~key.pieces(sideToMove)
      if kind == .pawn {
        reach = key.pawnReach(from: from)
        if let enPassant { reach |= Attacks.pawn(from.bit, sideToMove) & enPassant.bit }
      }
      return reach & square.bit != 0
    }
  }

  /// Whether a pawn could take en passant on a square without exposing its king, if another had
  /// just passed that square.
  package func canTakeEnPassant(on square: Square) -> Bool {
    key.enPassantCapturers(of: square) != 0
  }

  /// The position if the other side were to move.
  package var afterNullMove: Position {
    var other = self
    other.key.sideToMove = sideToMove.opponent
    other.key.enPassant = nil
    return other
  }

  /// The position after a legal move.
  ///
  /// Does not check legality (``isLegal(_:)`` does, and ``Game/play(_:)`` throws). An illegal move
  /// gives a meaningless position, but never traps.
  public func applying(_ move: Move) -> Position {
    var next = self
    next.make(move)
    return next
  }

  /// Counts the move sequences of this length: "perft", for comparing move generators.
  ///
  /// Exponential in `depth`; at 0 or less it is 1.
  public func perft(depth: Int) -> Int {
    guard depth > 0 else { return 1 }
    let moves = legalMoves
    return depth == 1
      ? moves.count : moves.reduce(0) { $0 + applying($1).perft(depth: depth - 1) }
  }
}

extension Position.Key {
  /// Appends the legal moves that start in one set of squares and end in another.
  func appendLegalMoves(
    to moves: inout [Move], from sources: Bitboard = ~0, to targets: Bitboard = ~0
  ) {
    let us = sideToMove
    let own = pieces(us)
    guard let king = (kings & own).firstSquare else { return }
    let checkers = attackers(of: king, by: us.opponent, occupied: occupied)

    if sources & king.bit != 0 {
      appendKingMoves(from: king, checkers: checkers, targets: targets, to: &moves)
    }
    // Only a king move answers double check; against a single check, capturing the checker or
    // blocking also helps.
    if checkers.hasSeveral { return }
    var allowed = ~own & targets
    if let checker = checkers.firstSquare {
      allowed &= checker.bit | Attacks.between(king, checker)
    }
    let pinned = pinned(to: king, us)

    var movers = own & ~kings & ~pawns & sources
    while let from = movers.popSquare() {
      guard let kind = kind(at: from.bit) else { continue }
      var reach = attacks(from: from, kind, us) & allowed
      if pinned & from.bit != 0 { reach &= Attacks.line(king, from) }
      while let to = reach.popSquare() { moves.append(Move(from: from, to: to)) }
    }

    movers = own & pawns & sources
    while let from = movers.popSquare() {
      var reach = pawnReach(from: from) & allowed
      if pinned & from.bit != 0 { reach &= Attacks.line(king, from) }
      while let to = reach.popSquare() {
        if to.bit & (.rank1 | .rank8) != 0 {
          for kind in [PieceKind.queen, .rook, .bishop, .knight] {
            moves.append(Move(from: from, to: to, promotion: kind))
          }
        } else {
          moves.append(Move(from: from, to: to))
        }
      }
    }

    guard let enPassant, targets & enPassant.bit != 0 else { return }
    var capturers = enPassantCapturers(of: enPassant) & sources
    while let from = capturers.popSquare() { moves.append(Move(from: from, to: enPassant)) }
  }

  /// The destinations of the pawn on a square, except en passant, even if that exposes its king.
  @inline(__always)
  func pawnReach(from square: Square) -> Bitboard {
    let empty = ~occupied
    let homeRank: Bitboard = sideToMove == .white ? .rank1 &<< 8 : .rank8 &>> 8
    var reach = square.bit.forward(sideToMove) & empty
    if square.bit & homeRank != 0 { reach |= reach.forward(sideToMove) & empty }
    return reach | Attacks.pawn(square.bit, sideToMove) & pieces(sideToMove.opponent)
  }

  private func appendKingMoves(
    from king: Square, checkers: Bitboard, targets: Bitboard, to moves: inout [Move]
  ) {
    let us = sideToMove
    let them = us.opponent
    // A slider also attacks the squares behind the king, so the king must not block it.
    let withoutKing = occupied & ~king.bit
    var reach = Attacks.king(king.bit) & ~pieces(us) & targets
    while let to = reach.popSquare() {
      if attackers(of: to, by: them, occupied: withoutKing) == 0 {
        moves.append(Move(from: king, to: to))
      }
    }
    guard checkers == 0, !castlingRights.isEmpty else { return }
    // While a right exists, the king and that rook are at home.
    let kingside = king.bit &<< 1 | king.bit &<< 2
    let queenside = king.bit &>> 1 | king.bit &>> 2
    if castlingRights.contains(CastlingRights(us, .kingside)), occupied & kingside == 0,
      targets & king.bit &<< 2 != 0, isSafe(kingside, from: them)
    {
      moves.append(Move(from: king, to: Square(unchecked: king.index + 2)))
    }
    if castlingRights.contains(CastlingRights(us, .queenside)),
      occupied & (queenside | king.bit &>> 3) == 0,
      targets & king.bit &>> 2 != 0, isSafe(queenside, from: them)
    {
      moves.append(Move(from: king, to: Square(unchecked: king.index - 2)))
    }
  }

  private func isSafe(_ squares: Bitboard, from them: Color) -> Bool {
    var squares = squares
    while let square = squares.popSquare() {
      if attackers(of: square, by: them, occupied: occupied) != 0 { return false }
    }
    return true
  }

  /// A side's pieces that are pinned to their king by a slider.
  private func pinned(to king: Square, _ us: Color) -> Bitboard {
    let them = pieces(us.opponent)
    var snipers =
      (Attacks.rook(king, them) & (rooks | queens) | Attacks.bishop(king, them) & (bishops | queens))
      & them
    var pinned: Bitboard = 0
    while let sniper = snipers.popSquare() {
      let shield = Attacks.between(king, sniper) & occupied
      if !shield.hasSeveral { pinned |= shield }
    }
    return pinned & pieces(us)
  }

  /// The side to move's pawns that can legally capture en passant on a square.
  func enPassantCapturers(of target: Square) -> Bitboard {
    let us = sideToMove
    guard let king = (kings & pieces(us)).firstSquare else { return 0 }
    let captured = target.bit.forward(us.opponent)
    var capturers: Bitboard = 0
    var candidates = Attacks.pawn(target.bit, us.opponent) & pawns & pieces(us)
    while let from = candidates.popSquare() {
      // Two pawns leave a rank at once, which the pins do not cover, so check the board after the
      // capture.
      let after = (occupied & ~from.bit & ~captured) | target.bit
      let attackers = attackers(of: king, by: us.opponent, occupied: after) & ~captured
      if attackers == 0 { capturers |= from.bit }
    }
    return capturers
  }
}
