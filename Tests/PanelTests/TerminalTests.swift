import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Panel

@Suite("The panel on a terminal")
struct TerminalTests {
  /// A pipe that a test types into.
  private struct Keyboard: ~Copyable {
    let reading: CInt
    let writing: CInt

    init() throws {
      var ends: [CInt] = [0, 0]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    func type(_ text: String) {
      var text = text
      _ = text.withUTF8 { write(writing, $0.baseAddress, $0.count) }
    }

    var hasUnread: Bool {
      var end = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
      return poll(&end, 1, 0) > 0
    }

    func hangUp() { close(writing) }

    deinit { close(reading) }
  }

  private func events(typed: String) async throws -> [ButtonEvent] {
    let keyboard = try Keyboard()
    let button = try TerminalButton(descriptor: keyboard.reading)
    keyboard.type(typed)
    keyboard.hangUp()
    var events: [ButtonEvent] = []
    for await event in button.events { events.append(event) }
    await button.close()
    return events
  }

  private final class Lines: Sendable {
    private let kept = Mutex<[String]>([])
    var all: [String] { kept.withLock { $0 } }
    func append(_ line: String) { kept.withLock { $0.append(line) } }
  }

  @Test("Enter is a press and its release; other lines are none")
  func tap() async throws {
    let heard = try await events(typed: "\nstatus\r\n\r\nunfinished")
    #expect(heard == [.pressed, .released, .pressed, .released])
  }

  @Test("bytes may arrive one at a time", .timeLimit(.patientMinutes(1)))
  func singleBytes() async throws {
    let keyboard = try Keyboard()
    let button = try TerminalButton(descriptor: keyboard.reading)
    var events = button.events.makeAsyncIterator()
    for _ in 1...2 {
      keyboard.type("\r")
      keyboard.type("\n")
      #expect(await events.next() == .pressed)
      #expect(await events.next() == .released)
    }
    keyboard.hangUp()
    #expect(await events.next() == nil)
    await button.close()
  }

  @Test("an endless line ends like any other")
  func endless() async throws {
    let heard = try await events(typed: String(repeating: "x", count: 5_000) + "\n\n")
    #expect(heard == [.pressed, .released])
  }

  @Test("an unreadable input ends the events", .timeLimit(.patientMinutes(1)))
  func unreadable() async throws {
    let folder = open("/", O_RDONLY)
    try #require(folder >= 0)
    defer { close(folder) }
    let button = try TerminalButton(descriptor: folder)
    for await _ in button.events { Issue.record("nothing was typed") }
    await button.close()
  }

  @Test("closing ends the events while nothing is typed")
  func closes() async throws {
    let keyboard = try Keyboard()
    let button = try TerminalButton(descriptor: keyboard.reading)
    #expect(!button.isPressed)
    await button.close()
    await button.close()
    for await _ in button.events { Issue.record("nothing was typed") }
    keyboard.hangUp()
  }

  @Test("a released button ends its events")
  func letGo() async throws {
    let keyboard = try Keyboard()
    func events() throws -> AsyncStream<ButtonEvent> {
      try TerminalButton(descriptor: keyboard.reading).events
    }
    for await _ in try events() { Issue.record("nothing was typed") }
  }

  @Test("64 unread presses and releases are kept, the newest", .timeLimit(.patientMinutes(1)))
  func dropped() async throws {
    let keyboard = try Keyboard()
    let button = try TerminalButton(descriptor: keyboard.reading)
    keyboard.type(String(repeating: "\n", count: 40))
    while keyboard.hasUnread { await Task.yield() }
    await button.close()
    var count = 0
    for await _ in button.events { count += 1 }
    #expect(count == 64)
    keyboard.hangUp()
  }

  @Test("the lights are redrawn when one changes")
  func lights() async {
    let lines = Lines()
    let panel = TerminalPanel { lines.append($0) }
    let available = panel.indicator(named: "available")
    let recording = panel.indicator(named: "recording")
    await available.set(.slowBlink)
    await available.set(.on)
    await available.set(.on)
    await recording.set(.on)
    await available.set(.doubleBlink)
    await recording.close()
    #expect(
      lines.all == [
        "(~) available  ( ) recording",
        "(*) available  ( ) recording",
        "(*) available  (*) recording",
        "(!) available  (*) recording",
        "(!) available  ( ) recording",
      ])
  }
}
