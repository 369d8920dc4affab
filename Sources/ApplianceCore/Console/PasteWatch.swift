import Chess
import Dialogue

/// Notes whether typed lines belong to a pasted PGN game, which may have empty lines.
package struct PasteWatch: Sendable {
  /// An empty line that comes later than this is a press, even if the game's result is missing.
  package static let pause = Duration.seconds(5)
  /// Nobody presses this soon after typing a numbered move.
  private static let instant = Duration.milliseconds(100)

  /// When the game's last line that is not empty came; nil while none is being pasted.
  private var last: Duration?
  /// When the last line of numbered moves came.
  private var moves: Duration?

  /// A watch before the first line.
  package init() {}

  /// Whether the next line, which comes at `now`, belongs to a pasted game.
  package mutating func isPasted(_ line: String, at now: Duration) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    let isAmongMoves = moves.map { now - $0 < Self.instant } ?? false
    let isEnd = PGNReader.endsGame(line)
    if words.contains(where: { TypedText.withoutNumber(String($0)) != $0 }), !isEnd { moves = now }
    let isOne = last.map { now - $0 < Self.pause } ?? false || PGNReader.isTags(line)
    if !isOne || isEnd {
      last = nil
    } else if !words.isEmpty {
      last = now
    }
    return isOne || isAmongMoves
  }
}
