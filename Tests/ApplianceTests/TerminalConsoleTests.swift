import ApplianceCore
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// The other end of a serial line: a pseudo-terminal, and a name for it that can be taken away and
/// given back.
private final class Line: Sendable {
  private let scratch: ScratchDirectory
  var directory: String { scratch.path }
  var path: String { directory + "/tty" }
  private let master = Mutex<CInt>(-1)

  init() throws {
    scratch = try ScratchDirectory()
  }

  deinit {
    unplug()
  }

  func plug() throws {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // As unlockpt and ptsname do, which Swift's module of the C library leaves out.
    var lock: CInt = 0
    var number: CInt = 0
    try #require(ioctl(descriptor, 0x4004_5431, &lock) == 0)
    try #require(ioctl(descriptor, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    master.withLock { $0 = descriptor }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: name)
  }

  func unplug() {
    unlink(path)
    master.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// True while this process has a device of the system open that is no longer there.
  var isLostDeviceOpen: Bool {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return names.contains { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(name)")
        guard let target, target.hasPrefix("/dev/pts/") else { return false }
        return target.hasSuffix("(deleted)")
      }
    }
  }

  /// True while this process is told of what changes in the directory at `path`.
  static func isWatched(_ path: String) throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let inode = "ino:\(String(status.st_ino, radix: 16)) "
    let folder = "/proc/self/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
      let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").contains {
        $0.hasPrefix("inotify") && $0.contains(inode)
      }
    }
  }

  func type(_ text: String) {
    _ = master.withLock { write($0, text, text.utf8.count) }
  }

  /// Reads until `isEnough`, or for 5 s.
  func read(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var all: [UInt8] = []
    let descriptor = master.withLock { $0 }
    let end = ContinuousClock.now + .seconds(15)
    while !isEnough(all), ContinuousClock.now < end {
      var ready = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      guard poll(&ready, 1, 100) == 1 else { continue }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      // Nobody has the other end open yet.
      guard count > 0 else {
        usleep(10_000)
        continue
      }
      all += bytes.prefix(count)
    }
    return all
  }

  func read(until text: String) -> String {
    String(
      decoding: read { String(decoding: $0, as: UTF8.self).contains(text) }, as: UTF8.self)
  }
}

private let quiet = Log(level: .error)
private let result = ConsoleMessage.result(Utterance(text: "e four"))

@Suite(.serialized) struct TerminalConsoleTests {
  private func console(
    on line: Line, format: Configuration.ConsoleFormat = .text, baud: Int = 115_200
  ) throws -> TerminalConsole {
    try TerminalConsole(
      .device(line.path, baud: baud), format: format, showsPartials: true, log: quiet)
  }

  @Test func showsAndReads() async throws {
    let line = try Line()
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

  @Test func comesBackAfterItWasUnplugged() async throws {
    let line = try Line()
    let console = try console(on: line)
    console.show(result)
    try line.plug()
    #expect(line.read(until: "\n") == "e four\r\n")
    for _ in 0..<3 {
      line.unplug()
      // Else a message would go to the line that is away.
      try await Patience.wait(for: "the console to notice") { try !line.isLostDeviceOpen }
      console.show(.help(["What can be typed."]))
      try line.plug()
      #expect(line.read(until: "\n").hasPrefix("Type start, stop, status or help."))
    }
    await console.close()
  }

  @Test func aDirectoryThatAppearsLaterIsFound() async throws {
    let line = try Line()
    try line.plug()
    let later = line.directory + "/by-id/board/tty"
    let console = try TerminalConsole(
      .device(later, baud: 9_600), format: .text, showsPartials: true, log: quiet)
    console.show(result)
    try await Patience.wait(for: "a watch") { try Line.isWatched(line.directory) }
    let folder = line.directory + "/by-id/board"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await Patience.wait(for: "a watch") { try Line.isWatched(folder) }
    try FileManager.default.createSymbolicLink(atPath: later, withDestinationPath: line.path)
    #expect(line.read(until: "\n") == "e four\r\n")
    await console.close()
  }

  /// Nobody reads: showing never waits, memory does not grow, and what was lost is told once
  /// somebody does.
  @Test func slowConsoleDelaysNobody() async throws {
    let line = try Line()
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
    let told = read.split(separator: "\r\n").filter { $0.hasPrefix("Error: ") }
      .compactMap { Int($0.dropFirst(7).prefix { $0.isNumber }) }
    let shown = read.split(separator: "\r\n").count { $0.contains("result ") }
    #expect(told.reduce(shown, +) == 20_000)
    await console.close()
  }

  /// On a slow line a partial result is not worth more than the time it takes.
  @Test func partialsKeepToTheLinesRate() async throws {
    let line = try Line()
    try line.plug()
    let console = try console(on: line, baud: 9_600)
    let began = ContinuousClock.now
    var number = 0
    while began.duration(to: .now) < .milliseconds(300) {
      number += 1
      console.show(.partial(String(repeating: "\(number % 10)", count: 60)))
      usleep(1_000)
    }
    console.show(result)
    let bytes = line.read { $0.suffix(1) == [0x0A] }
    // 960 bytes a second, and some that were begun; one partial result at least, however busy the
    // machine is.
    #expect(bytes.count < 600 && bytes.count > 60)
    #expect(screen(bytes) == ["e four", ""])
    await console.close()
  }

  @Test func closesInTimeThoughNobodyReads() async throws {
    let line = try Line()
    try line.plug()
    let console = try console(on: line)
    let long = String(repeating: "pawn ", count: 1_000)
    for _ in 0..<200 { console.show(.result(Utterance(text: long))) }
    let began = ContinuousClock.now
    await console.close()
    #expect(began.duration(to: .now) < .seconds(300))
  }

  @Test func whatIsNotATerminalIsNotWrittenTo() async throws {
    let file = NSTemporaryDirectory() + "not-a-tty-\(UUID().uuidString)"
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    defer { unlink(file) }
    let console = try TerminalConsole(
      .device(file, baud: 9_600), format: .text, showsPartials: true, log: quiet)
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
  func theEnvironmentSaysWhetherThereAreColors(environment: [String: String], hasColors: Bool) {
    #expect(TerminalSettings.hasColors { environment[$0] } == hasColors)
  }
}
