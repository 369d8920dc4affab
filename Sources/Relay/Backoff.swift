/// Exponential back-off with jitter: the wait doubles after each failure, with some randomness, so
/// that a hall of boards does not reconnect at the same moment.
struct Backoff: Sendable, Hashable {
  typealias Instant = ContinuousClock.Instant

  static let first = Duration.seconds(1)
  static let longest = Duration.seconds(30)

  private var current = Backoff.first
  /// When the current success began.
  private var success: Instant?

  /// Notes a success. One that lasts no longer than the longest wait counts as a failure: a broker
  /// may accept a board, and then end each connection.
  mutating func succeed(at now: Instant = .now) { success = now }

  /// The wait after a failure, between half and all of the current one.
  mutating func next(at now: Instant = .now) -> Duration {
    if let success, success.duration(to: now) > Self.longest { current = Self.first }
    success = nil
    defer { current = min(current * 2, Self.longest) }
    return current * Double.random(in: 0.5...1)
  }
}
