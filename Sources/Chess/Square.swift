/// One of the 64 squares of the board.
public struct Square: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 0…63: a1 is 0, b1 is 1, h8 is 63.
  public let rawValue: UInt8

  /// The square with a number; nil outside 0…63.
  public init?(rawValue: Int) {
    guard (0..<64).contains(rawValue) else { return nil }
    self.init(unchecked: rawValue)
  }

  /// The square on a file and a rank, each 0…7 (file a and rank 1 are 0); nil outside the board.
  public init?(file: Int, rank: Int) {
    guard (0..<8).contains(file), (0..<8).contains(rank) else { return nil }
    self.init(unchecked: rank * 8 + file)
  }

  /// The square with a name such as "e4"; nil if the text is not such a name.
  public init?(_ name: some StringProtocol) {
    let bytes = name.utf8
    guard bytes.count == 2, let file = bytes.first, let rank = bytes.dropFirst().first,
      (UInt8(ascii: "a")...UInt8(ascii: "h")).contains(file),
      (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(rank)
    else { return nil }
    self.init(unchecked: Int(rank - UInt8(ascii: "1")) * 8 + Int(file - UInt8(ascii: "a")))
  }

  /// The square for a bit's index; only for indices of a bitboard's set bits.
  @inline(__always)
  init(unchecked index: Int) {
    self.rawValue = UInt8(truncatingIfNeeded: index) & 63
  }

  /// All squares, a1 to h8.
  public static let all: [Square] = (0..<64).map(Square.init(unchecked:))

  /// 0…7, file a is 0.
  @inline(__always)
  public var file: Int { Int(rawValue & 7) }

  /// 0…7, rank 1 is 0.
  @inline(__always)
  public var rank: Int { Int(rawValue >> 3) }

  /// The file's letter, "a"…"h".
  public var fileName: String { Square.fileNames[file] }

  /// The rank's digit, "1"…"8".
  public var rankName: String { String(rank + 1) }

  /// The square's name, such as "e4".
  public var name: String { fileName + rankName }

  /// The square's name, such as "e4".
  public var description: String { name }

  /// Ordered by number: a1, b1, … h1, a2, … h8.
  public static func < (left: Square, right: Square) -> Bool { left.rawValue < right.rawValue }

  static let fileNames = ["a", "b", "c", "d", "e", "f", "g", "h"]

  @inline(__always)
  var index: Int { Int(rawValue) }

  @inline(__always)
  var bit: Bitboard { 1 &<< Bitboard(rawValue) }
}
