import Synchronization
import TestSupport
import Testing

/// A clock that stands still until it is told to go on.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var wake: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var count = 0
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        state.withLock { state in
          if state.cancelled.remove(number) != nil {
            continuation.resume(throwing: CancellationError())
          } else if deadline <= state.now {
            continuation.resume()
          } else {
            state.sleepers[number] = Sleeper(deadline: deadline, wake: continuation)
          }
        }
      }
    } onCancel: {
      state.withLock { state in
        if let sleeper = state.sleepers.removeValue(forKey: number) {
          sleeper.wake.resume(throwing: CancellationError())
        } else {
          state.cancelled.insert(number)
        }
      }
    }
  }

  /// Lets time pass, and wakes who waited for that.
  func advance(by duration: Duration) {
    state.withLock { state in
      state.now = state.now.advanced(by: duration)
      for (number, sleeper) in state.sleepers where sleeper.deadline <= state.now {
        state.sleepers[number] = nil
        sleeper.wake.resume()
      }
    }
  }

  /// Returns once somebody sleeps for `duration` from now; fails the test when patience runs out.
  func waitForSleeper(
    of duration: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let deadline = now.advanced(by: duration)
    await Patience.wait(for: "a sleeper of \(duration)", sourceLocation: sourceLocation) {
      state.withLock { state in state.sleepers.values.contains { $0.deadline == deadline } }
    }
  }
}
