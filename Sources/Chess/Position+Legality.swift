import Localization

extension Position {
  /// Why the position obviously cannot occur in a game, as far as can be seen without a search; nil
  /// if it can.
  ///
  /// The conditions are those of python-chess's `Board.status()`.
  func illegality(_ statedEnPassant: Square?) -> Message? {
    for color in Color.allCases {
      let own = key.pieces(color)
      let name = color.message
      let kings = (own & key.kings).nonzeroBitCount
      if kings == 0 { return Message("\(name) has no king") }
      if kings > 1 { return Message("\(name) has \(kings) kings, expected one") }
      let pawns = (own & key.pawns).nonzeroBitCount
      if pawns > 8 { return Message("\(name) has \(pawns) pawns, expected 8 at most") }
      let pieces = own.nonzeroBitCount
      if pieces > 16 { return Message("\(name) has \(pieces) pieces, expected 16 at most") }
      if let square = (own & key.pawns & (.rank1 | .rank8)).firstSquare {
        return Message("\(name) has a pawn on \(square.name), where none can stand")
      }
    }
    for color in Color.allCases {
      if let reason = castlingIllegality(color) { return reason }
    }
    if let reason = enPassantIllegality(statedEnPassant) { return reason }

    let them = sideToMove.opponent
    if let king = kingSquare(them),
      key.attackers(of: king, by: sideToMove, occupied: key.occupied) != 0
    {
      return Message("\(them.message) is in check, but it is \(sideToMove.message)'s move")
    }
    return checkIllegality(statedEnPassant)
  }

  private func castlingIllegality(_ color: Color) -> Message? {
    let home = color == .white ? 0 : 56
    for side in CastlingSide.allCases where castlingRights.contains(CastlingRights(color, side)) {
      let king = Square(unchecked: home + 4)
      let rook = Square(unchecked: home + (side == .kingside ? 7 : 0))
      if piece(at: king) != Piece(color, .king) {
        return Message(
          "\(color.message) has the right to castle \(side.message), but no king on \(king.name)")
      }
      if piece(at: rook) != Piece(color, .rook) {
        return Message(
          "\(color.message) has the right to castle \(side.message), but no rook on \(rook.name)")
      }
    }
    return nil
  }

  private func enPassantIllegality(_ square: Square?) -> Message? {
    guard let square else { return nil }
    let them = sideToMove.opponent
    let rank = sideToMove == .white ? 5 : 2
    guard square.rank == rank else {
      return Message(
        "en passant on \(square.name): expected rank \(rank + 1) when \(sideToMove.message) moves")
    }
    let pawn = square.bit.forward(them)
    guard key.pawns & key.pieces(them) & pawn != 0 else {
      return Message("en passant on \(square.name), but no \(them.message) pawn has passed it")
    }
    guard key.occupied & (square.bit | square.bit.forward(sideToMove)) == 0 else {
      return Message(
        "en passant on \(square.name), but the pawn could not have passed it: there is a piece in its way"
      )
    }
    return nil
  }

  /// Why no last move can have given this check: three pieces give it, or two that cannot give
  /// check together. Nil if one can.
  private func checkIllegality(_ statedEnPassant: Square?) -> Message? {
    let checkers = key.checkers
    guard let king = kingSquare(sideToMove), let first = checkers.firstSquare else { return nil }
    let count = checkers.nonzeroBitCount
    let name = sideToMove.message
    if count > 2 { return Message("\(name) is in check by \(count) pieces, which no move can do") }
    if let passed = statedEnPassant {
      let pawn = passed.bit.forward(sideToMove.opponent)
      let before = (key.occupied & ~pawn) | passed.bit.forward(sideToMove)
      let couldBeThere =
        first.bit == pawn
        || key.attackers(of: king, by: sideToMove.opponent, occupied: before) & ~pawn == 0
      if count > 1 || !couldBeThere {
        return Message(
          "\(name) is in check in a way that the pawn that passed \(passed.name) cannot have caused"
        )
      }
    } else if count == 2 {
      let second = Square(unchecked: 63 - checkers.leadingZeroBitCount)
      if Attacks.line(first, second) & king.bit != 0 {
        return Message("\(name) is in check along one line by two pieces, which no move can do")
      }
    }
    return nil
  }
}

extension Color {
  fileprivate var message: Message { self == .white ? Message("white") : Message("black") }
}

extension CastlingSide {
  fileprivate var message: Message {
    self == .kingside ? Message("kingside") : Message("queenside")
  }
}
