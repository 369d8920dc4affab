import Synchronization

/// The time of `ContinuousClock`, but with no wake-ups except the requested ones.
///
/// One thread of the program waits for the next deadline, or forever if nobody sleeps.
public struct QuietClock: Clock {
  /// The instants of `ContinuousClock`, so that both can be compared.
  public typealias Instant = ContinuousClock.Instant

  /// All values are the same clock.
  public init() {}

  /// The time of `ContinuousClock`, which goes on while the system is suspended.
  public var now: Instant { .now }

  /// The maximum delay of a sleep.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Returns once `deadline` has passed, at most about a millisecond late; throws
  /// `CancellationError` when cancelled.
  ///
  /// Ignores `tolerance`. If the system cannot start a thread, sleeps on the runtime's own clock.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    guard let timekeeper = Timekeeper.shared else {
      return try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
    }
    try await timekeeper.sleep(until: deadline)
  }
}

/// The thread that wakes the sleepers.
private final class Timekeeper: Sendable {
  typealias Instant = QuietClock.Instant

  private struct Sleeper {
    var deadline: Instant
    var waking: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var lastNumber: UInt64 = 0
    var sleepers: [UInt64: Sleeper] = [:]

    /// There are only a few.
    var next: Instant? { sleepers.values.lazy.map(\.deadline).min() }
  }

  /// Nil if no thread or descriptor was available.
  static let shared = try? Timekeeper.started()

  private let state = Mutex(State())
  private let wake: WakeSignal

  private init() throws(BlockingThread.Unavailable) {
    wake = try WakeSignal()
  }

  private static func started() throws(BlockingThread.Unavailable) -> Timekeeper {
    let timekeeper = try Timekeeper()
    try BlockingThread.start(name: "clock") { timekeeper.run() }
    return timekeeper
  }

  func sleep(until deadline: Instant) async throws {
    try Task.checkCancellation()
    guard deadline > .now else { return }
    let number = state.withLock { state in
      state.lastNumber &+= 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waking in
        change { $0.updateValue(Sleeper(deadline: deadline, waking: waking), forKey: number) }
        // The handler may have run before there was anything to cancel.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: UInt64) {
    change { $0.removeValue(forKey: number) }?.waking.resume(throwing: CancellationError())
  }

  /// Changes the sleepers, and notifies the thread if its next wake-up changes.
  ///
  /// Also if it becomes later: otherwise the thread would wake once for nothing.
  @discardableResult
  private func change(_ change: (inout [UInt64: Sleeper]) -> Sleeper?) -> Sleeper? {
    let (result, isOther) = state.withLock { state in
      let before = state.next
      let result = change(&state.sleepers)
      return (result, state.next != before)
    }
    if isOther { wake.raise() }
    return result
  }

  private func run() {
    var descriptors = [Poll.reading(wake.descriptor)]
    while true {
      wake.lower()
      let (due, next) = state.withLock { state in
        let now = Instant.now
        let due = state.sleepers.filter { $0.value.deadline <= now }
        for number in due.keys { state.sleepers.removeValue(forKey: number) }
        return (due.values.sorted { $0.deadline < $1.deadline }, state.next)
      }
      for sleeper in due { sleeper.waking.resume() }
      _ = Poll.wait(&descriptors, timeout: next.map { Instant.now.duration(to: $0) })
    }
  }
}
