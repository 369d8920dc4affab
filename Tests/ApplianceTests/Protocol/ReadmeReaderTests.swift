import Foundation
import TestSupport
import Testing

/// The protocol document's program at the other end of the cable, with the real program at this
/// end.
@Suite(.timeLimit(.patientMinutes(2))) struct ReadmeReaderTests {
  /// Its only block of Python.
  private func reader() throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(
      contentsOf: package.appending(path: "deploy/PROTOCOL.md"), encoding: .utf8)
    let parts = readme.components(separatedBy: "```python\n")
    try #require(parts.count == 2)
    return try #require(parts[1].components(separatedBy: "```").first)
  }

  private func wait(for text: String, in shown: @escaping () throws -> String) async throws {
    let isShown = try await Patience.lasts { try shown().contains(text) }
    let all = try shown()
    try #require(isShown, "there is only: \(all)")
  }

  @Test func theDocumentedProgramFollowsTheGame() async throws {
    let text = try reader()
    #expect(text.split(separator: "\n").count <= 10)
    let bridge = try TerminalBridge()
    defer { bridge.end() }
    let program = try Program()
    let config = try program.write(
      """
      microphone: {device: "null"}
      button: {line: none}
      leds: {available: {line: none}, recording: {line: none}}
      console: {format: jsonl, device: \(bridge.board)}
      record: {directory: state}

      """, as: "c.yaml")
    let appliance = try program.start(["run", "--config", config])
    defer { appliance.terminate() }
    let sent = { bridge.lines.joined(separator: "\n") }
    try await wait(for: #""state":"available""#, in: sent)
    bridge.type("e4")
    try await wait(for: #""san":"e4""#, in: sent)

    // It starts late, and asks.
    bridge.plugIn()
    let script = try program.write(text, as: "reader.py")
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = ["-u", script, bridge.host]
    let output = program.folder.appending(path: "read")
    try Data().write(to: output)
    python.standardOutput = try FileHandle(forWritingTo: output)
    try python.run()
    defer { kill(python.processIdentifier, SIGKILL) }
    let read = { try program.text("read") }
    try await wait(for: "e4", in: read)
    bridge.type("knight f six")
    try await wait(for: "Nf6", in: read)
    kill(python.processIdentifier, SIGKILL)
    python.ended()

    #expect(try read() == "e4 - black to move\nblack plays Nf6\n")
    let lines = try bridge.lines.map { try ReceivedLine($0) }
    let version = try #require(lines.first?["version"] as String?)
    #expect(lines.first?["type"] == "hello")
    #expect(try Program().run("--version").output == "spokenmove \(version)\n")
    #expect(lines.count { $0["answers"] == "first" } == 2)
    appliance.terminate()
    #expect(try program.end(of: appliance).status == 0)
  }
}
