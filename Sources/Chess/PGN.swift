/// A game with what a PGN file says about it: tags, comments and annotation glyphs.
///
/// Portable Game Notation, Specification and Implementation Guide (1994). Variations are skipped
/// when reading.
public struct PGN: Hashable, Sendable, CustomStringConvertible {
  /// A tag pair, such as `[Event "Casual game"]`.
  public struct Tag: Hashable, Sendable {
    /// Letters, digits and "_"; a tag of any other name is not written.
    public var name: String
    /// Any text; in writing, what a line cannot hold becomes a space.
    public var value: String

    /// A tag pair; neither is checked before it is written.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The moves, from the FEN tag's position where the record has one, and how the game ended.
  public var game: Game
  /// The tags in their order; Result, SetUp and FEN follow from the game when it is written.
  public var tags: [Tag]
  /// Comments by the number of half moves that come before them; 0 is before the first move.
  public var comments: [Int: String]
  /// Numeric annotation glyphs (0…255) by the number of half moves that come before them; 1 is the
  /// first move's.
  public var glyphs: [Int: [Int]]

  /// A game as it is to be written; the tags that every game has are added then, where they are
  /// missing.
  public init(
    _ game: Game, tags: [Tag] = [], comments: [Int: String] = [:], glyphs: [Int: [Int]] = [:]
  ) {
    self.game = game
    self.tags = tags
    self.comments = comments
    self.glyphs = glyphs
  }

  /// The value of a tag, nil when it is not there; setting it keeps its place or puts it last.
  public subscript(tag name: String) -> String? {
    get { tags.first { $0.name == name }?.value }
    set {
      guard let newValue else {
        tags.removeAll { $0.name == name }
        return
      }
      if let index = tags.firstIndex(where: { $0.name == name }) {
        tags[index].value = newValue
      } else {
        tags.append(Tag(name, newValue))
      }
    }
  }

  /// Reads all games of a text; throws at the first mistake, or when there are more games than
  /// `limit`.
  ///
  /// For files with many games use ``PGNReader``, which holds one at a time.
  public static func games(in text: String, limit: Int = 1000) throws(ChessError) -> [PGN] {
    var reader = PGNReader(text)
    var games: [PGN] = []
    while let game = try reader.next() {
      guard games.count < limit else {
        throw ChessError(.tooLarge, "reading the PGN", "", "expected \(limit) games at most")
      }
      games.append(game)
    }
    return games
  }

  /// The tags that every game has, in the order in which the standard wants them, with what stands
  /// for "unknown".
  static let sevenTags: [(name: String, unknown: String)] = [
    ("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"),
    ("Black", "?"), ("Result", "*"),
  ]

  /// The tag whose value is an outcome's description, so that reading a game back says why it
  /// ended.
  static let terminationTag = "Termination"

  static let declarableOutcomes: [Outcome] =
    Color.allCases.map { .resignation(winner: $0) } + DrawReason.allCases.map { .draw($0) }
}
