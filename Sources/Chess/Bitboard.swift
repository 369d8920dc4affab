/// A set of squares: bit n is the square with the raw value n.
typealias Bitboard = UInt64

extension Bitboard {
  static var fileA: Bitboard { 0x0101_0101_0101_0101 }
  static var fileH: Bitboard { 0x8080_8080_8080_8080 }
  static var rank1: Bitboard { 0xFF }
  static var rank8: Bitboard { 0xFF00_0000_0000_0000 }
  static var lightSquares: Bitboard { 0x55AA_55AA_55AA_55AA }

  /// Removes and returns the lowest square; nil if the set is empty.
  @inline(__always)
  mutating func popSquare() -> Square? {
    guard self != 0 else { return nil }
    defer { self &= self &- 1 }
    return Square(unchecked: trailingZeroBitCount)
  }

  /// The only (or lowest) square; nil if the set is empty.
  @inline(__always)
  var firstSquare: Square? { self == 0 ? nil : Square(unchecked: trailingZeroBitCount) }

  /// The squares, from a1 on.
  var squares: [Square] {
    var rest = self
    var result: [Square] = []
    while let square = rest.popSquare() { result.append(square) }
    return result
  }

  @inline(__always)
  var hasSeveral: Bool { self & (self &- 1) != 0 }

  /// The set moved one rank forward from the side's point of view.
  @inline(__always)
  func forward(_ color: Color) -> Bitboard { color == .white ? self &<< 8 : self &>> 8 }
}

/// The squares that pieces attack.
///
/// Computes everything with shifts, so there are no tables to fill, index, or cache.
enum Attacks {
  @inline(__always)
  static func pawn(_ pawns: Bitboard, _ color: Color) -> Bitboard {
    let ahead = pawns.forward(color)
    return (ahead & ~.fileH) &<< 1 | (ahead & ~.fileA) &>> 1
  }

  @inline(__always)
  static func knight(_ knights: Bitboard) -> Bitboard {
    let one = (knights & ~.fileA) &>> 1 | (knights & ~.fileH) &<< 1
    let two = (knights & 0xFCFC_FCFC_FCFC_FCFC) &>> 2 | (knights & 0x3F3F_3F3F_3F3F_3F3F) &<< 2
    return one &<< 16 | one &>> 16 | two &<< 8 | two &>> 8
  }

  @inline(__always)
  static func king(_ kings: Bitboard) -> Bitboard {
    let sides = (kings & ~.fileA) &>> 1 | (kings & ~.fileH) &<< 1
    let row = kings | sides
    return sides | row &<< 8 | row &>> 8
  }

  @inline(__always)
  static func bishop(_ square: Square, _ occupied: Bitboard) -> Bitboard {
    along(diagonal(square), square, occupied) | along(antidiagonal(square), square, occupied)
  }

  @inline(__always)
  static func rook(_ square: Square, _ occupied: Bitboard) -> Bitboard {
    along(.fileA &<< Bitboard(square.file), square, occupied)
      | along(.rank1 &<< Bitboard(square.rank * 8), square, occupied)
  }

  /// The squares that a slider attacks on a line: up to and including the nearest piece each way.
  ///
  /// "Obstruction difference": the Chess Programming Wiki's page of that name.
  @inline(__always)
  private static func along(
    _ line: Bitboard, _ square: Square, _ occupied: Bitboard
  ) -> Bitboard {
    let bit = square.bit
    let below = line & occupied & (bit &- 1)
    let above = line & occupied & ~(bit | (bit &- 1))
    let fromNearestBelow = ~0 &<< Bitboard(63 &- (below | 1).leadingZeroBitCount)
    let toNearestAbove = above ^ (above &- 1)
    return line & fromNearestBelow & toNearestAbove & ~bit
  }

  @inline(__always)
  private static func diagonal(_ square: Square) -> Bitboard {
    let main: Bitboard = 0x8040_2010_0804_0201
    let steps = square.rank &- square.file
    return steps >= 0 ? main &<< Bitboard(steps * 8) : main &>> Bitboard(-steps * 8)
  }

  @inline(__always)
  private static func antidiagonal(_ square: Square) -> Bitboard {
    let main: Bitboard = 0x0102_0408_1020_4080
    let steps = square.rank &+ square.file &- 7
    return steps >= 0 ? main &<< Bitboard(steps * 8) : main &>> Bitboard(-steps * 8)
  }

  /// The whole rank, file or diagonal through two squares; empty if they share none.
  @inline(__always)
  static func line(_ a: Square, _ b: Square) -> Bitboard {
    if a.file == b.file { return .fileA &<< Bitboard(a.file) }
    if a.rank == b.rank { return .rank1 &<< Bitboard(a.rank * 8) }
    if a.rank &- a.file == b.rank &- b.file { return diagonal(a) }
    if a.rank &+ a.file == b.rank &+ b.file { return antidiagonal(a) }
    return 0
  }

  /// The squares strictly between two squares on a line; empty if they share none.
  @inline(__always)
  static func between(_ a: Square, _ b: Square) -> Bitboard {
    let low = a < b ? a : b
    let high = a < b ? b : a
    return line(a, b) & (high.bit &- 1) & ~(low.bit | (low.bit &- 1))
  }
}
