/// A move as the squares it goes from and to; castling is the king's two-square move.
///
/// Three bytes, and it means something only together with a ``Position``.
public struct Move: Hashable, Sendable, CustomStringConvertible {
  /// Where the piece that moves stands; the king, for castling.
  public let from: Square
  /// Where it goes to: for castling the king's square, en passant the square behind the pawn that
  /// is taken.
  public let to: Square
  /// What the pawn becomes; nil for every other move.
  public let promotion: PieceKind?

  /// Any two squares; whether the move is legal depends on the position.
  @inline(__always)
  public init(from: Square, to: Square, promotion: PieceKind? = nil) {
    self.from = from
    self.to = to
    self.promotion = promotion
  }

  /// The move that UCI writes so ("e2e4", "e7e8q"), nil if the text is no such move.
  ///
  /// Capital promotion letters are taken as well. Whether the move is legal depends on the
  /// position.
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

  /// UCI's notation: "e2e4", "e1g1" for castling, "e7e8q".
  public var uci: String {
    var text = from.name + to.name
    if let promotion { text.append(promotion.lowercaseLetter) }
    return text
  }

  /// UCI's notation, as ``uci``.
  public var description: String { uci }
}
