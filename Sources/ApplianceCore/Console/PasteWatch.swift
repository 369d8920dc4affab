import Chess

/// Notes whether typed lines belong to a pasted PGN game, which may have empty lines.
package struct PasteWatch: Sendable {
  /// An empty line that comes later than this is a press, even if the game's result is missing.
  package static let pause = Duration.seconds(5)

  /// When the game's last line that is not empty came; nil while none is being pasted.
  private var last: Duration?

  /// A watch before the first line.
  package init() {}

  /// Whether the next line, which comes at `now`, belongs to a pasted game.
  package mutating func isPasted(_ line: String, at now: Duration) -> Bool {
    let isOne = last.map { now - $0 < Self.pause } ?? false || PGNReader.isTags(line)
    if !isOne || PGNReader.endsGame(line) {
      last = nil
    } else if line.contains(where: { !$0.isWhitespace }) {
      last = now
    }
    return isOne
  }
}
