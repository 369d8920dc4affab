import Foundation
import TestSupport
import Testing

/// The service until it is asked to stop.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct RunCommandTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func runWorksUntilASignal(signal: Int32) async throws {
    let program = try Program()
    let config = try program.write(Program.panelless, as: "c.yaml")
    let process = try program.start(["run", "--config", config])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    try typing.write(contentsOf: Data("Help\n".utf8))
    try await program.waitForOutput { $0.contains(#""type":"command""#) }
    kill(process.processIdentifier, signal)
    let outcome = try program.end(of: process)
    #expect(outcome.hasExited && outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.first?.hasPrefix(#"{"type":"hello","#) == true)
    let states = outcome.lines.filter { $0.hasPrefix(#"{"type":"available","#) }
    #expect(states.first?.contains(#""state":"preparing""#) == true)
    #expect(outcome.output.contains(#""command":"help""#))
  }

  /// Waits until the program handles a signal.
  private func wait(for signal: Int32, of process: Process) async throws {
    let path = "/proc/\(process.processIdentifier)/status"
    try await Patience.wait(for: "the program to take care of the signal") {
      let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .first { $0.hasPrefix("SigCgt:") }
      let caught = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
      return caught & 1 << UInt64(signal - 1) != 0
    }
  }

  /// `timeout` and `sudo` send a signal to a program, and again to its process group.
  @Test func twoSignalsDuringPreparationEndItCleanly() async throws {
    let program = try Program()
    let config = try program.write(Program.panelless, as: "c.yaml")
    let process = try program.start(["run", "--config", config])
    try await wait(for: SIGTERM, of: process)
    for _ in 0..<2 {
      kill(process.processIdentifier, SIGTERM)
      usleep(20_000)
    }
    let outcome = try program.end(of: process)
    #expect(outcome.hasExited && outcome.status == 0, "\(outcome.errors)")
  }

  /// How often the threads of a process have gone to sleep.
  private func sleeps(of process: Process) throws -> Int {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }

  @Test func anIdleServiceSeldomWakes() async throws {
    let program = try Program()
    let config = try program.write(Program.panelless, as: "c.yaml")
    // ALSA's own null device: always there, and no card needed.
    _ = try program.write("pcm.!default { type null }\n", as: ".asoundrc")
    let process = try program.start(
      ["run", "--config", config], environment: ["HOME": program.folder.path])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    let available = #""state":"available""#
    try await program.waitForOutput { $0.contains(available) }
    // A recording has timers, like a blinking light: somebody has slept by the end of it.
    try typing.write(contentsOf: Data("start\n".utf8))
    try await program.waitForOutput { $0.contains(#""recording":true"#) }
    try typing.write(contentsOf: Data("stop\n".utf8))
    try await program.waitForOutput { $0.components(separatedBy: available).count > 2 }
    // The lights show the outcome for this long.
    try await Task.sleep(for: .seconds(3))
    // Up to two per second; the runtime's own threads need one. On a busy machine there are
    // sometimes more.
    var counts: [Int] = []
    while counts.count < 5, !counts.contains(where: { $0 <= 8 }) {
      let before = try sleeps(of: process)
      try await Task.sleep(for: .seconds(4))
      counts.append(try sleeps(of: process) - before)
    }
    #expect(counts.contains { $0 <= 8 }, "\(counts)")
    process.terminate()
    #expect(try program.end(of: process).status == 0)
  }
}
