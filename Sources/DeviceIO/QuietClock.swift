import Synchronization

/// The time of `ContinuousClock`, on which sleeping adds no wake-ups but those that are asked for.
///
/// One thread of the program waits for the next deadline, or without end where nobody sleeps.
public struct QuietClock: Clock {
  /// The instants of `ContinuousClock`, so that both can be compared.
  public typealias Instant = ContinuousClock.Instant

  /// All values are the same clock.
  public init() {}

  /// The time of `ContinuousClock`, which goes on while the system is suspended.
  public var now: Instant { .now }

  /// What a sleep may be late by.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Returns once `deadline` has passed, at most about a millisecond late; throws
  /// `CancellationError` when cancelled.
  ///
  /// `tolerance` is not made use of. Where the system has no thread to give, the runtime's own
  /// clock is slept on.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    guard let timekeeper = Timekeeper.shared else {
      return try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
    }
    try await timekeeper.sleep(until: deadline)
  }
}

/// The thread that wakes those who sleep.
private final class Timekeeper: Sendable {
  typealias Instant = QuietClock.Instant

  private struct Sleeper {
    var deadline: Instant
    var waking: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var lastNumber: UInt64 = 0
    var sleepers: [UInt64: Sleeper] = [:]

    /// There are a handful of them.
    var next: Instant? { sleepers.values.lazy.map(\.deadline).min() }
  }

  /// nil if there was no thread or no descriptor for it.
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
        // The handler may have been called when there was nothing to cancel yet.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: UInt64) {
    change { $0.removeValue(forKey: number) }?.waking.resume(throwing: CancellationError())
  }

  /// Changes who sleeps, and lets the thread know where it has to wake at another time than it
  /// thinks.
  ///
  /// Also where that is later: or else it would wake for nothing when all is quiet.
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
