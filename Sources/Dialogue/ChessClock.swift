import Chess

/// How much time a game gives to each side: minutes at first, and seconds for each move.
public struct TimeControl: Sendable, Hashable, CustomStringConvertible {
  /// At the beginning.
  public var initial: Duration
  /// Added after each move (Fischer).
  public var increment: Duration

  /// A time control as players write it, "15+10"; nil for what is none, or is over 5 hours or 5 minutes.
  public init?(_ text: String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let minutes = parts[0], (1...300).contains(minutes)
    else { return nil }
    initial = .seconds(minutes * 60)
    increment = .zero
    if parts.count == 2 {
      guard let seconds = parts[1], (0...300).contains(seconds) else { return nil }
      increment = .seconds(seconds)
    }
  }

  /// As it is written.
  public var description: String {
    "\(initial.components.seconds / 60)+\(increment.components.seconds)"
  }
}

/// A chess clock: a pure value, which is told the time.
///
/// It begins to run when the first move has been made, for the side that then is to move.
public struct ChessClock: Sendable, Hashable {
  /// How much time there is.
  public let control: TimeControl
  private var left: [Color: Duration]
  /// Whose time runs, and since when; nil while nobody's does.
  package private(set) var running: (side: Color, since: Duration)? {
    get { side.map { ($0, since) } }
    set {
      side = newValue?.side
      since = newValue?.since ?? .zero
    }
  }
  private var side: Color?
  private var since = Duration.zero

  /// A clock that stands, with all of the time on both sides.
  public init(_ control: TimeControl) {
    self.control = control
    left = [.white: control.initial, .black: control.initial]
  }

  /// What a side has left; never less than nothing.
  public func timeLeft(_ color: Color, at now: Duration) -> Duration {
    let left = left[color] ?? .zero
    guard side == color else { return max(.zero, left) }
    return max(.zero, left - max(.zero, now - since))
  }

  /// The side whose time is up; nil where none is.
  public func fallen(at now: Duration) -> Color? {
    side.flatMap { timeLeft($0, at: now) == .zero ? $0 : nil }
  }

  /// Takes note of how the game has gone on: of a move, of moves that were taken back, of a new game or an end.
  public mutating func note(_ game: Game, before: Game, at now: Duration) {
    guard game != before else { return }
    if game.moves.isEmpty {
      self = ChessClock(control)
      return
    }
    if let side {
      left[side] = timeLeft(side, at: now)
      // Who has moved in time gets the increment; an opening puts several moves on the board at once.
      if game.moves.count > before.moves.count, left[side] != .zero {
        left[side]? += control.increment
      }
    }
    // Whoever takes back that time was up goes on with a minute.
    if before.outcome != nil {
      for side in Color.allCases where left[side] == .zero { left[side] = .seconds(60) }
    }
    running = game.outcome == nil ? (game.position.sideToMove, now) : nil
  }

  /// For people: "white 14:32, black 15:00".
  public func text(at now: Duration) -> String {
    Color.allCases.map { "\($0) \(Self.written(timeLeft($0, at: now)))" }.joined(separator: ", ")
  }

  private static func written(_ time: Duration) -> String {
    // Rounded up: what shows 0:00 is up.
    let seconds = time.components.seconds + (time.components.attoseconds > 0 ? 1 : 0)
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
  }
}
