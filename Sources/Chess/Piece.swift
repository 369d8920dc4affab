/// A side of the game.
public enum Color: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case white
  case black

  /// The other side.
  @inline(__always)
  public var opponent: Color { self == .white ? .black : .white }

  /// "white" or "black".
  public var name: String { self == .white ? "white" : "black" }

  /// The same as ``name``.
  public var description: String { name }
}

/// The kind of a piece, of either side.
public enum PieceKind: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case pawn
  case knight
  case bishop
  case rook
  case queen
  case king

  private static let names = ["pawn", "knight", "bishop", "rook", "queen", "king"]
  private static let letters = Array("PNBRQK")
  private static let lowercaseLetters = Array("pnbrqk")

  /// The English name, in lower case.
  public var name: String { Self.names[Int(rawValue)] }

  /// The letter in SAN and, for White, in FEN: "P", "N", "B", "R", "Q" or "K".
  public var letter: Character { Self.letters[Int(rawValue)] }

  /// The letter in lower case, as in UCI promotions and for FEN's black pieces.
  public var lowercaseLetter: Character { Self.lowercaseLetters[Int(rawValue)] }

  /// The kind for a letter of either case; nil for any other letter.
  public init?(letter: Character) {
    let index = Self.letters.firstIndex(of: letter) ?? Self.lowercaseLetters.firstIndex(of: letter)
    guard let index else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// The same as ``name``.
  public var description: String { name }
}

/// A piece on the board.
public struct Piece: Hashable, Sendable, CustomStringConvertible {
  /// Its side.
  public var color: Color
  /// Its kind.
  public var kind: PieceKind

  /// A piece of a side.
  public init(_ color: Color, _ kind: PieceKind) {
    self.color = color
    self.kind = kind
  }

  /// FEN's letter: upper case for White, lower case for Black.
  public var letter: Character { color == .white ? kind.letter : kind.lowercaseLetter }

  /// Such as "white knight".
  public var description: String { "\(color) \(kind)" }
}

/// The two ways to castle.
public enum CastlingSide: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case kingside
  case queenside

  /// "kingside" or "queenside".
  public var description: String { self == .kingside ? "kingside" : "queenside" }
}

/// The castling rights: which kings and rooks have not moved.
public struct CastlingRights: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// One bit per right, in the order "KQkq" from the lowest bit up; the others are 0.
  public let rawValue: UInt8

  /// The rights in the four lowest bits; ignores the others.
  public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }

  /// White may castle with the rook on h1.
  public static var whiteKingside: CastlingRights { CastlingRights(rawValue: 1) }
  /// White may castle with the rook on a1.
  public static var whiteQueenside: CastlingRights { CastlingRights(rawValue: 2) }
  /// Black may castle with the rook on h8.
  public static var blackKingside: CastlingRights { CastlingRights(rawValue: 4) }
  /// Black may castle with the rook on a8.
  public static var blackQueenside: CastlingRights { CastlingRights(rawValue: 8) }
  /// Both sides may castle both ways, as at the start.
  public static var all: CastlingRights { CastlingRights(rawValue: 15) }

  /// The right of one side to castle one way.
  @inline(__always)
  public init(_ color: Color, _ side: CastlingSide) {
    self.rawValue = 1 &<< (color.rawValue &* 2 &+ side.rawValue)
  }

  /// FEN's field: letters of "KQkq", or "-".
  public var description: String {
    guard !isEmpty else { return "-" }
    var text = ""
    for (index, letter) in "KQkq".enumerated() where rawValue & (1 << index) != 0 {
      text.append(letter)
    }
    return text
  }
}
