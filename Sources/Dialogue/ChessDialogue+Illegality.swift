import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Why a move is illegal, in brackets if there is a short reason.
  func illegality(of move: SpokenMove?, _ said: String) -> Message {
    let sentence = TypedText.withoutMarks(said)
    let unexplained = Message("That is not legal here: \(quoted(sentence)).")
    // The period of "Nd5." is left out, but that of "e.p." belongs to it.
    let text = quoted(said.hasSuffix("p.") ? said : sentence)
    let position = game.position
    guard let move else { return inCheck(text) ?? unexplained }
    if let side = move.castling {
      let sides = isCastling(words(in: said), said) ? CastlingSide.allCases : [side]
      var reasons = Set(sides.map { noCastling($0, text) })
      if let reason = reasons.popFirst(), reasons.isEmpty { return reason }
      return Message("That is not legal here: \(text) (castling is not possible now).")
    }
    // Descriptive squares are counted from either side.
    guard !move.isDescriptive, let file = move.toFile, let rank = move.toRank,
      let square = Square(file: file, rank: rank)
    else { return inCheck(text) ?? unexplained }
    var kind = move.piece ?? .pawn
    if let file = move.fromFile, let rank = move.fromRank,
      let from = Square(file: file, rank: rank)
    {
      guard let piece = position.piece(at: from), piece.color == position.sideToMove else {
        return Message(
          "That is not legal here: \(text) (you have no piece on \(Message.notation(from.name))).")
      }
      kind = move.piece ?? piece.kind
    }
    return unreachable(square, by: kind, isCapture: move.isCapture, text) ?? unexplained
  }

  /// A move as it was said or typed; the voice reads notation in words.
  private func quoted(_ text: String) -> Message {
    TypedText.isNotation(text, letters: letters) ? .notation(letters.san(text)) : .verbatim(text)
  }

  /// Why castling on one side is not possible.
  private func noCastling(_ side: CastlingSide, _ text: Message) -> Message {
    let position = game.position
    let color = position.sideToMove
    let sides = CastlingSide.allCases.filter {
      position.castlingRights.contains(CastlingRights(color, $0))
    }
    if sides.isEmpty {
      return Message("That is not legal here: \(text) (the right to castle is lost).")
    }
    if !sides.contains(side) {
      return Message("That is not legal here: \(text) (the right to castle on that side is lost).")
    }
    if let check = inCheck(text) { return check }
    // From the king to the rook; the king goes over the first two.
    let between = (side == .kingside ? [5, 6] : [3, 2, 1])
      .compactMap { Square(file: $0, rank: color == .white ? 0 : 7) }
    let attacked = between.prefix(2)
      .first { !position.attackers(of: $0, by: color.opponent).isEmpty }
    if let attacked, between.allSatisfy({ position.piece(at: $0) == nil }) {
      return Message(
        "That is not legal here: \(text) (\(Message.notation(attacked.name)) is attacked).")
    }
    return Message("That is not legal here: \(text) (a piece is between king and rook).")
  }

  /// Why no piece of a kind can go to a square; nil if one can, but not from the square or in the
  /// way that the player said.
  private func unreachable(
    _ square: Square, by kind: PieceKind, isCapture: Bool, _ text: Message
  ) -> Message? {
    let position = game.position
    let occupant = position.piece(at: square)
    let attackers = position.attackers(of: square, by: position.sideToMove)
      .filter { position.piece(at: $0)?.kind == kind }
    if occupant?.color == position.sideToMove, !attackers.isEmpty {
      return Message(
        "That is not legal here: \(text) (your own piece is on \(Message.notation(square.name))).")
    }
    if isCapture, occupant == nil, kind != .pawn || square != position.enPassant {
      return Message(
        "That is not legal here: \(text) (there is nothing to take on \(Message.notation(square.name)))."
      )
    }
    let candidates = position.movers(kind, to: square)
    guard !candidates.isEmpty else { return noneCanGoThere(kind, text) }
    if position.legalMoves.contains(where: { $0.to == square && candidates.contains($0.from) }) {
      return nil
    }
    // Taking the piece that gives check would end it, if the taker were not pinned.
    let checkers = position.squares(of: position.sideToMove, .king)
      .flatMap { position.attackers(of: $0, by: position.sideToMove.opponent) }
    return (checkers == [square] && kind != .king ? nil : inCheck(text))
      ?? Message("That is not legal here: \(text) (the king would be in check).")
  }

  /// "In check", if the king is.
  private func inCheck(_ text: Message) -> Message? {
    game.position.isCheck
      ? Message("That is not legal here: \(text) (the king is in check).") : nil
  }

  private func noneCanGoThere(_ kind: PieceKind, _ text: Message) -> Message {
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
