import DeviceIO
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Appliance
@testable import ApplianceCore

private let quiet = Log(level: .error)
private let result = ConsoleMessage.result(Utterance(text: "e four"))

@Suite(.serialized) struct TerminalConsoleTests {
  private func console(
    on line: SerialLine, format: Configuration.ConsoleFormat = .text, baud: Int = 115_200
  ) throws -> TerminalConsole {
    try TerminalConsole(
      .device(line.path, baud: baud), ConsoleFormatter(format: format), log: quiet)
  }

  @Test func messagesAreShownAndLinesRead() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try console(on: line)
    console.show(result)
    #expect(line.read(until: "\n") == "e four\r\n")
    line.type("sta\u{7F}\u{7F}top\rstatus\r\n")
    var typed = console.lines.makeAsyncIterator()
    #expect(await typed.next() == "stop")
    #expect(await typed.next() == "status")
    #expect(screen(Array(line.read(until: "status\r\n").utf8)) == ["> stop", "> status", ""])
    console.offer(["Nc3", "Nf3"])
    line.type("n\t\r")
    #expect(screen(Array(line.read(until: "> N\r\n").utf8)) == ["Nc3  Nf3", "> N", ""])
    line.type("nf\t\u{1B}[D\u{1B}[3~4\r\u{1B}[A\r")
    #expect(await typed.next() == "N")
    #expect(await typed.next() == "Nf4")
    #expect(await typed.next() == "Nf4")
    await console.close()
    #expect(await typed.next() == nil)
  }

  @Test func theConsoleReturnsAfterItWasUnplugged() async throws {
    let line = try SerialLine()
    let console = try console(on: line)
    console.show(result)
    try line.plug()
    #expect(line.read(until: "\n") == "e four\r\n")
    for _ in 0..<3 {
      line.unplug()
      // Otherwise a message would go to the missing line.
      try await Patience.wait(for: "the console to notice") { try !line.isLostDeviceOpen }
      console.show(.help(["What can be typed."]))
      try line.plug()
      #expect(line.read(until: "\n").hasPrefix("Type start, stop, status or help."))
    }
    await console.close()
  }

  @Test func aLateDirectoryIsFound() async throws {
    let line = try SerialLine()
    try line.plug()
    let later = line.directory + "/by-id/board/tty"
    let console = try TerminalConsole(
      .device(later, baud: 9_600), ConsoleFormatter(format: .text), log: quiet)
    console.show(result)
    try await Patience.wait(for: "a watch") { try SerialLine.isWatched(line.directory) }
    let folder = line.directory + "/by-id/board"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await Patience.wait(for: "a watch") { try SerialLine.isWatched(folder) }
    try FileManager.default.createSymbolicLink(atPath: later, withDestinationPath: line.path)
    #expect(line.read(until: "\n") == "e four\r\n")
    await console.close()
  }

  /// While nobody reads, showing never blocks and memory does not grow. The next reader learns how
  /// much was lost.
  @Test func aSlowConsoleDelaysNobody() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try console(on: line)
    let began = ContinuousClock.now
    for number in 0..<20_000 {
      console.show(.partial("partial \(number)"))
      console.show(.result(Utterance(text: "result \(number)")))
    }
    #expect(began.duration(to: .now) < .seconds(30))
    let read = line.read(until: "result 19999\r\n")
    #expect(read.hasSuffix("result 19999\r\n"))
    // A partial result may precede it on its line, and be erased.
    let told = read.split(separator: "Error: ")
      .compactMap { Int($0.prefix { $0.isNumber }) }
    let shown = read.split(separator: "\r\n").count { $0.contains("result ") }
    #expect(told.reduce(shown, +) == 20_000)
    await console.close()
  }

  /// On a slow line, a partial result is not worth the time it takes.
  @Test func partialsKeepToTheLinesRate() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try console(on: line, baud: 9_600)
    // Even on a busy machine, the first is shown before the others come.
    console.show(.partial(String(repeating: "0", count: 60)))
    var bytes = line.read { $0.count >= 60 }
    let began = ContinuousClock.now
    var number = 0
    while began.duration(to: .now) < .milliseconds(300) {
      number += 1
      console.show(.partial(String(repeating: "\(number % 10)", count: 60)))
      usleep(1_000)
    }
    console.show(result)
    bytes += line.read { $0.suffix(1) == [0x0A] }
    // 960 bytes per second, and some that had already begun.
    let seconds = began.duration(to: .now) / .seconds(1)
    #expect(bytes.count < 312 + Int(960 * seconds))
    #expect(screen(bytes) == ["e four", ""])
    await console.close()
  }

  @Test func itClosesInTimeThoughNobodyReads() async throws {
    let line = try SerialLine()
    try line.plug()
    let console = try console(on: line)
    let long = String(repeating: "pawn ", count: 1_000)
    for _ in 0..<200 { console.show(.result(Utterance(text: long))) }
    let isClosed = Completion()
    Task {
      await console.close()
      isClosed.finish()
    }
    await Patience.wait(for: "the console to close") { isClosed.isDone }
  }

  @Test func onlyATerminalIsWrittenTo() async throws {
    let file = NSTemporaryDirectory() + "not-a-tty-\(UUID().uuidString)"
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    defer { unlink(file) }
    let console = try TerminalConsole(
      .device(file, baud: 9_600), ConsoleFormatter(format: .text), log: quiet)
    console.show(result)
    await console.close()
    #expect(FileManager.default.contents(atPath: file) == Data())
  }

  @Test func stampsAreRFC3339() {
    #expect(TimeStamp(wall: 951_782_400_005, monotonic: 0).iso8601 == "2000-02-29T00:00:00.005Z")
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "xterm"], true), (["TERM": "vt220"], false),
    (["TERM": "dumb"], false), ([:], false), (["TERM": "xterm", "NO_COLOR": "1"], false),
    (["TERM": "foot", "COLORTERM": "truecolor"], true), (["TERM": "linux", "NO_COLOR": ""], true),
  ])
  func theEnvironmentDecidesOnColors(environment: [String: String], hasColors: Bool) {
    #expect(TerminalSettings.hasColors { environment[$0] } == hasColors)
  }
}
