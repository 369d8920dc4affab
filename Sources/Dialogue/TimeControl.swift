/// How much time a game gives each side: minutes to start with, and seconds per move.
package struct TimeControl: Sendable, Hashable, CustomStringConvertible {
  /// The time at the start.
  package var initial: Duration
  /// Added after each move (Fischer).
  package var increment = Duration.zero
  /// Passes on each move before the clock runs (delay).
  package var delay = Duration.zero

  /// A time control as players write it: "15+10" with an increment, "15d10" with a delay, "15" with
  /// neither.
  ///
  /// Nil for any other text, or above 5 hours or 5 minutes.
  package init?(_ text: String) {
    let separator: Character = text.contains("d") ? "d" : "+"
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let minutes = parts[0], (1...300).contains(minutes)
    else { return nil }
    initial = .seconds(minutes * 60)
    guard parts.count == 2 else { return }
    guard let seconds = parts[1], (0...300).contains(seconds) else { return nil }
    if separator == "d" { delay = .seconds(seconds) } else { increment = .seconds(seconds) }
  }

  /// Reads PGN's TimeControl tag; nil if it is not a control of this kind.
  init?(tag: String) {
    let digits = tag.prefix { $0.isNumber }
    guard let seconds = Int(digits), seconds.isMultiple(of: 60) else { return nil }
    self.init("\(seconds / 60)\(tag.dropFirst(digits.count))")
  }

  /// As written by players.
  package var description: String { written(initial.components.seconds / 60) }

  /// As in PGN's TimeControl tag, with all times in seconds: "900+10".
  var tag: String { written(initial.components.seconds) }

  private func written(_ first: Int64) -> String {
    delay > .zero
      ? "\(first)d\(delay.components.seconds)" : "\(first)+\(increment.components.seconds)"
  }
}
