import FoundationEssentials
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

/// The process's memory.
enum ResidentMemory {
  /// The peak since the start, in MiB; 0 if the kernel does not report it.
  ///
  /// Not `getrusage`: its figure survives `exec`, and would include a larger parent's.
  static var peak: Double {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        .flatMap({ Double($0) })
    else { return 0 }
    return kibibytes / 1024
  }
}
