import Localization

extension Position {
  /// A legal move in standard algebraic notation, such as "Nbd2", "exd6", "O-O-O" or "e8=Q#".
  ///
  /// Uses minimal disambiguation: by file, else by rank, else by both, as in the FIDE laws and
  /// python-chess. If the side to move has no piece on the start square, returns UCI notation.
  public func san(of move: Move) -> String {
    guard let piece = piece(at: move.from), piece.color == sideToMove else { return move.uci }
    var text = ""
    if let side = castlingSide(of: move) {
      text = side == .kingside ? "O-O" : "O-O-O"
    } else {
      let isCapture = isCapture(move)
      if piece.kind == .pawn {
        if isCapture { text = move.from.fileName }
      } else {
        text.append(piece.kind.letter)
        text += disambiguation(of: move, piece.kind)
      }
      if isCapture { text += "x" }
      text += move.to.name
      if let promotion = move.promotion {
        text += "="
        text.append(promotion.letter)
      }
    }
    let next = applying(move)
    if next.isCheck { text += next.hasLegalMove ? "+" : "#" }
    return text
  }

  /// Whether a legal move takes a piece, en passant included.
  func isCapture(_ move: Move) -> Bool {
    key.occupied & move.to.bit != 0
      || (key.kind(at: move.from.bit) == .pawn && move.from.file != move.to.file)
  }

  private func disambiguation(of move: Move, _ kind: PieceKind) -> String {
    let others =
      key.attacks(from: move.to, kind, sideToMove) & key.pieces(kind) & key.pieces(sideToMove)
      & ~move.from.bit
    guard others != 0 else { return "" }
    var rivals: [Move] = []
    key.appendLegalMoves(to: &rivals, from: others, to: move.to.bit)
    guard !rivals.isEmpty else { return "" }
    let sharesFile = rivals.contains { $0.from.file == move.from.file }
    let sharesRank = rivals.contains { $0.from.rank == move.from.rank }
    return (sharesRank || !sharesFile ? move.from.fileName : "")
      + (sharesFile ? move.from.rankName : "")
  }

  /// The legal move for a notation.
  ///
  /// Reads SAN leniently: castling with zeros or letters; promotions with or without "=", or in
  /// parentheses; more or less disambiguation than needed; with or without "x", "+", "#", "e.p."
  /// and "!?"; a pawn's capture as "exd" or "ed"; long algebraic and UCI notation. With "x" it must
  /// be a capture.
  public func move(san text: some StringProtocol) throws(ChessError) -> Move {
    let matches = try moves(san: text)
    guard let match = matches.first else {
      throw ChessError(
        .illegalMove, Message("reading the move"), String(text),
        Message("no legal move fits in \(fen)"))
    }
    guard matches.count == 1 else {
      let choices = Message.notation(matches.map { san(of: $0) }.joined(separator: ", "))
      throw ChessError(
        .ambiguousMove, Message("reading the move"), String(text),
        Message("\(choices) fit; say which one"))
    }
    return match
  }

  /// The legal moves that a notation fits, read as in ``move(san:)``; throws if it is not a
  /// notation. Without the new piece, "e8" fits all four promotions.
  public func moves(san text: some StringProtocol) throws(ChessError) -> [Move] {
    guard let pattern = MovePattern(san: text) else {
      throw ChessError(
        .malformedMove, Message("reading the move"), String(text.prefix(100)),
        Message("expected a move such as \"Nf3\", \"exd5\", \"O-O\" or \"e8=Q\""))
    }
    return legalMoves.filter { pattern.matches($0, in: self) }
  }

  /// The legal move in UCI notation.
  public func move(uci text: some StringProtocol) throws(ChessError) -> Move {
    guard let move = Move(uci: text) else {
      throw ChessError(
        .malformedMove, Message("reading the move"), String(text.prefix(100)),
        Message(
          "expected two squares and perhaps a promotion, such as \"e2e4\" or \"e7e8q\""))
    }
    guard isLegal(move) else {
      throw ChessError(
        .illegalMove, Message("reading the move"), String(text.prefix(100)),
        Message("it is not legal in \(fen)"))
    }
    return move
  }
}
