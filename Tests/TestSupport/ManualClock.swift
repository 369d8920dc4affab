import Synchronization
import Testing

/// A clock for tests, whose time passes only when the test says so.
public final class ManualClock: Clock, Sendable {
  /// A time of the test's.
  public struct Instant: InstantProtocol {
    /// Since the clock was made.
    public let offset: Duration

    /// The time `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How much later `other` is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var cancelled: Set<Int> = []
    var sleepers: [Sleeper] = []
  }

  private let state = Mutex(State())

  /// Makes a clock at which no time has passed.
  public init() {}

  /// The time to which the test has advanced it.
  public var now: Instant { state.withLock { $0.now } }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// How many tasks sleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Sleeps until the test has advanced the time so far; throws when it is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns when so many tasks sleep; fails the test when patience runs out.
  public func waitForSleepers(
    _ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await Patience.wait(for: "\(count) sleepers", sourceLocation: sourceLocation) {
      sleeperCount >= count
    }
  }

  /// Lets time pass, and wakes who has slept long enough, the earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      let now = state.now.advanced(by: duration)
      state.now = now
      let due = state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
      state.sleepers.removeAll { $0.deadline <= now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until a task sleeps, and lets just the time pass that it sleeps for; returns that time.
  @discardableResult
  public func wakeNext() async -> Duration {
    await waitForSleepers()
    let left = state.withLock { state in
      state.sleepers.map { state.now.duration(to: $0.deadline) }.min() ?? .zero
    }
    advance(by: left)
    return left
  }
}
