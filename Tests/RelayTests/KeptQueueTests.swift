import Foundation
import TestSupport
import Testing

@testable import Relay

@Suite(.tags(.hardwareFree)) struct KeptQueueTests {
  private let folder: ScratchDirectory

  init() throws { folder = try ScratchDirectory() }

  private func message(_ number: Int, _ kind: RelayMessage.Topic = .move) -> RelayMessage {
    RelayMessage(kind, "{\"sequence\":\(number)}")
  }

  /// A queue in the folder. Another test's broker, just being started, may hold the inherited lock
  /// for a moment.
  private func queue(limits: SendingQueue.Limits = SendingQueue.Limits()) throws -> KeptQueue {
    for _ in 0..<1_000 {
      do throws(KeptQueue.Failure) {
        return try KeptQueue(in: folder.path, limits: limits)
      } catch {
        guard error.status == EWOULDBLOCK else { throw error }
        usleep(5_000)
      }
    }
    return try KeptQueue(in: folder.path, limits: limits)
  }

  private func all(_ queue: KeptQueue) throws -> [String] {
    var payloads: [String] = []
    while let (_, message) = try queue.next() { payloads.append(message.payload) }
    return payloads
  }

  private var file: URL { folder.url.appending(path: "queue") }

  @Test func waitingMessagesSurviveARestart() throws {
    do {
      let queue = try queue()
      try queue.add([message(1), message(2, .game)], progress: "{\"a\":1}", goesOut: false)
      try queue.add([message(3)], progress: "{\"a\":2}", goesOut: false)
    }
    let queue = try queue()
    #expect(String(decoding: queue.progress, as: UTF8.self) == "{\"a\":2}")
    #expect(try all(queue) == ["{\"sequence\":1}", "{\"sequence\":2}", "{\"sequence\":3}"])
  }

  @Test(arguments: [false, true])
  func messagesThatMayHaveBeenSentAreMarked(_ goesOut: Bool) throws {
    do {
      let queue = try queue()
      try queue.add([message(1), message(2)], progress: "{}", goesOut: goesOut)
      let (first, _) = try #require(try queue.next())
      _ = try queue.next()
      try queue.remove(first)
      // The program is killed here.
    }
    let queue = try queue()
    try queue.add([message(3)], progress: "{}", goesOut: false)
    #expect(try all(queue) == ["{\"sequence\":2,\"repeated\":true}", "{\"sequence\":3}"])
  }

  @Test func numbersContinueWhenNothingWaits() throws {
    for round in 1...3 {
      let queue = try queue()
      try queue.add([message(round)], progress: "{}", goesOut: true)
      let (number, sent) = try #require(try queue.next())
      #expect(sent == message(round))
      try queue.remove(number)
      #expect(queue.queue.items.isEmpty)
    }
  }

  @Test func onlyOneProcessHasTheQueue() throws {
    let queue = try queue()
    let failure = try thrown(KeptQueue.Failure.self) { try KeptQueue(in: folder.path) }
    #expect(failure.status == EWOULDBLOCK)
    #expect("\(failure)".contains("Another relay"))
    #expect(queue.queue.items.isEmpty)
  }

  /// A file truncated at any byte has whole messages, in order, and nothing else.
  @Test func aTruncatedMessageIsDropped() throws {
    do {
      let queue = try queue()
      try queue.add([message(1)], progress: "{\"a\":1}", goesOut: true)
      try queue.add([message(2), message(3)], progress: "{\"a\":2}", goesOut: false)
    }
    let bytes = try Data(contentsOf: file)
    for length in 0...bytes.count {
      try bytes.prefix(length).write(to: file)
      let queue = try queue()
      let numbers = queue.queue.items.map(\.number)
      #expect(numbers == Array(1..<numbers.count + 1))
      try queue.add([message(4)], progress: "{\"a\":3}", goesOut: false)
      let payloads = try all(queue)
      #expect(payloads.count == numbers.count + 1)
      #expect(payloads.last == "{\"sequence\":4}")
    }
  }

  @Test func damagedBytesAreNeverSent() throws {
    do {
      let queue = try queue()
      try queue.add([message(1), message(2), message(3)], progress: "{}", goesOut: false)
    }
    let bytes = try Data(contentsOf: file)
    for index in bytes.indices {
      for value: UInt8 in [0, 0x0A, 0x20, 0xFF] {
        var damaged = bytes
        damaged[index] = value
        try damaged.write(to: file)
        let queue = try queue()
        for payload in try all(queue) {
          #expect(payload.hasPrefix("{") && payload.hasSuffix("}"))
          #expect(payload.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        }
      }
    }
  }

  @Test func theFileStaysSmall() throws {
    let queue = try queue()
    let progress = "{\"a\":\"" + String(repeating: "x", count: 4_000) + "\"}"
    for number in 1...500 {
      let kept = "\(progress.dropLast()),\"n\":\(number)}"
      try queue.add([message(number)], progress: kept, goesOut: true)
      let (sent, _) = try #require(try queue.next())
      try queue.remove(sent)
    }
    #expect(try Data(contentsOf: file).count < 300_000)
  }

  @Test func aMissingFolderIsExplained() throws {
    let failure = try thrown(KeptQueue.Failure.self) {
      try KeptQueue(in: "\(folder.path)/nowhere")
    }
    #expect(failure.status == ENOENT)
    #expect("\(failure)".contains("queue.directory"))
  }

  @Test func aQueueFullOfMovesHasNoRoom() throws {
    var limits = SendingQueue.Limits()
    limits.messages = 20
    let queue = try queue(limits: limits)
    var count = 0
    while queue.queue.hasRoom {
      count += 1
      try queue.add([message(count)], progress: "{}", goesOut: false)
    }
    #expect(count == 13)
    #expect(queue.queue.items.map(\.number) == Array(1...13))
  }
}

@Suite(.tags(.hardwareFree)) struct LineAssemblerTests {
  @Test(arguments: [1, 2, 3, 7, 100])
  func piecesOfAnySizeMakeTheSameLines(_ size: Int) {
    let text = Array("one\n\ntoo long for this\nthree\nrest".utf8)
    var lines = LineAssembler(limit: 5)
    var found: [String] = []
    for begin in stride(from: 0, to: text.count, by: size) {
      lines.take(text[begin..<min(begin + size, text.count)]) { line, offset in
        #expect(Array(text[offset..<offset + line.count]) == line)
        found.append(String(decoding: line, as: UTF8.self))
      }
    }
    #expect(found == ["one", "", "three"])
  }
}

@Suite(.tags(.hardwareFree)) struct BackoffTests {
  @Test func waitsGrowToHalfAMinute() {
    var backoff = Backoff()
    let waits = (0..<8).map { _ in backoff.next() }
    for (index, wait) in waits.enumerated() {
      let whole = min(Duration.seconds(1 << index), .seconds(30))
      #expect((whole / 2)...whole ~= wait)
    }
    // A broker that soon drops the connection again has to wait, too.
    let now = ContinuousClock.now
    backoff.succeed(at: now)
    #expect(backoff.next(at: now + .seconds(29)) >= .seconds(15))
    backoff.succeed(at: now)
    #expect(backoff.next(at: now + .seconds(31)) <= .seconds(1))
    #expect(backoff.next(at: now + .seconds(99)) >= .seconds(1))
  }
}
