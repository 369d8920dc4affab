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
  fileprivate func isCapture(_ move: Move) -> Bool {
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
  /// and "!?"; long algebraic and UCI notation. With "x" it must be a capture.
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

/// The properties of a move in a notation.
private struct MovePattern {
  var castling: CastlingSide?
  /// Nil if not given: a pawn, unless both squares are given.
  var kind: PieceKind?
  var fromFile: Int?
  var fromRank: Int?
  var to: Square?
  var promotion: PieceKind?
  /// Whether it has an "x".
  var isCapture = false

  func matches(_ move: Move, in position: Position) -> Bool {
    if let castling { return position.castlingSide(of: move) == castling }
    guard move.to == to, promotion == nil || move.promotion == promotion,
      !isCapture || position.isCapture(move),
      fromFile == nil || move.from.file == fromFile,
      fromRank == nil || move.from.rank == fromRank
    else { return false }
    let moving = position.key.kind(at: move.from.bit)
    if let kind {
      // "Kg1" cannot mean castling.
      return moving == kind && position.castlingSide(of: move) == nil
    }
    if fromFile != nil, fromRank != nil { return true }
    // A pawn's capture names its file: "d5" alone is never "exd5".
    return moving == .pawn && (fromFile != nil || move.from.file == move.to.file)
  }

  init?(san text: some StringProtocol) {
    // The longest sensible notation is "Qa1-xb2e.p.+!?"; longer texts are rejected.
    guard text.utf8.count <= 24, text.unicodeScalars.allSatisfy(\.isASCII) else { return nil }
    var letters = Array(text.utf8)
    func has(_ suffix: String) -> Bool {
      letters.count > suffix.utf8.count
        && letters.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
    while let last = letters.last, "+#!?".utf8.contains(last) { letters.removeLast() }
    for suffix in [" e.p.", "e.p.", " ep", "ep"] where has(suffix) {
      letters.removeLast(suffix.utf8.count)
      break
    }
    while let last = letters.last, "+#!?".utf8.contains(last) { letters.removeLast() }

    switch String(decoding: letters, as: UTF8.self) {
    case "O-O", "0-0", "o-o", "OO", "00": castling = .kingside
    case "O-O-O", "0-0-0", "o-o-o", "OOO", "000": castling = .queenside
    default:
      readPromotion(&letters)
      guard readTarget(&letters), readOrigin(letters) else { return nil }
    }
  }

  /// Removes "=Q", "Q", "q" or "(Q)" from the end, and leaves anything else for the check of
  /// squares.
  private mutating func readPromotion(_ letters: inout [UInt8]) {
    var rest = letters
    let isEnclosed = rest.last == UInt8(ascii: ")")
    if isEnclosed { rest.removeLast() }
    guard let last = rest.popLast(), let kind = PieceKind(letter: Character(UnicodeScalar(last))),
      kind != .pawn, kind != .king
    else { return }
    if isEnclosed {
      guard rest.popLast() == UInt8(ascii: "(") else { return }
    } else if rest.last == UInt8(ascii: "=") || rest.last == UInt8(ascii: "/") {
      rest.removeLast()
    }
    promotion = kind
    letters = rest
  }

  private mutating func readTarget(_ letters: inout [UInt8]) -> Bool {
    to = Square(String(decoding: letters.suffix(2), as: UTF8.self))
    letters.removeLast(min(2, letters.count))
    if let last = letters.last, "x-:".utf8.contains(last) {
      isCapture = last != UInt8(ascii: "-")
      letters.removeLast()
    }
    return to != nil
  }

  private mutating func readOrigin(_ letters: [UInt8]) -> Bool {
    var rest = letters[...]
    if let first = rest.first, "NBRQKP".utf8.contains(first) {
      kind = PieceKind(letter: Character(UnicodeScalar(first)))
      rest.removeFirst()
    }
    if let first = rest.first, (UInt8(ascii: "a")...UInt8(ascii: "h")).contains(first) {
      fromFile = Int(first - UInt8(ascii: "a"))
      rest.removeFirst()
    }
    if let first = rest.first, (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(first) {
      fromRank = Int(first - UInt8(ascii: "1"))
      rest.removeFirst()
    }
    return rest.isEmpty
  }
}
