import Dispatch
import Glibc
import Synchronization

/// Calls a C program back, one call after another, on a thread that may be blocked.
final class CallbackQueue: Sendable {
  private let queue = DispatchQueue(label: "spokenmove.callbacks")
  private let thread = Mutex<pthread_t?>(nil)

  /// The threads that are in a callback of any queue.
  private static let threads = Mutex<Set<pthread_t>>([])

  /// Whether the calling code runs in a callback, of whatever queue.
  static var isCalling: Bool { threads.withLock { $0.contains(pthread_self()) } }

  /// Runs `body` after all earlier ones; returns when it has ended.
  func run(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        perform(body)
        continuation.resume()
      }
    }
  }

  private func perform(_ body: () -> Void) {
    let current = pthread_self()
    thread.withLock { $0 = current }
    Self.threads.withLock { _ = $0.insert(current) }
    body()
    Self.threads.withLock { _ = $0.remove(current) }
    thread.withLock { $0 = nil }
  }

  /// Returns when the callback under way has ended; in a callback of this queue, at once.
  func settle() {
    guard thread.withLock({ $0 }) != pthread_self() else { return }
    queue.sync {}
  }
}
