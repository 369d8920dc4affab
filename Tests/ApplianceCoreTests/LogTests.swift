import Glibc
import Synchronization
import Testing

@testable import ApplianceCore

@Suite(.tags(.hardwareFree)) struct LogTests {
  /// A pipe that accepts nothing until it is read.
  private final class FullPipe {
    let reading: Int32
    let writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
      for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
      let page = [UInt8](repeating: 0x2E, count: 4_096)
      while write(writing, page, page.count) > 0 {}
    }

    deinit {
      close(reading)
      close(writing)
    }

    /// All its content.
    func text() -> String {
      var bytes: [UInt8] = []
      var page = [UInt8](repeating: 0, count: 4_096)
      while case let count = read(reading, &page, page.count), count > 0 { bytes += page[..<count] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func messagesPerMinuteAreLimited() throws {
    let pipe = try FullPipe()
    _ = pipe.text()
    let log = Log(level: .info, descriptor: pipe.writing, isJournal: true)
    for number in 0..<125 { log.info("\(number)") }
    let lines = pipe.text().split(separator: "\n")
    #expect(lines.count == 120 && lines.first == "<6>0" && lines.last == "<6>119")
  }

  @Test func theNextMinuteHasRoomAgain() throws {
    let pipe = try FullPipe()
    _ = pipe.text()
    let start = ContinuousClock.now
    let passed = Mutex(Duration.zero)
    let log = Log(level: .info, descriptor: pipe.writing, isJournal: true) {
      start + passed.withLock { $0 }
    }
    for number in 0..<121 { log.info("\(number)") }
    passed.withLock { $0 = .seconds(60) }
    log.info("still the first minute")
    _ = pipe.text()
    passed.withLock { $0 = .milliseconds(60_500) }
    log.info("the second")
    #expect(pipe.text() == "<4>2 messages were dropped.\n<6>the second\n")
    for number in 0..<120 { log.info("\(number)") }
    _ = pipe.text()
    passed.withLock { $0 = .seconds(130) }
    log.info("the third")
    #expect(pipe.text() == "<4>1 messages were dropped.\n<6>the third\n")
    for number in 1..<125 { log.info("\(number)") }
    #expect(pipe.text().split(separator: "\n").count == 119)
  }

  @Test func aMessageIsOneLineOfLimitedLength() throws {
    let pipe = try FullPipe()
    _ = pipe.text()
    let log = Log(level: .debug, descriptor: pipe.writing, isJournal: true)
    log.error("a\nb\u{7}")
    log.info(String(repeating: "x", count: 5_000))
    let text = pipe.text()
    #expect(text == "<3>a b?\n<6>" + String(repeating: "x", count: 1_024 - 4) + "\n")
  }

  @Test func theJournalIsRecognizedByItsStream() throws {
    let (pipe, other) = (try FullPipe(), try FullPipe())
    var status = stat()
    try #require(fstat(pipe.writing, &status) == 0)
    let stream = "\(status.st_dev):\(status.st_ino)"
    #expect(Log.leads(pipe.writing, to: stream))
    #expect(!Log.leads(other.writing, to: stream) && !Log.leads(-1, to: stream))
    #expect(!Log.leads(pipe.writing, to: nil) && !Log.leads(pipe.writing, to: "0:0"))
  }

  @Test func unreadMessagesAreDroppedAndCountedOnce() throws {
    let pipe = try FullPipe()
    let log = Log(level: .notice, descriptor: pipe.writing, isJournal: false)
    log.notice("a")
    log.notice("b")
    log.info("not at this level")
    _ = pipe.text()
    log.notice("c")
    log.warning("d")
    #expect(
      pipe.text() == """
        spokenmove: warning: 2 messages were dropped.
        spokenmove: notice: c
        spokenmove: warning: d

        """)
  }
}
