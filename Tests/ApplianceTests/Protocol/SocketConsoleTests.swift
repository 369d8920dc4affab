import ApplianceCore
import Chess
import DeviceIO
import Dialogue
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Appliance

@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct SocketConsoleTests {
  private let scratch: ScratchDirectory
  private let line: SerialLine
  private let log = Log(level: .error, descriptor: -1, isJournal: false)
  private var path: String { scratch.path + "/console.sock" }

  init() throws {
    scratch = try ScratchDirectory()
    line = try SerialLine()
    try line.plug()
  }

  private func terminal() throws -> TerminalConsole {
    try TerminalConsole(
      .device(line.path, baud: 115_200), ConsoleFormatter(format: .text), endsWithInput: false,
      log: log)
  }

  private func console() throws -> SocketConsole {
    try SocketConsole(
      at: path, beside: terminal(), showsPartials: true,
      introduction: Introduction(version: "1.2.3"), log: log)
  }

  private func mode(of path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode
  }

  @Test func everyReaderGetsHello() async throws {
    let console = try console()
    console.describe { Situation(state: .available) }
    #expect(try mode(of: path) == S_IFSOCK | 0o660)
    let clients = try (0..<3).map { _ in try SocketClient(path) }
    for client in clients {
      let hello = try #require(try await client.read { !$0.isEmpty }.first)
      #expect(hello["type"] == "hello" && hello["version"] == "1.2.3")
      #expect(hello["state"] == "available")
    }
    console.show(.recording, for: Origin(.typed))
    for client in clients {
      let told = try #require(try await client.read { !$0.isEmpty }.first)
      #expect(told["recording"] == true && told["source"] == "typed")
    }
    await console.close()
    for client in clients { #expect(try await client.readAll().isEmpty) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test func aProgramMaySendMuchAndClose() async throws {
    let console = try console()
    func sendMuch() async throws {
      let client = try SocketClient(path)
      _ = try await client.read { !$0.isEmpty }
      let blanks = Array(repeating: String(repeating: " ", count: 1_000), count: 50)
      client.send((blanks + ["status"]).joined(separator: "\n"))
    }
    try await sendMuch()
    let line = await within(.seconds(60)) { await console.lines.first { _ in true } }
    #expect(line??.text == "status")
    await console.close()
  }

  @Test func onlyOneProgramMaySendCommands() async throws {
    let console = try console()
    var lines = console.lines.makeAsyncIterator()
    let first = try SocketClient(path)
    let second = try SocketClient(path)
    first.send(#"{"command":"undo","id":1}"#)
    let origin = Origin(.program, id: .number(1))
    #expect(await lines.next() == ConsoleLine("undo", from: origin, canBePasted: false))
    second.send(#"{"command":"hint","id":2}"#)
    let told = try await second.read { $0.count >= 2 }
    #expect(told.last?["code"] == "not_the_writer" && told.last?["answers"] == 2)
    // It can still ask for the situation.
    console.describe {
      Situation(state: .recording, game: Situation.Standing(report: GameReport(Game())))
    }
    second.send(#"{"command":"status","id":3}"#)
    second.send(#"{"command":"position","id":4}"#)
    let standing = try await second.read { $0.count >= 2 }
    #expect(standing.map { $0["type"] } == ["available", "game"])
    #expect(standing.map { $0["answers"] } == [3, 4])
    #expect(standing.first?["state"] == "recording" && standing.last?["turn"] == "white")
    // It may still read.
    first.send("e4")
    first.send("")
    first.endSending()
    #expect(await lines.next() == "e4")
    _ = try await first.read { !$0.isEmpty }
    // Until the first has ended. The damaged line is refused in any case, and answered last.
    for number in 3..<1_000 {
      second.send(#"{"command":"hint","id":\#(number)}"#)
      second.send("{")
      let told = try await second.read { $0.last?["code"] == "damaged_command" }
      if !told.contains(where: { $0["code"] == "not_the_writer" }) { break }
      usleep(10_000)
    }
    #expect(await lines.next()?.text == "hint")
    console.show(.recording)
    #expect(try await first.read { !$0.isEmpty }.last?["recording"] == true)
    // Typed lines count as well.
    line.type("status\r")
    #expect(await lines.next() == "status")
    await console.close()
  }

  @Test func aSlowReaderIsDisconnected() async throws {
    let console = try console()
    let slow = try SocketClient(path)
    let other = try SocketClient(path)
    var told = try await other.read { !$0.isEmpty }
    let long = ConsoleMessage.error(
      code: "x", message: .verbatim(String(repeating: "long ", count: 2_000)))
    for number in 0..<100 where !told.contains(where: { $0["code"] == "slow_reader" }) {
      for _ in 0..<16 { console.show(long) }
      console.show(.note("not for programs"))
      console.show(.error(code: "mark", message: "\(number)"))
      told = try await other.read { $0.contains { $0["message"] == "\(number)" } }
    }
    let error = try #require(told.first { $0["code"] == "slow_reader" })
    #expect((error["message"] as String?)?.hasSuffix("so far: 1.") == true)
    // The lines before that are complete, except the last one.
    #expect(try await slow.readAll().count > 16)
    await console.close()
  }

  @Test func aLargeAnswerIsSentInPartsToTheAsker() async throws {
    let console = try console()
    let asker = try SocketClient(path)
    let others = try (0..<2).map { _ in try SocketClient(path) }
    asker.send("games")
    var lines = console.lines.makeAsyncIterator()
    #expect(await lines.next()?.text == "games")
    for client in [asker] + others { _ = try await client.read { !$0.isEmpty } }
    // Eight times the limit for a reader, like a thousand saved games.
    let large = String(repeating: "game ", count: 2 * 1_024 * 1_024 / 5)
    console.show(.error(code: "large", message: .verbatim(large)), for: Origin(.program))
    // Nobody here asked for this one.
    console.show(.error(code: "other", message: .verbatim(large)), for: Origin(.typed))
    for number in 0..<20 { console.show(.error(code: "mark", message: "\(number)")) }
    // The asker first: it must not be slow.
    let told = try await asker.read { $0.last?["message"] == "19" }
    try #require(told.first?["code"] == "large" && told.count == 21)
    for client in others {
      let told = try await client.read { $0.last?["message"] == "19" }
      #expect(told.allSatisfy { $0["code"] == "mark" })
      #expect(told.count == 20)
    }
    #expect((told.first?["message"] as String?)?.utf8.count == large.utf8.count)
    // It may ask again.
    asker.send("undo")
    #expect(await lines.next()?.text == "undo")
    await console.close()
  }

  @Test func anAskerThatReadsNothingIsDisconnected() throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let reader = SocketReader(ends[0])
    defer { close(ends[1]) }
    #expect(reader.deadline == nil)
    reader.send(large: [UInt8](repeating: 0x20, count: 2 * 1_024 * 1_024))
    let deadline = try #require(reader.deadline)
    #expect(deadline > .now && deadline <= .now + SocketReader.patience)
    #expect(reader.poll.events == Int16(POLLOUT), "it cannot ask for more yet")
    reader.send([UInt8](repeating: 0x20, count: SocketReader.limit))
    reader.checkProgress(at: deadline - .nanoseconds(1))
    #expect(!reader.isGone)
    var part = [UInt8](repeating: 0, count: 65_536)
    while reader.deadline != nil {
      _ = recv(ends[1], &part, part.count, CInt(MSG_DONTWAIT))
      reader.flush()
    }
    #expect(reader.poll.events & Int16(POLLIN) != 0, "it has taken all of it")
    reader.send(large: [UInt8](repeating: 0x20, count: 2 * 1_024 * 1_024))
    reader.checkProgress(at: .now + SocketReader.patience)
    #expect(reader.isSlow)
  }

  @Test func anAskerThatAsksTooMuchIsDisconnected() throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let reader = SocketReader(ends[0])
    defer { close(ends[1]) }
    let answer = [UInt8](repeating: 0x20, count: 2 * 1_024 * 1_024)
    for _ in 0..<4 { reader.send(large: answer) }
    #expect(!reader.isGone)
    reader.send(large: answer)
    #expect(reader.isSlow)
  }

  /// As when a script writes a command and does not wait for the answer.
  @Test func theLastLinesOfAProgramThatHasGoneAreRead() throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let line = Array("undo\n".utf8)
    try #require(send(ends[1], line, line.count, 0) == line.count)
    close(ends[1])
    let reader = SocketReader(ends[0])
    reader.send(line)
    #expect(!reader.isGone && !reader.isWaiting)
    guard case .line(let read)? = reader.receive().first else {
      Issue.record("it has sent no line")
      return
    }
    #expect(read.text == "undo")
    #expect(reader.receive().isEmpty && !reader.sends)
  }

  @Test func theNinthReaderIsRefused() async throws {
    let console = try console()
    var clients: [SocketClient] = []
    for _ in 0..<SocketLoop.readerLimit {
      let client = try SocketClient(path)
      _ = try await client.read { !$0.isEmpty }
      clients.append(client)
    }
    let told = try await SocketClient(path).readAll()
    #expect(told.map { $0["code"] } == ["too_many_readers"])
    clients.removeLast()
    // There is room once the closed end has been noticed.
    for _ in 0..<1_000 {
      let client = try SocketClient(path)
      if try await client.read({ !$0.isEmpty }).first?["type"] == "hello" { break }
      usleep(10_000)
    }
    clients[0].send("undo")
    var lines = console.lines.makeAsyncIterator()
    #expect(await lines.next() == "undo")
    await console.close()
  }

  @Test func aKilledProgramsSocketIsReplaced() async throws {
    let stale = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(stale, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    Glibc.close(stale)
    #expect(throws: POSIXError(.ECONNREFUSED)) { try SocketClient(path) }
    let console = try console()
    #expect(try await SocketClient(path).read { !$0.isEmpty }.first?["type"] == "hello")
    await console.close()
    #expect(access(path, F_OK) != 0)
  }

  @Test func otherFilesAndSocketsStay() async throws {
    let console = try console()
    let error = try thrown(PlainError.self) { _ = try ListeningSocket(path: path) }
    #expect(error.description.contains("another program listens there"))
    try FileManager.default.removeItem(atPath: path)
    try Data("mine".utf8).write(to: URL(filePath: path))
    await console.close()
    #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
    let other = try thrown(PlainError.self) { _ = try ListeningSocket(path: path) }
    #expect(other.description.contains("there is another file"))
    #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
  }

  @Test(arguments: [
    ("nowhere/console.sock", "its folder is not there"),
    (String(repeating: "x", count: 108), "the path is too long"),
  ])
  func anUnusablePathIsReported(name: String, advice: String) throws {
    let path = scratch.path + "/" + name
    let error = try thrown(PlainError.self) { _ = try ListeningSocket(path: path) }
    #expect(error.description.hasPrefix("Cannot listen at \(path): \(advice)"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  /// With the program itself: the terminal is for people, and its input has ended.
  @Test func aProgramPlaysThroughTheSocket() async throws {
    let program = try Program()
    let socket = scratch.path + "/s"
    let settings =
      Program.panelless
      .replacing("{format: jsonl}", with: "{socket: \(socket)}")
      + "microphone: {device: \"null\"}\n"
    let config = try program.write(settings, as: "c.yaml")
    let process = try program.start(["run", "--config", config])
    try (process.standardInput as? Pipe)?.fileHandleForWriting.close()
    try await program.waitForOutput { $0.contains("Ready: press and speak.") }
    let client = try SocketClient(socket)
    client.send(#"{"command":"move","move":"e4","id":1}"#)
    let told = try await client.read { $0.contains { $0["answers"] == 1 } }
    #expect(told.first?["position"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    #expect(told.last?["san"] == "e4" && told.last?["source"] == "program")
    try await program.waitForOutput { $0.contains("1. e4") }
    kill(process.processIdentifier, SIGTERM)
    let rest = try await client.readAll()
    #expect(rest.allSatisfy { $0["type"] != "result" })
    #expect(try program.end(of: process).status == 0)
    #expect(access(socket, F_OK) != 0)
  }
}
