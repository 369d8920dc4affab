import Chess

/// A clock in a game's record, for continuing after a restart.
///
/// In PGN each move has a comment with the mover's remaining time, `[%clk 0:14:32]`, as other
/// programs write and read it. The tags `WhiteClock` and `BlackClock` give both sides' time now.
extension ChessClock {
  private static let tags: [(color: Color, name: String)] = [
    (.white, "WhiteClock"), (.black, "BlackClock"),
  ]

  /// The stopped clock in a record; nil if it has none of this kind.
  package init?(_ pgn: PGN) {
    guard let control = pgn[tag: "TimeControl"].flatMap({ TimeControl(tag: $0) }) else {
      return nil
    }
    self.init(control)
    for (color, name) in Self.tags {
      guard let time = pgn[tag: name].flatMap(Self.time(written:)) else { return nil }
      left[color] = time
    }
    for (index, comment) in pgn.comments {
      guard let start = comment.firstRange(of: "[%clk "),
        let end = comment[start.upperBound...].firstIndex(of: "]")
      else { continue }
      movers[index] = Self.time(written: comment[start.upperBound..<end])
    }
  }

  /// Writes the clock into a record.
  package func write(into pgn: inout PGN) {
    pgn[tag: "TimeControl"] = control.tag
    for (color, name) in Self.tags { pgn[tag: name] = Self.written(left[color] ?? .zero) }
    for (index, time) in movers where index > 0 && index <= pgn.game.moves.count {
      pgn.comments[index] = "[%clk \(Self.written(time))]"
    }
  }

  /// Removes the clock from a record.
  package static func remove(from pgn: inout PGN) {
    for name in ["TimeControl"] + tags.map(\.name) { pgn[tag: name] = nil }
  }

  /// Hours, minutes and seconds, as in "0:14:32".
  private static func written(_ time: Duration) -> String {
    let (hours, rest) = time.wholeSeconds.quotientAndRemainder(dividingBy: 3_600)
    let (minutes, seconds) = rest.quotientAndRemainder(dividingBy: 60)
    return "\(hours)" + [minutes, seconds].map { ":\($0 < 10 ? "0" : "")\($0)" }.joined()
  }

  private static func time(written text: some StringProtocol) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      (0...99).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    return .seconds(hours * 3_600 + minutes * 60 + seconds)
  }
}
