import CSwiftRuntime
import DeviceIO
import Glibc

/// The threads that run the program's tasks, in the place of the runtime's own, so that an idle program does not wake.
///
/// The runtime's pool is libdispatch's, which from its first task on wakes once a second, for as long as the program lives,
/// to see whether it has the right number of threads. These sleep until there is something to do.
final class QuietPool: @unchecked Sendable {
  // Unchecked because a condition needs a lock that it knows: all that follows is touched under that only.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var ready: [UnsafeMutableRawPointer] = []
  /// How many of `ready` have been taken.
  private var taken = 0

  private static let shared = QuietPool()

  private init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  /// Takes over all tasks that are to be run at once. Call it once, before the first task is run.
  ///
  /// Those that sleep on the runtime's own clocks are not among them: `QuietClock` is for that. Throws where there is no
  /// thread to be had; with a runtime that has no such hooks nothing is changed.
  static func install() throws {
    guard spokenmove_can_take_jobs() else { return }
    let count = min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 4)
    for _ in 0..<count { try BlockingThread.start(name: "tasks") { QuietPool.shared.run() } }
    spokenmove_take_jobs { job in
      guard let job else { return }
      QuietPool.shared.add(job)
    }
  }

  private func add(_ job: UnsafeMutableRawPointer) {
    pthread_mutex_lock(mutex)
    ready.append(job)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  private func run() {
    pthread_mutex_lock(mutex)
    while true {
      if let job = next() {
        pthread_mutex_unlock(mutex)
        spokenmove_run_job(job)
        pthread_mutex_lock(mutex)
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }

  private func next() -> UnsafeMutableRawPointer? {
    guard taken < ready.count else { return nil }
    defer {
      taken += 1
      // Now and then, for removing the first moves all the others.
      if taken == ready.count || taken == 256 {
        ready.removeFirst(taken)
        taken = 0
      }
    }
    return ready[taken]
  }
}
