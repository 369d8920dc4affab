import ApplianceCore

/// The state machine's running timers.
///
/// Each has its own task, because a task group cannot cancel a single child.
struct ApplianceTimers: ~Copyable {
  typealias Timer = ApplianceStateMachine.Timer

  private let clock: any Clock<Duration>
  private var running: [Timer: Task<Void, Never>] = [:]

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  deinit {
    for timer in running.values { timer.cancel() }
  }

  /// Calls `elapsed` after `duration`, unless the timer is cancelled.
  mutating func start(
    _ timer: Timer, _ duration: Duration, elapsed: @escaping @Sendable () -> Void
  ) {
    running[timer] = Task { [clock] in
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      elapsed()
    }
  }

  mutating func cancel(_ timer: Timer) {
    running.removeValue(forKey: timer)?.cancel()
  }
}
