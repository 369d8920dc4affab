import Foundation
import Glibc
import TestSupport
import Testing

@testable import DeviceIO

@Suite("Other programs", .timeLimit(.patientMinutes(2)))
struct ChildProcessTests {
  @Test(
    "a program's output is returned if its exit status is 0",
    arguments: [
      (["echo", "one", "two"], "one two\n"), (["sh", "-c", "echo x; exit 1"], nil),
      (["/no/such/program"], nil), (["no-such-program"], nil), ([""], nil), (["cat"], ""),
      (["yes"], nil), (["true"], ""), (["/bin/echo", "x"], "x\n"),
      (["sh", "-c", "echo $LC_ALL; echo no >&2"], "C\n"),
      (["sh", "-c", "kill -9 $$"], nil),
    ] as [([String], String?)])
  func output(arguments: [String], output: String?) {
    #expect(ChildProcess.output(of: arguments[0], Array(arguments.dropFirst())) == output)
  }

  @Test("a program that does not exit is killed")
  func hanging() throws {
    let child = try ChildProcess("sleep", ["3600"], environment: [], input: .nothing)
    #expect(child.output(upTo: 1, until: .now + .milliseconds(50)) == nil)
    let identifier = child.identifier
    _ = consume child
    // It has also been reaped: no process has that number any more.
    #expect(kill(identifier, 0) == -1)
    #expect(ChildProcess.output(of: "sleep", ["3600"], within: .milliseconds(50)) == nil)
  }

  /// Whether a process exists and is not a zombie.
  private func isRunning(_ identifier: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? false
  }

  /// A child that starts a grandchild, and the grandchild's number.
  private func family(_ script: String) throws -> (child: ChildProcess, grandchild: pid_t) {
    let child = try ChildProcess(
      "sh", ["-c", "sleep 3600 >/dev/null & echo $!; \(script)"], environment: [], input: .line)
    var number = ""
    while !number.hasSuffix("\n") {
      let byte = try #require(child.output(upTo: 1, until: .now + .seconds(60)))
      number += String(decoding: byte, as: UTF8.self)
    }
    return (child, try #require(pid_t(number.dropLast())))
  }

  /// The number of a grandchild whose parent has been released.
  private func orphan(of script: String) throws -> pid_t {
    let (child, grandchild) = try family(script)
    if script != "wait" { #expect(child.exitStatus(until: .now + .seconds(60)) == 0) }
    return grandchild
  }

  @Test("a program's children end with it", arguments: ["wait", "exit 0"])
  func grandchildren(script: String) throws {
    let grandchild = try orphan(of: script)
    let deadline = ContinuousClock.now + .seconds(60)
    while isRunning(grandchild), ContinuousClock.now < deadline { usleep(2_000) }
    #expect(!isRunning(grandchild))
  }

  @Test("a program that closes its output but does not exit is killed")
  func closed() throws {
    let start = ContinuousClock.now
    #expect(
      ChildProcess.output(
        of: "sh", ["-c", "exec >/dev/null; sleep 3600"], within: .milliseconds(200)) == nil)
    #expect(start.duration(to: .now) < .seconds(600))
  }

  @Test(
    "the exit status is reported", arguments: [("exit 0", 0), ("exit 3", 3), ("kill -9 $$", nil)])
  func ending(script: String, status: Int32?) throws {
    let child = try ChildProcess("sh", ["-c", script], environment: [], input: .nothing)
    #expect(child.exitStatus(until: .now + .seconds(60)) == status)
    #expect(child.exitStatus(until: .now + .seconds(60)) == status)
  }

  @Test(
    "a program that is still being written is retried, but not forever", .tags(.slow),
    .skippable(.slow))
  func busy() throws {
    let scratch = try ScratchDirectory()
    let path = "\(scratch.path)/program"
    try Data(contentsOf: URL(filePath: "/bin/true")).write(to: URL(filePath: path))
    try #require(chmod(path, 0o700) == 0)
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    let failure = try thrown(ChildProcess.Failure.self) {
      _ = try ChildProcess(path, environment: [], input: .nothing)
    }
    #expect(failure.status == ETXTBSY)
    let closing = Thread {
      usleep(50_000)
      close(writer)
    }
    closing.start()
    let child = try ChildProcess(path, environment: [], input: .nothing)
    #expect(child.exitStatus(until: .now + .seconds(60)) == 0)
  }

  @Test("a relative path is this program's, not the child's folder's")
  func relative() throws {
    let path = "../../../../../../../../../../bin/echo"
    try #require(access(path, X_OK) == 0)
    let child = try ChildProcess(
      path, ["x"], environment: [], input: .nothing, directory: "/usr/bin")
    #expect(child.output(upTo: 9, until: .now + .seconds(60)) == Array("x\n".utf8))
  }

  @Test("a program inherits no other descriptors")
  func descriptors() throws {
    let ours = open("/dev/null", O_RDONLY)
    try #require(ours > 2)
    defer { close(ours) }
    #expect(
      ChildProcess.output(of: "sh", ["-c", "[ -e /proc/self/fd/\(ours) ] || echo closed"])
        == "closed\n")
  }

  @Test("a program's standard input can be a socket")
  func line() throws {
    let child = try ChildProcess("head", ["-n", "1"], environment: [], input: .line)
    #expect(send(child.line, "one\ntwo\n", 8, 0) == 8)
    let output = try #require(child.output(upTo: 100, until: .now + .seconds(60)))
    #expect(String(decoding: output, as: UTF8.self) == "one\n")
    #expect(child.exitStatus(until: .now + .seconds(60)) == 0)
  }
}
