/// A clock of any kind, as the time that has passed on it.
struct Stopwatch: Sendable {
  /// The time since the stopwatch was made.
  let now: @Sendable () -> Duration
  /// Waits, unless the task is cancelled.
  let sleep: @Sendable (Duration) async -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try? await clock.sleep(for: $0) }
  }
}
