import Testing

extension ManualClock {
  /// Returns when this many tasks sleep; fails the test when patience runs out.
  package func waitForSleepers(
    _ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await Patience.wait(for: "\(count) sleepers", sourceLocation: sourceLocation) {
      sleeperCount >= count
    }
  }

  /// Returns once a task sleeps for `duration` from now; fails the test when patience runs out.
  package func waitForSleeper(
    of duration: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await Patience.wait(for: "a sleeper of \(duration)", sourceLocation: sourceLocation) {
      sleeps.contains(duration)
    }
  }

  /// Waits until a task sleeps, and advances the clock by exactly its sleep; returns that duration.
  @discardableResult
  package func wakeNext() async -> Duration {
    await waitForSleepers()
    let left = sleeps.first ?? .zero
    advance(by: left)
    return left
  }
}
