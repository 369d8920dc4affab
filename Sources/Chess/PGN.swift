import Localization

/// A game with its PGN tags, comments and annotation glyphs.
///
/// Portable Game Notation, Specification and Implementation Guide (1994). Reading skips variations.
public struct PGN: Hashable, Sendable, CustomStringConvertible {
  /// A tag pair, such as `[Event "Casual game"]`.
  public struct Tag: Hashable, Sendable {
    /// Letters, digits and "_"; a tag with another name is not written.
    public var name: String
    /// Any text; characters that a line cannot contain are written as spaces.
    public var value: String

    /// A tag pair; unchecked until it is written.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The moves, from the FEN tag's position if there is one, and how the game ended.
  public var game: Game
  /// The tags in order; Result, SetUp and FEN are derived from the game when it is written.
  public var tags: [Tag]
  /// Comments by the number of half-moves before them; 0 is before the first move.
  public var comments: [Int: String]
  /// Numeric annotation glyphs (0…255) by the number of half-moves before them; 1 belongs to the
  /// first move.
  public var glyphs: [Int: [Int]]

  /// A game to write; writing adds missing mandatory tags.
  public init(
    _ game: Game, tags: [Tag] = [], comments: [Int: String] = [:], glyphs: [Int: [Int]] = [:]
  ) {
    self.game = game
    self.tags = tags
    self.comments = comments
    self.glyphs = glyphs
  }

  /// The value of a tag, nil if it is missing; setting it keeps its place or appends it.
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

  /// Reads all games of a text; throws at the first mistake, or if there are more than `limit`
  /// games.
  ///
  /// For files with many games use ``PGNReader``, which holds one at a time.
  public static func games(in text: String, limit: Int = 1000) throws(ChessError) -> [PGN] {
    try games(in: text, limit: limit, letters: .english)
  }

  /// The same, of moves with these letters for the pieces, which continue a game.
  package static func games(
    in text: String, limit: Int, letters: PieceLetters, after before: Game = Game()
  ) throws(ChessError) -> [PGN] {
    var reader = PGNReader(text, letters: letters, after: before)
    var games: [PGN] = []
    while let game = try reader.next() {
      guard games.count < limit else {
        throw ChessError(
          .tooLarge, Message("reading the PGN"), "",
          limit == 1
            ? Message("expected one game only") : Message("expected \(limit) games at most"))
      }
      games.append(game)
    }
    return games
  }

  /// The mandatory tags, in the standard's order, with the values for "unknown".
  static let sevenTags: [(name: String, unknown: String)] = [
    ("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"),
    ("Black", "?"), ("Result", "*"),
  ]

  /// The standard's tag for how a game ended: "normal", "time forfeit", "abandoned", …
  package static let terminationTag = "Termination"

  /// That tag's value if a side's time was up.
  static let timeForfeit = "time forfeit"

  /// The tag for an outcome's description, so that a game keeps its reason when it is read back.
  static let reasonTag = "Reason"

  private static let declarableOutcomes: [Outcome] =
    Color.allCases.map { .resignation(winner: $0) } + DrawReason.allCases.map { .draw($0) }
    + ([.white, .black, nil] as [Color?]).map { .time(winner: $0) }

  /// The outcome declared by players or a clock, by its description; nil for any other text.
  package static func declaredOutcome(_ description: String?, _ result: GameResult) -> Outcome? {
    guard let description else { return nil }
    return declarableOutcomes.first { $0.result == result && $0.description == description }
  }
}
