import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Why a move is illegal, in brackets if there is a short reason.
  func illegality(of move: SpokenMove?, _ text: String) -> Message {
    let unexplained = Message("That is not legal here: \(text).")
    let position = game.position
    guard let move else { return inCheck(text) ?? unexplained }
    if move.castling != nil {
      let canCastle = position.legalMoves.contains { position.facts(of: $0)?.castling != nil }
      return canCastle
        ? unexplained
        : inCheck(text)
          ?? Message("That is not legal here: \(text) (castling is not possible now).")
    }
    // Without a piece, any piece may move between two squares; descriptive squares may be counted
    // from either side.
    guard move.piece != nil || move.fromRank == nil, !move.isDescriptive,
      let file = move.toFile, let rank = move.toRank, let square = Square(file: file, rank: rank)
    else { return inCheck(text) ?? unexplained }
    let kind = move.piece ?? .pawn
    let candidates = position.movers(kind, to: square)
    guard !candidates.isEmpty else { return noneCanGoThere(kind, text) }
    let canGoThere = position.legalMoves.contains {
      $0.to == square && candidates.contains($0.from)
    }
    // The piece can go there, but not from the square, or in the way, that was said.
    if canGoThere { return unexplained }
    return inCheck(text)
      ?? Message("That is not legal here: \(text) (the king would be in check).")
  }

  /// "In check", if the king is.
  private func inCheck(_ text: String) -> Message? {
    game.position.isCheck
      ? Message("That is not legal here: \(text) (the king is in check).") : nil
  }

  private func noneCanGoThere(_ kind: PieceKind, _ text: String) -> Message {
    switch kind {
    case .pawn: Message("That is not legal here: \(text) (no pawn can go there).")
    case .knight: Message("That is not legal here: \(text) (no knight can go there).")
    case .bishop: Message("That is not legal here: \(text) (no bishop can go there).")
    case .rook: Message("That is not legal here: \(text) (no rook can go there).")
    case .queen: Message("That is not legal here: \(text) (no queen can go there).")
    case .king: Message("That is not legal here: \(text) (no king can go there).")
    }
  }
}
