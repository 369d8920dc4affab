import DeviceIO
import Glibc

/// A thread for work that nobody waits for: it and the threads it starts get only spare processor
/// time.
enum IdleThread {
  /// The lowest priority (the highest nice value).
  static let leastPriority: CInt = 19

  /// Runs `body` on a thread of its own and returns its result; the caller is suspended, not
  /// blocked.
  ///
  /// If the system does not allow the priority to be lowered, it runs all the same. The
  /// corresponding C function is `setpriority`.
  static func run<Value: Sendable>(
    at priority: CInt = leastPriority, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await BlockingThread.run(name: "learning") {
      // On Linux a priority belongs to a thread, and new threads inherit it.
      _ = setpriority(CInt(PRIO_PROCESS.rawValue), 0, priority)
      return try body()
    }
  }
}
