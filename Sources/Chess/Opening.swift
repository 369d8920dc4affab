/// A named opening line.
public struct Opening: Hashable, Sendable, CustomStringConvertible {
  /// Its class in the Encyclopaedia of Chess Openings, "A00"…"E99".
  public let eco: String
  /// The full name, such as "French Defense: Winawer Variation, Poisoned Pawn Variation".
  public let name: String
  /// The moves from the start position to the named position.
  public let moves: [Move]

  /// The name's parts, from the family to the last variation; never empty.
  public var parts: [String] { OpeningWords.parts(of: name) }

  /// The named position.
  public var position: Position {
    moves.reduce(into: Position.start) { $0.make($1) }
  }

  /// The moves from a game's position to the opening's; empty if it has been reached.
  ///
  /// Nil unless the game's position occurs in the opening's line, in any move order.
  public func continuation(of game: Game) -> [Move]? {
    let key = game.position.key
    var position = Position.start
    for (index, move) in moves.enumerated() {
      if position.key == key { return Array(moves[index...]) }
      position.make(move)
    }
    return position.key == key ? [] : nil
  }

  /// Such as "C18 French Defense: Winawer Variation".
  public var description: String { "\(eco) \(name)" }
}

/// The named openings, by position and by name.
///
/// The table is built at the first use, in some milliseconds, and takes some megabytes.
public enum Openings {
  /// The opening of a game: that of its latest named position, so other move orders count too.
  public static func opening(of game: Game) -> Opening? {
    for position in game.positions.reversed() {
      if let opening = opening(at: position) { return opening }
    }
    return nil
  }

  /// The opening named after a position; nil if the position has no name.
  public static func opening(at position: Position) -> Opening? {
    OpeningTable.shared.index(of: position.key).map(OpeningTable.shared.opening(at:))
  }

  /// The number of named lines.
  public static var count: Int { OpeningTable.shared.entries.count }

  /// All named lines, sorted by moves, computed lazily.
  public static var all: some Sequence<Opening> {
    let table = OpeningTable.shared
    return table.entries.indices.lazy.map { table.opening(at: $0) }
  }

  /// All distinct names, sorted.
  public static var names: [String] {
    let table = OpeningTable.shared
    return Set(table.entries.indices.map { table.name(at: $0) }).sorted()
  }

  /// The opening that a name most likely means; see ``lines(named:)``.
  public static func named(_ name: String) -> Opening? { lines(named: name).first }

  /// The lines that match a name equally well, the most likely one first.
  ///
  /// A full name counts most, then one part of it ("Winawer Variation"), then either without its
  /// last generic words ("Sicilian", "Winawer"), then any name with all the words ("Najdorf
  /// Sicilian"). Ignores case, accents, punctuation, spaces, doubled letters and spellings such as
  /// "Defence", "Gruenfeld" and "Tartakover".
  public static func lines(named name: String) -> [Opening] {
    let table = OpeningTable.shared
    return OpeningNameIndex.shared.matches(name).map(table.opening(at:))
  }

  /// The line with a name that continues a game's position, and its remaining moves.
  ///
  /// Nil if no line with that name (``lines(named:)``) passes through the position.
  public static func continuation(
    named name: String, of game: Game
  ) -> (opening: Opening, moves: [Move])? {
    for opening in lines(named: name) {
      if let moves = opening.continuation(of: game) { return (opening, moves) }
    }
    return nil
  }
}
