import Chess

/// A move as it was said, where no position completes it.
public struct SpokenMove: Sendable, Hashable, CustomStringConvertible {
  public var piece: PieceKind?
  public var fromFile: Int?
  public var fromRank: Int?
  public var isCapture = false
  public var captured: PieceKind?
  public var toFile: Int?
  public var toRank: Int?
  /// True where files were named after pieces and ranks counted from one's own side, as in "king bishop three".
  public var isDescriptive = false
  public var promotion: PieceKind?
  public var castling: CastlingSide?
  public var claims = Claims()

  public init() {}

  /// In the manner of SAN: "Nf3", "exd5", "e8=Q+", "O-O"; "NxB" and "N-KB3" for what is said in the older way.
  public var description: String {
    if let castling { return (castling == .kingside ? "O-O" : "O-O-O") + ending }
    var text = ""
    if let piece, piece != .pawn || isDescriptive || captured != nil { text.append(piece.letter) }
    if let fromFile { text += Self.name(ofFile: fromFile) }
    if let fromRank { text += String(fromRank + 1) }
    if isCapture { text += "x" }
    if let captured { text.append(captured.letter) }
    if let toFile {
      if isDescriptive { text += isCapture ? "" : "-" }
      text += isDescriptive ? Self.homeNames[toFile & 7] : Self.name(ofFile: toFile)
    }
    if let toRank { text += String(toRank + 1) }
    if let promotion { text += "=" + String(promotion.letter) }
    return text + ending
  }

  private var ending: String { claims.mate ? "#" : claims.check ? "+" : "" }

  private static func name(ofFile file: Int) -> String {
    Square(file: file, rank: 0)?.fileName ?? ""
  }

  private static let homeNames = ["QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"]
}
