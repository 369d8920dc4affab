/// The properties of a move in a notation, without a position to complete it.
package struct MovePattern {
  /// Which way it castles; the rest is nil then.
  package private(set) var castling: CastlingSide?
  /// Nil if not given: a pawn, unless both squares are given.
  package private(set) var kind: PieceKind?
  /// The origin, 0…7 for a…h and 1…8, as far as it is given.
  package private(set) var fromFile: Int?
  package private(set) var fromRank: Int?
  /// The destination; its rank is nil in "exd".
  package private(set) var toFile: Int?
  package private(set) var toRank: Int?
  package private(set) var promotion: PieceKind?
  /// Whether it must be a capture, as with an "x".
  package private(set) var isCapture = false

  private static let files = UInt8(ascii: "a")...UInt8(ascii: "h")

  func matches(_ move: Move, in position: Position) -> Bool {
    if let castling { return position.castlingSide(of: move) == castling }
    guard move.to.file == toFile, toRank == nil || move.to.rank == toRank,
      promotion == nil || move.promotion == promotion,
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

  /// Reads a notation as ``Position/move(san:)`` does; nil if it is none.
  package init?(san text: some StringProtocol) {
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

    // Castling with zeros, letters or both.
    let castle = letters.map { "0O".utf8.contains($0) ? UInt8(ascii: "o") : $0 }
    switch String(decoding: castle, as: UTF8.self) {
    case "o-o", "oo": castling = .kingside
    case "o-o-o", "ooo": castling = .queenside
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
    } else if Self.files.contains(rest.last ?? 0) || rest.last == UInt8(ascii: "x") {
      // The "b" of "axb" is a file.
      return
    }
    promotion = kind
    letters = rest
  }

  private mutating func readTarget(_ letters: inout [UInt8]) -> Bool {
    if let to = Square(String(decoding: letters.suffix(2), as: UTF8.self)) {
      (toFile, toRank) = (to.file, to.rank)
      letters.removeLast(2)
    } else if let from = letters.first, let to = letters.last, letters.count < 4,
      Self.files.contains(from), Self.files.contains(to), max(from, to) - min(from, to) == 1
    {
      // A pawn's capture without its rank, "exd" or "ed".
      toFile = Int(to - UInt8(ascii: "a"))
      isCapture = true
      letters.removeLast()
    }
    if let last = letters.last, "x-:".utf8.contains(last) {
      isCapture = last != UInt8(ascii: "-")
      letters.removeLast()
    }
    return toFile != nil
  }

  private mutating func readOrigin(_ letters: [UInt8]) -> Bool {
    var rest = letters[...]
    if let first = rest.first, "NBRQKP".utf8.contains(first) {
      kind = PieceKind(letter: Character(UnicodeScalar(first)))
      rest.removeFirst()
    }
    if let first = rest.first, Self.files.contains(first) {
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
