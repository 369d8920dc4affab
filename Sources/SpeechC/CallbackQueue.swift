import Dispatch
import Glibc
import Synchronization

/// Runs a C program's callbacks one after another, on a thread that may block.
final class CallbackQueue: Sendable {
  private let queue = DispatchQueue(label: "spokenmove.callbacks")

  /// The running callbacks of all queues.
  private struct Calls {
    /// By thread, the queue whose callback runs there.
    var queues: [pthread_t: ObjectIdentifier] = [:]
    /// By queue, the queue for which its callback waits.
    var waits: [ObjectIdentifier: ObjectIdentifier] = [:]
  }

  private static let calls = Mutex(Calls())

  /// Whether the calling code runs in a callback of any queue.
  static var isCalling: Bool { calls.withLock { $0.queues[pthread_self()] != nil } }

  /// Runs `body` after all earlier callbacks; returns when it has ended.
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
    Self.calls.withLock { $0.queues[current] = ObjectIdentifier(self) }
    body()
    Self.calls.withLock { _ = $0.queues.removeValue(forKey: current) }
  }

  /// Returns when the current callback has ended. Returns immediately in a callback of this queue,
  /// or of one for which this queue's callback waits.
  func settle() {
    let caller = Self.calls.withLock { $0.queues[pthread_self()] }
    guard let caller else { return queue.sync {} }
    let mayWait = Self.calls.withLock { calls in
      var next: ObjectIdentifier? = ObjectIdentifier(self)
      while let queue = next {
        if queue == caller { return false }
        next = calls.waits[queue]
      }
      calls.waits[caller] = ObjectIdentifier(self)
      return true
    }
    guard mayWait else { return }
    queue.sync {}
    Self.calls.withLock { _ = $0.waits.removeValue(forKey: caller) }
  }
}
