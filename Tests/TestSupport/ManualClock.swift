import Synchronization

/// A clock that advances only on request.
///
/// Pass it to code that takes a clock, and call ``advance(by:)`` instead of waiting.
package final class ManualClock: Clock, Sendable {
  /// A time on the clock.
  package struct Instant: InstantProtocol {
    /// The time since the clock was made.
    package let offset: Duration

    /// The time `duration` later.
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How much later `other` is.
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether `left` is earlier.
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Waiter {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var cancelled: Set<Int> = []
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())

  /// Makes a clock at time zero.
  package init() {}

  /// The current time of the clock.
  package var now: Instant { state.withLock { $0.now } }
  /// One nanosecond.
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// The number of sleeping tasks.
  package var sleeperCount: Int { state.withLock { $0.waiters.count } }

  /// Sleeps until the clock has advanced this far; throws when cancelled.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.waiters.append(Waiter(id: id, deadline: deadline, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Waiter? in
        guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.waiters.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// The remaining sleeps of the tasks, the shortest first.
  package var sleeps: [Duration] {
    state.withLock { state in
      state.waiters.map { state.now.duration(to: $0.deadline) }.sorted()
    }
  }

  /// Advances the clock, and wakes the tasks whose time has come, the earliest first.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      let now = state.now.advanced(by: duration)
      state.now = now
      let due = state.waiters.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
      state.waiters.removeAll { $0.deadline <= now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
