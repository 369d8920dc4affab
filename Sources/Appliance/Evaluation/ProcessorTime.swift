import Glibc

/// The cost of work, independent of the machine's load.
package enum ProcessorTime {
  /// The processor time of all of the process's threads since it started, in seconds. The
  /// corresponding C function is `clock_gettime`.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
