/// Exponential back-off with jitter: the wait doubles after each failure, with some randomness, so
/// that a hall of boards does not reconnect at the same moment.
struct Backoff: Sendable, Hashable {
  static let first = Duration.seconds(1)
  static let longest = Duration.seconds(30)

  private var current = Backoff.first

  /// Resets it after a success.
  mutating func reset() { current = Self.first }

  /// The wait after a failure, between half and all of the current one.
  mutating func next() -> Duration {
    defer { current = min(current * 2, Self.longest) }
    return current * Double.random(in: 0.5...1)
  }
}
