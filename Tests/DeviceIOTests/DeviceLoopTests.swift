import Glibc
import TestSupport
import Testing

@testable import DeviceIO

@Suite("A device's thread", .timeLimit(.patientMinutes(2)))
struct DeviceLoopTests {
  private struct Gone: Error, Equatable {
    var reason: String
  }

  /// A pipe instead of a device.
  private final class Device: Sendable {
    let (reading, writing): (CInt, CInt)

    init() {
      var ends: [CInt] = [-1, -1]
      pipe(&ends)
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      close(reading)
      close(writing)
    }

    func give(_ bytes: [UInt8]) {
      _ = write(writing, bytes, bytes.count)
    }

    /// Reports each byte until the loop must end; throws at byte 255.
    func follow(_ loop: DeviceLoop<UInt8, Gone>) throws(Gone) {
      while true {
        var descriptors = [Poll.reading(reading)]
        guard loop.wait(for: &descriptors) == .device else { return }
        var byte: UInt8 = 0
        read(reading, &byte, 1)
        if byte == 255 { throw Gone(reason: "255") }
        loop.report(byte)
      }
    }
  }

  private typealias Loop = DeviceLoop<UInt8, Gone>

  @Test("the device's elements come in order, until the loop is closed")
  func order() async throws {
    let device = Device()
    let (loop, stream) = try Loop.make(name: "device", keeping: .bufferingOldest(8))
    try loop.start { loop throws(Gone) in try device.follow(loop) }
    device.give([1, 2, 3])
    var iterator = stream.makeAsyncIterator()
    for byte: UInt8 in 1...3 { #expect(await iterator.next() == byte) }
    #expect(!loop.isClosed)
    await loop.close()
    #expect(await iterator.next() == nil)
    #expect(loop.isClosed)
    #expect(loop.failure == nil)
  }

  @Test("a failing loop ends its stream, and the first reason stays")
  func failure() async throws {
    let device = Device()
    let (loop, stream) = try Loop.make(name: "device", keeping: .bufferingOldest(8))
    try loop.start { loop throws(Gone) in try device.follow(loop) }
    device.give([7, 255])
    #expect(await stream.reduce(into: []) { $0.append($1) } == [7])
    // When the end is visible, the device is already closed.
    #expect(loop.isClosed)
    #expect(loop.failure == Gone(reason: "255"))
    loop.end(because: Gone(reason: "later"))
    #expect(loop.failure == Gone(reason: "255"))
  }

  @Test("a loss noticed elsewhere ends the loop with the reason")
  func loss() async throws {
    let device = Device()
    let (loop, stream) = try Loop.make(name: "device", keeping: .bufferingOldest(8))
    try loop.start { loop throws(Gone) in try device.follow(loop) }
    loop.end(because: Gone(reason: "unplugged"))
    for await _ in stream {}
    #expect(loop.failure == Gone(reason: "unplugged"))
  }

  @Test("unread elements are dropped, which is told")
  func dropping() async throws {
    let (loop, stream) = try Loop.make(name: "device", keeping: .bufferingOldest(2))
    try loop.start { loop throws(Gone) in
      #expect([1, 2, 3, 4].map { loop.report($0) } == [true, true, false, false])
    }
    await loop.close()
    #expect(await stream.reduce(into: []) { $0.append($1) } == [1, 2])
  }

  @Test("a wait returns its reason")
  func wakings() async throws {
    let device = Device()
    let (loop, stream) = try Loop.make(name: "device", keeping: .unbounded)
    loop.wake()
    device.give([1])
    try loop.start { loop throws(Gone) in
      var descriptors = [pollfd(fd: -1, events: 0, revents: 0), Poll.reading(device.reading)]
      // Woken, while the device also has data.
      #expect(loop.wait(for: &descriptors) == .woken)
      #expect(descriptors.map { $0.revents != 0 } == [false, true])
      #expect(!loop.isEnding)
      #expect(loop.wait(for: &descriptors) == .device)
      var none: [pollfd] = []
      #expect(loop.wait(for: &none, timeout: .milliseconds(1)) == .timeout)
    }
    for await _ in stream {}
  }

  @Test("the stream may end before the loop")
  func earlyEnd() async throws {
    let (goesOn, stream) = try Loop.make(name: "device", keeping: .unbounded)
    try goesOn.start { loop throws(Gone) in
      loop.endStream()
      var none: [pollfd] = []
      while !loop.isEnding { _ = loop.wait(for: &none) }
    }
    for await _ in stream {}
    #expect(!goesOn.isClosed)
    await goesOn.close()
  }

  @Test("a wait for work has a time limit")
  func limits() async {
    #expect(await within(.seconds(3_600)) { 7 } == 7)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await within(.seconds(3_600)) { 7 }
    }
    #expect(await cancelled.value == 7)
    let never = Completion()
    #expect(await within(.milliseconds(1)) { await never.wait() } == nil)
    never.finish()
  }
}
