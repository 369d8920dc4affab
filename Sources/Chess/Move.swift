/// A move as its start and destination squares; castling is the king's two-square move.
///
/// Three bytes; it has a meaning only in a ``Position``.
public struct Move: Hashable, Sendable, CustomStringConvertible {
  /// The square of the moving piece; for castling, the king's.
  public let from: Square
  /// The destination: for castling the king's; for en passant the square behind the captured pawn.
  public let to: Square
  /// The piece that a pawn becomes; nil for every other move.
  public let promotion: PieceKind?

  /// Any two squares; whether the move is legal depends on the position.
  @inline(__always)
  public init(from: Square, to: Square, promotion: PieceKind? = nil) {
    self.from = from
    self.to = to
    self.promotion = promotion
  }

  /// The move in UCI notation ("e2e4", "e7e8q"); nil if the text is not such a move.
  ///
  /// Also accepts capital promotion letters. Whether the move is legal depends on the position.
  public init?(uci text: some StringProtocol) {
    let bytes = text.utf8
    guard bytes.count == 4 || bytes.count == 5, text.unicodeScalars.allSatisfy(\.isASCII),
      let from = Square(text.prefix(2)), let to = Square(text.dropFirst(2).prefix(2)), from != to
    else { return nil }
    var promotion: PieceKind?
    if bytes.count == 5, let letter = text.last {
      guard let kind = PieceKind(letter: letter), kind != .pawn, kind != .king else { return nil }
      promotion = kind
    }
    self.init(from: from, to: to, promotion: promotion)
  }

  /// UCI notation: "e2e4", "e1g1" for castling, "e7e8q".
  public var uci: String {
    var text = from.name + to.name
    if let promotion { text.append(promotion.lowercaseLetter) }
    return text
  }

  /// The same as ``uci``.
  public var description: String { uci }
}
