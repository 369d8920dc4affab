/// Any kind of clock, read as elapsed time.
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
