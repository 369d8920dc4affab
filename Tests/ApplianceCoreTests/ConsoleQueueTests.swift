import Testing

@testable import ApplianceCore

@Suite struct ConsoleQueueTests {
  private func entry(_ message: ConsoleMessage) -> ConsoleQueue.Entry {
    ConsoleQueue.Entry(message: message, time: time)
  }

  @Test func partialsAreReplacedAndNeverCounted() {
    var queue = ConsoleQueue(capacity: 2)
    for number in 0..<10 { queue.add(entry(.partial("\(number)"))) }
    #expect(queue.holdsOnlyFleeting && queue.dropped == 0)
    #expect(queue.next()?.message == .partial("9"))
    queue.add(entry(.partial("10")))
    queue.add(entry(result))
    #expect(queue.next()?.message == result)
    #expect(queue.next() == nil)
  }

  @Test func theQueueHoldsSixtyFourMessages() {
    for (queue, count) in [(ConsoleQueue(), 64), (ConsoleQueue(capacity: 0), 1)] {
      var queue = queue
      for _ in 0..<count { queue.add(entry(.recording)) }
      #expect(queue.dropped == 0 && !queue.holdsOnlyFleeting)
      queue.add(entry(.recording))
      #expect(queue.dropped > 0)
    }
  }

  @Test func droppedMessagesAreReported() {
    var queue = ConsoleQueue(capacity: 2)
    queue.add(entry(.help([])))
    queue.add(entry(.recording))
    queue.add(entry(result))
    guard case .error("dropped", let message) = queue.next()?.message else {
      Issue.record("not told")
      return
    }
    #expect(message.hasPrefix("1 "))
    #expect(queue.next()?.message == .recording)
    #expect(queue.next()?.message == result)
    #expect(queue.next() == nil)
  }
}
