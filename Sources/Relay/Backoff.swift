/// How long to wait before the next attempt: twice as long after each failure, and somewhat at
/// random, so that a hall of boards does not come back at the same moment.
struct Backoff: Sendable, Hashable {
  static let first = Duration.seconds(1)
  static let longest = Duration.seconds(30)

  private var current = Backoff.first

  /// It worked.
  mutating func reset() { current = Self.first }

  /// The wait after a failure, between half of the current one and the whole.
  mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    let share = Double.random(in: 0.5...1, using: &generator)
    let wait = current * share
    current = min(current * 2, Self.longest)
    return wait
  }
}
