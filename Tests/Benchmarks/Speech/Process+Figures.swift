import Foundation
import Synchronization

extension Process {
  /// Seconds since this process started, to 10 ms.
  static func age() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    let fields = text("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
    // Field 22 of the file, the 20th after the name.
    let started = fields.count > 19 ? Double(fields[19]) ?? 0 : 0
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9 - started
      / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The processor time of this process, in seconds; independent of the machine's load.
  static func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// This process's resident memory.
  static func residentMebibytes() -> Double {
    let line =
      text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 / 1_024 }
      ?? .nan
  }

  /// How often the decoder's thread has gone to sleep.
  static func voluntarySwitches() -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.filter { text("/proc/self/task/\($0)/comm").hasPrefix("decoder") }.map { task in
      text("/proc/self/task/\(task)/status").split(separator: "\n")
        .first { $0.hasPrefix("voluntary_ctxt_switches") }
        .flatMap { $0.split { $0 == "\t" || $0 == " " }.last }.flatMap { Int($0) } ?? 0
    }.reduce(0, +)
  }

  private static func text(_ path: String) -> String {
    // A file in /proc has no length: read it to its end.
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else {
      return ""
    }
    return String(decoding: data, as: UTF8.self)
  }
}

/// A time that one task sets and another reads.
final class Instant: Sendable {
  private let time = Mutex(ContinuousClock.now)
  func set() { time.withLock { $0 = .now } }
  var age: Double { time.withLock { $0 }.secondsUntilNow }
}

/// A finished program: its output, and its cost.
struct Child {
  let words: String
  /// User and system time, in seconds.
  let cpu: Double

  /// Runs a program; discards its messages.
  static func run(_ command: [String]) throws -> Child {
    let before = childrensTime()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text =
      try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) } ?? ""
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        "\(command.joined(separator: " ")) ended with status \(process.terminationStatus)")
    }
    return Child(
      words: text.trimmingCharacters(in: .whitespacesAndNewlines), cpu: childrensTime() - before)
  }

  private static func childrensTime() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}

/// The cost of some runs, with and without startup.
struct Cost {
  private(set) var total = 0.0
  private(set) var net = 0.0

  mutating func add(_ run: Child, start: Child) {
    total += run.cpu
    net += run.cpu - start.cpu
  }
}
