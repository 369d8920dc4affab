import CLinux
import Glibc
import Localization
import Synchronization

/// A thread for blocking C calls.
///
/// The cooperative pool has only one thread per core. Waiting for sound, for an edge or for a slow
/// terminal would block one of them, so such calls run here.
package enum BlockingThread {
  /// The system could not start a thread, or has no descriptor for it.
  package struct Unavailable: ExplainedError, Sendable {
    /// An `errno` value.
    package let status: Int32
    /// The system's message, and what to do about it.
    package var message: Message {
      let reason = SystemStatus.text(status)
      return [EMFILE, ENFILE].contains(status)
        ? Message("\(reason). Raise the service's LimitNOFILE limit.")
        : Message("No thread could be started: \(reason). Raise the service's TasksMax limit.")
    }
  }

  /// Runs `body` once on a new detached thread with the given name (at most 15 bytes count) in the
  /// process list.
  ///
  /// Returns immediately. The corresponding C function is `pthread_create`.
  ///
  /// - Parameter limit: How long it may be busy without a pause; then ``Supervision`` reports it.
  package static func start(
    name: String, limit: Duration? = nil, _ body: @escaping @Sendable () -> Void
  ) throws(Unavailable) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // With locked memory, the default of 8 MiB would count against a board's memory limit.
    pthread_attr_setstacksize(&attributes, 512 * 1_024)

    let work = Unmanaged.passRetained(
      Work {
        pthread_setname_np(pthread_self(), String(name.utf8.prefix(15)) ?? "spokenmove")
        guard let limit else { return body() }
        Supervision.shared.watching(name, limit: limit, body)
      })
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      throw Unavailable(status: status)
    }
  }

  /// Runs `body` on a separate thread and returns its result.
  ///
  /// Suspends the caller without blocking. Cancelling the caller does not interrupt `body`, which
  /// must end by itself. When the caller resumes, the thread has released everything that `body`
  /// captured.
  package static func run<Value: Sendable>(
    name: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let errand = Errand(body)
    return try await withCheckedThrowingContinuation { continuation in
      do {
        try start(name: name) { continuation.resume(with: errand.run()) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// Work to do once and then release.
  private final class Errand<Value: Sendable>: Sendable {
    private let body: Mutex<(@Sendable () throws -> Value)?>

    init(_ body: @escaping @Sendable () throws -> Value) {
      self.body = Mutex(body)
    }

    func run() -> Result<Value, any Error> {
      let body = self.body.withLock { body in
        defer { body = nil }
        return body
      }
      return Result {
        guard let body else { throw CancellationError() }
        return try body()
      }
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
