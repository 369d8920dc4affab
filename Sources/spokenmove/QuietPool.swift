import CSwiftRuntime
import DeviceIO
import Glibc

/// The threads that run the program's tasks, in the place of the runtime's own, so that an idle program does not wake.
///
/// The runtime's pool is libdispatch's, which from its first task on wakes once a second, for as long as the program lives,
/// to see whether it has the right number of threads. These sleep until there is something to do.
final class QuietPool: @unchecked Sendable {
  // Unchecked because a condition needs a lock that it knows: all that follows is touched under that only.

  private struct Delayed {
    /// In nanoseconds of the monotonic clock.
    var deadline: UInt64
    var job: UnsafeMutableRawPointer
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var ready: [UnsafeMutableRawPointer] = []
  /// How many of `ready` have been taken.
  private var taken = 0
  /// The latest first, so that the next to be due is the last.
  private var delayed: [Delayed] = []
  /// One thread waits for the next deadline; the others wait for jobs only.
  private var hasTimekeeper = false

  private static let shared = QuietPool()

  private init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  /// Takes over all tasks. Call it once, before the first task is run.
  ///
  /// Throws where there is no thread to be had. The corresponding C functions are the runtime's hooks.
  static func install() throws {
    let count = min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 4)
    for _ in 0..<count { try BlockingThread.start(name: "tasks") { QuietPool.shared.run() } }
    spokenmove_take_jobs(
      { job in
        guard let job else { return }
        QuietPool.shared.add(job)
      },
      { job, nanoseconds in
        guard let job else { return }
        QuietPool.shared.add(job, after: nanoseconds)
      })
  }

  private func add(_ job: UnsafeMutableRawPointer) {
    pthread_mutex_lock(mutex)
    ready.append(job)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  private func add(_ job: UnsafeMutableRawPointer, after nanoseconds: UInt64) {
    let (deadline, overflows) = Self.now.addingReportingOverflow(nanoseconds)
    let new = Delayed(deadline: overflows ? .max : deadline, job: job)
    pthread_mutex_lock(mutex)
    let place = delayed.firstIndex { $0.deadline <= new.deadline } ?? delayed.endIndex
    delayed.insert(new, at: place)
    // The timekeeper waits for what was next before.
    if place == delayed.endIndex - 1 { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }

  private func run() {
    pthread_mutex_lock(mutex)
    while true {
      takeDue()
      if let job = next() {
        // Whoever still waits must keep the time while this thread works.
        if !delayed.isEmpty, !hasTimekeeper { pthread_cond_signal(condition) }
        pthread_mutex_unlock(mutex)
        spokenmove_run_job(job)
        pthread_mutex_lock(mutex)
      } else if let deadline = delayed.last?.deadline, !hasTimekeeper {
        hasTimekeeper = true
        var time = timespec(
          tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex, &time)
        hasTimekeeper = false
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }

  private func takeDue() {
    guard !delayed.isEmpty else { return }
    let now = Self.now
    while let last = delayed.last, last.deadline <= now {
      ready.append(last.job)
      delayed.removeLast()
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

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
