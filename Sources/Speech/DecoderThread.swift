import DeviceIO
import Dispatch
import Glibc
import Localization
import Synchronization

/// A thread for decoding, whose long computations would block the small cooperative pool; it sleeps
/// on a semaphore while there is nothing to do.
///
/// As an actor's executor it runs that actor's jobs; all work is done in order of arrival.
final class DecoderThread: SerialExecutor {
  private let inbox = DecoderQueue()
  /// How long a piece of work may take: normally tenths of a second; after this it has hung.
  private static let limit = Duration.seconds(60)

  /// Starts the thread; `name` shows in `top -H` (15 characters).
  init(name: String) throws(SpeechError) {
    do throws(BlockingThread.Unavailable) {
      try BlockingThread.start(name: name, limit: Self.limit) { [inbox] in inbox.run() }
    } catch {
      throw SpeechError(
        .decoderFailed, Message("start the decoder's thread"), status: error.status,
        advice: error.message)
    }
  }

  deinit {
    inbox.put(nil)
  }

  /// Runs `work` on the thread after all earlier work; returns at once.
  func perform(_ work: @escaping @Sendable () -> Void) {
    inbox.put(work)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The closure keeps the executor alive until its job is done.
    inbox.put { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    precondition(inbox.isCurrent, "not on the decoder's thread")
  }

  /// The work to do; nil ends the thread.
  private final class DecoderQueue: Sendable {
    private struct State {
      var work: [(@Sendable () -> Void)?] = []
      var thread: pthread_t?
    }
    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)

    var isCurrent: Bool {
      state.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
      }
    }

    func put(_ work: (@Sendable () -> Void)?) {
      state.withLock { $0.work.append(work) }
      filled.signal()
    }

    func run() {
      state.withLock { $0.thread = pthread_self() }
      while true {
        Supervision.shared.idling { filled.wait() }
        guard let work = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) else {
          return
        }
        work()
      }
    }
  }
}
