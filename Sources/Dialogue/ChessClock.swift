import Chess
import Localization

/// A chess clock: a pure value; its owner passes the time in.
///
/// It starts after the first move, for the side then to move.
package struct ChessClock: Sendable, Hashable {
  /// The remaining times at which it warns a player, the longest first.
  private static let warnings: [Duration] = [.seconds(120), .seconds(60), .seconds(10)]

  /// How much time each side gets.
  package let control: TimeControl
  /// Each side's remaining time; for a running clock, as of its start.
  var left: [Color: Duration]
  /// Each mover's remaining time after the move, by the number of half-moves.
  var movers: [Int: Duration] = [:]
  /// The numbers of the half-moves that earned an increment.
  private var rewarded: Set<Int> = []
  /// The last warning that each side got.
  private var warned: [Color: Duration] = [:]
  /// The side whose clock runs; nil while none runs.
  private var side: Color?
  /// When it began to run; zero while none runs.
  private var since = Duration.zero

  /// A stopped clock, with the full time on both sides.
  package init(_ control: TimeControl) {
    self.control = control
    left = [.white: control.initial, .black: control.initial]
  }

  /// Continues a game that is resumed now.
  package mutating func resume(_ game: Game, at now: Duration) {
    if !game.moves.isEmpty, game.outcome == nil { (side, since) = (game.position.sideToMove, now) }
  }

  /// The clock as it would stop now, for a game's record.
  package func stopped(at now: Duration) -> ChessClock {
    var clock = ChessClock(control)
    for side in Color.allCases { clock.left[side] = timeLeft(side, at: now) }
    clock.movers = movers
    return clock
  }

  /// A side's remaining time; never below zero.
  package func timeLeft(_ color: Color, at now: Duration) -> Duration {
    let left = left[color] ?? .zero
    guard side == color else { return max(.zero, left) }
    return max(.zero, left - max(.zero, now - since - control.delay))
  }

  /// The side whose time is up; nil if neither's is.
  package func fallen(at now: Duration) -> Color? {
    side.flatMap { timeLeft($0, at: now) == .zero ? $0 : nil }
  }

  /// When the side to move next needs a warning or runs out of time; nil while no clock runs.
  package func nextMoment(after now: Duration) -> Duration? {
    guard let side, case let left = timeLeft(side, at: now), left > .zero else { return nil }
    let mark = marks(for: side).first { $0 < left } ?? .zero
    return max(now, since + control.delay) + left - mark
  }

  /// Warns the side to move, once at each warning time: returns the side and the time left; nil if
  /// no warning is due.
  package mutating func warn(at now: Duration) -> (side: Color, mark: Duration)? {
    guard let side, case let left = timeLeft(side, at: now), left > .zero,
      let mark = marks(for: side).last(where: { left <= $0 })
    else { return nil }
    warned[side] = mark
    return (side, mark)
  }

  /// A side's remaining warnings; none above the time it started with.
  private func marks(for side: Color) -> [Duration] {
    Self.warnings.filter { $0 < min(control.initial, warned[side] ?? control.initial) }
  }

  /// Notes a change to the game: a move, moves taken back, a new game or an end.
  package mutating func note(_ game: Game, before: Game, at now: Duration) {
    guard game != before else { return }
    if game.moves.isEmpty {
      self = ChessClock(control)
      return
    }
    if let side {
      left[side] = timeLeft(side, at: now)
      // A move in time earns one increment, even an opening of several moves.
      if game.moves.count > before.moves.count, left[side] != .zero {
        left[side]? += control.increment
        rewarded.insert(before.moves.count + 1)
      }
    }
    giveBack(before, to: game)
    movers = movers.filter { $0.key <= game.moves.count }
    for index in before.moves.count..<max(before.moves.count, game.moves.count) {
      movers[index + 1] = left[game.positions[index].sideToMove]
    }
    // If a game lost on time is reopened, the side gets a minute.
    if before.outcome != nil {
      for side in Color.allCases where left[side] == .zero { left[side] = .seconds(60) }
    }
    (side, since) = game.outcome == nil ? (game.position.sideToMove, now) : (nil, .zero)
  }

  /// Takes back the increments of moves that a player took back, but never a side's last second.
  private mutating func giveBack(_ before: Game, to game: Game) {
    for number in rewarded where number > game.moves.count {
      rewarded.remove(number)
      let side = before.positions[number - 1].sideToMove
      let time = left[side] ?? .zero
      left[side] = min(time, max(.seconds(1), time - control.increment))
    }
  }

  /// Its display now.
  package func report(at now: Duration) -> ClockReport {
    ClockReport(
      control: control, white: timeLeft(.white, at: now), black: timeLeft(.black, at: now),
      running: side)
  }
}

/// A chess clock's display at a moment.
package struct ClockReport: Sendable, Hashable {
  /// How much time each side gets.
  package var control: TimeControl
  /// White's remaining time.
  package var white: Duration
  /// Black's remaining time.
  package var black: Duration
  /// The side whose clock runs; nil while none runs.
  package var running: Color?

  /// For people: "white 14:32, black 15:00".
  package var text: Message {
    Message("white \(Self.written(white)), black \(Self.written(black))")
  }

  private static func written(_ time: Duration) -> String {
    // Rounded up, so that 0:00 means that time is up.
    let (minutes, seconds) = time.wholeSeconds.quotientAndRemainder(dividingBy: 60)
    return "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
  }
}

extension Duration {
  /// In seconds, rounded up.
  package var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
