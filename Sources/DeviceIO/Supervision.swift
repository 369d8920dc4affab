import Glibc
import Synchronization

/// Finds threads that have been busy for too long, for example because a library or a disk hangs.
///
/// A supervised thread counts as busy except while it waits in `Poll.wait` or ``idling(_:)``.
package final class Supervision: Sendable {
  /// The process's instance.
  package static let shared = Supervision()

  private struct Thread {
    let name: String
    let limit: Duration
    /// Nil while it is idle.
    var busySince: ContinuousClock.Instant?
  }

  private let threads = Mutex<[pthread_t: Thread]>([:])

  /// Supervises no thread yet.
  init() {}

  /// The names of the threads that have exceeded their limits, sorted.
  package func stuck(at now: ContinuousClock.Instant = .now) -> [String] {
    threads.withLock { threads in
      threads.values.filter { thread in
        thread.busySince.map { $0.duration(to: now) > thread.limit } ?? false
      }
      .map(\.name).sorted()
    }
  }

  /// Runs `body` on this thread, which may be busy for `limit` without a pause.
  func watching<Value>(
    _ name: String, limit: Duration, _ body: () throws -> Value
  ) rethrows -> Value {
    let thread = pthread_self()
    threads.withLock { $0[thread] = Thread(name: name, limit: limit, busySince: .now) }
    defer { threads.withLock { $0[thread] = nil } }
    return try body()
  }

  /// Runs `wait`, during which this thread is idle.
  package func idling<Value>(_ wait: () throws -> Value) rethrows -> Value {
    note(nil)
    defer { note(.now) }
    return try wait()
  }

  private func note(_ busySince: ContinuousClock.Instant?) {
    let thread = pthread_self()
    threads.withLock { $0[thread]?.busySince = busySince }
  }
}
