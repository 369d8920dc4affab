/// Each side's time in a game: initial minutes, and seconds per move.
package struct TimeControl: Sendable, Hashable, CustomStringConvertible {
  /// The time at the start.
  package var initial: Duration
  /// The increment per move (Fischer).
  package var increment = Duration.zero
  /// The delay before the clock runs on each move.
  package var delay = Duration.zero

  /// The possible initial minutes.
  package static let allMinutes = 1...300
  /// The possible seconds of an increment or a delay.
  package static let allSeconds = 0...300

  /// Minutes, and seconds per move; nil outside of ``allMinutes`` and ``allSeconds``.
  package init?(minutes: Int, increment: Int = 0, delay: Int = 0) {
    guard Self.allMinutes.contains(minutes), Self.allSeconds.contains(increment),
      Self.allSeconds.contains(delay)
    else { return nil }
    initial = .seconds(minutes * 60)
    self.increment = .seconds(increment)
    self.delay = .seconds(delay)
  }

  /// A time control as players write it: "15+10" with an increment, "15d10" with a delay, "15" with
  /// neither.
  ///
  /// Nil for any other text, or above 5 hours or 5 minutes.
  package init?(_ text: String) {
    let separator: Character = text.contains("d") ? "d" : "+"
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { part in
      part.first?.isNumber == true ? Int(part) : nil
    }
    guard (1...2).contains(parts.count), let minutes = parts[0],
      let seconds = parts.count == 2 ? parts[1] : 0
    else { return nil }
    let isDelay = separator == "d"
    self.init(minutes: minutes, increment: isDelay ? 0 : seconds, delay: isDelay ? seconds : 0)
  }

  /// Reads PGN's TimeControl tag; nil if it is not a control of this kind.
  init?(tag: String) {
    let digits = tag.prefix { $0.isNumber }
    guard let seconds = Int(digits), seconds.isMultiple(of: 60) else { return nil }
    self.init("\(seconds / 60)\(tag.dropFirst(digits.count))")
  }

  /// As written by players.
  package var description: String { written(Int64(minutes)) }

  /// The minutes at the start.
  var minutes: Int { initial.wholeSeconds / 60 }

  /// As in PGN's TimeControl tag, with all times in seconds: "900+10".
  var tag: String { written(initial.components.seconds) }

  private func written(_ first: Int64) -> String {
    delay > .zero
      ? "\(first)d\(delay.components.seconds)" : "\(first)+\(increment.components.seconds)"
  }
}
