import DeviceIO
import Glibc
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct QuietClockTests {
  private let clock = QuietClock()

  @Test func itSleepsUntilTheDeadline() async throws {
    let deadline = clock.now + .milliseconds(50)
    try await clock.sleep(until: deadline)
    #expect(clock.now >= deadline)
  }

  @Test func aPastDeadlineNeedsNoSleep() async throws {
    let before = clock.now
    try await clock.sleep(until: before - .seconds(3_600))
    #expect(clock.now - before < .seconds(1_800))
  }

  /// On a busy machine, a task that woke first may resume last, but not five times in a row.
  @Test(.tags(.slow), .skippable(.slow)) func theEarliestSleeperWakesFirst() async throws {
    var order: [Int] = []
    for _ in 0..<5 where order != [0, 1, 2, 3] {
      let start = clock.now
      order = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in [3, 1, 2, 0] {
          group.addTask {
            try await QuietClock().sleep(until: start + .milliseconds(200 + 200 * number))
            return number
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(order == [0, 1, 2, 3])
  }

  @Test func cancellingEndsASleep() async throws {
    let isAwake = Completion()
    let sleeper = Task {
      defer { isAwake.finish() }
      try await QuietClock().sleep(for: .seconds(3_600))
    }
    try await clock.sleep(for: .milliseconds(20))
    sleeper.cancel()
    await Patience.wait(for: "the cancelled sleeper") { isAwake.isDone }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func aCancelledTaskDoesNotSleep() async {
    for _ in 0..<200 {
      // Before it sleeps, as it falls asleep, or while it sleeps.
      let sleeper = Task { try await QuietClock().sleep(for: .seconds(3_600)) }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }

  @Test(.tags(.slow), .skippable(.slow)) func itDoesNotWakeForACancelledSleeper() async throws {
    var wakes = [Int]()
    // Other tests use the same thread, so it may wake for them, but not in each of so many
    // attempts.
    for _ in 0..<20 where !wakes.contains(0) {
      let sleeper = Task { try await QuietClock().sleep(for: .milliseconds(400)) }
      try await clock.sleep(for: .milliseconds(50))
      sleeper.cancel()
      _ = await sleeper.result
      // Time for the thread to fall asleep again; without the clock, which must stay idle.
      usleep(100_000)
      let before = try #require(Self.sleeps)
      usleep(500_000)
      wakes.append(try #require(Self.sleeps) - before)
    }
    #expect(wakes.contains(0), "\(wakes)")
  }

  /// How often the clock's thread has gone to sleep; nil without a thread.
  private static var sleeps: Int? {
    guard let tasks = opendir("/proc/self/task") else { return nil }
    defer { closedir(tasks) }
    while let entry = readdir(tasks) {
      let status = withUnsafeBytes(of: entry.pointee.d_name) { name in
        lines("/proc/self/task/\(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))/status")
      }
      guard status.contains(where: { $0.contains("Name:\tclock\n") }) else { continue }
      return status.first { $0.hasPrefix("voluntary_ctxt_switches:") }?
        .split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
    }
    return nil
  }

  private static func lines(_ path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var line = [CChar](repeating: 0, count: 4_096)
    while fgets(&line, Int32(line.count), file) != nil {
      lines.append(
        String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return lines
  }
}
