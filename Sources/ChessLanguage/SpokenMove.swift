import Chess

/// A spoken move, without a position to complete it.
public struct SpokenMove: Sendable, Hashable, CustomStringConvertible {
  /// The piece that moves; nil if none was named, as in "e four".
  public var piece: PieceKind?
  /// The file it comes from, 0…7 for a…h; nil if it was not said.
  public var fromFile: Int?
  /// The rank it comes from, 0…7 for 1…8; nil if it was not said.
  public var fromRank: Int?
  /// Whether the words mention a capture.
  public var isCapture = false
  /// The captured piece; nil if it was not said.
  public var captured: PieceKind?
  /// The destination file, 0…7 for a…h; in descriptive notation the file of the named piece.
  public var toFile: Int?
  /// The destination rank, 0…7 for 1…8; in descriptive notation counted from the player's own side.
  public var toRank: Int?
  /// Whether files are named after pieces and ranks are counted from the player's own side, as in
  /// "king bishop three".
  public var isDescriptive = false
  /// The piece that the pawn becomes; nil if it was not said.
  public var promotion: PieceKind?
  /// Which way it castles; nil if it does not.
  public var castling: CastlingSide?
  /// Whether "check" or "mate" was said with it.
  public var claims = Claims()

  /// A move without any properties.
  public init() {}

  /// In the style of SAN: "Nf3", "exd5", "e8=Q+", "O-O"; "NxB" and "N-KB3" for descriptive
  /// notation.
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
