import Dispatch
import Glibc
import Synchronization

/// One thread for work that blocks or takes long, and would hold up the small cooperative pool. It
/// sleeps on a semaphore while it is idle.
///
/// It runs all work in order of arrival. As an actor's executor it runs that actor's jobs. As a
/// task's preferred executor it also runs the task's nonisolated parts, so that a task that uses
/// the actor never changes threads.
///
/// An actor's function gives way to other work at each `await`, even if nothing suspends it there.
package final class SerialThread: SerialExecutor, TaskExecutor {
  private let backlog = Backlog()

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: Its name in the process list; only 15 bytes count.
  ///   - limit: How long a work item may take; then ``Supervision`` reports the thread.
  package init(name: String, limit: Duration) throws(BlockingThread.Unavailable) {
    try BlockingThread.start(name: name, limit: limit) { [backlog] in backlog.run() }
  }

  deinit {
    backlog.put(nil)
  }

  /// Runs `work` on the thread after all earlier work; returns immediately.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    backlog.put(work)
  }

  /// Runs a job of an actor or a task, in its turn.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The closure keeps the executor alive until its job is done.
    backlog.put {
      job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  /// Traps unless it is called on the thread.
  package func checkIsolated() {
    precondition(backlog.isCurrent, "not on the thread")
  }

  /// The pending work; nil ends the thread.
  private final class Backlog: Sendable {
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
