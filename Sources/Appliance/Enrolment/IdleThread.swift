import DeviceIO
import Glibc

/// A thread for what nobody waits for: it and the threads that it starts get the time that is left
/// over.
enum IdleThread {
  /// What gives way to everything else.
  static let leastPriority: CInt = 19

  /// Runs `body` on a thread of its own and returns what it returns; the caller is suspended, not
  /// blocked.
  ///
  /// Where the system does not allow to lower the priority, it runs all the same. The corresponding
  /// C function is `setpriority`.
  static func run<Value: Sendable>(
    at priority: CInt = leastPriority, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await BlockingThread.run(name: "learning") {
      // On Linux a priority is a thread's, and threads inherit it.
      _ = setpriority(CInt(PRIO_PROCESS.rawValue), 0, priority)
      return try body()
    }
  }
}
