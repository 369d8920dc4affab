import Testing

@testable import Relay

@Suite(.tags(.hardwareFree)) struct SendingQueueTests {
  private var small: SendingQueue.Limits {
    var limits = SendingQueue.Limits()
    limits.messages = 12
    limits.window = 3
    return limits
  }

  @Test func messagesGoOutInOrderAndStayUntilConfirmed() {
    var queue = SendingQueue(limits: small)
    for _ in 0..<5 { queue.add(.move, offset: 0, length: 10) }
    let first = (0..<3).compactMap { _ in queue.next() }
    #expect(first.map(\.item.number) == [1, 2, 3])
    #expect(first.allSatisfy { !$0.isRepeated })
    // The window is full.
    #expect(queue.next() == nil)
    queue.remove(1)
    #expect(queue.next()?.item.number == 4)
    #expect(queue.items.map(\.number) == [2, 3, 4, 5])
    #expect(queue.bytes == 40)
  }

  @Test func unconfirmedMessagesAreSentAgainMarked() {
    var queue = SendingQueue(limits: small)
    for _ in 0..<4 { queue.add(.move, offset: 0, length: 10) }
    _ = queue.next()
    _ = queue.next()
    queue.remove(1)
    queue.connectionLost()
    let again = (0..<3).compactMap { _ in queue.next() }
    #expect(again.map(\.item.number) == [2, 3, 4])
    #expect(again.map(\.isRepeated) == [true, false, false])
  }

  @Test func aNewerStateReplacesAWaitingOne() {
    var queue = SendingQueue(limits: small)
    queue.add(.position, offset: 0, length: 1)
    #expect(queue.next()?.item.number == 1)
    queue.add(.move, offset: 0, length: 1)
    queue.add(.position, offset: 0, length: 1)
    let outdated = queue.add(.position, offset: 0, length: 1)
    // The first is in flight, the third is not.
    #expect(outdated.map(\.number) == [3])
    #expect(queue.items.map(\.number) == [1, 2, 4])
    #expect(queue.inFlight == 1)
  }

  @Test func movesAreNeverDropped() {
    var queue = SendingQueue(limits: small)
    var count = 0
    while queue.hasRoom {
      queue.add(.move, offset: 0, length: 1)
      count += 1
    }
    #expect(count == 5)
    #expect(queue.items.count == count)
  }

  @Test func numbersContinueAfterTheSavedOne() {
    var queue = SendingQueue()
    queue.wasSent(upTo: 7)
    queue.add(.move, offset: 0, length: 1)
    #expect(queue.next()?.item.number == 8)
    #expect(queue.items.first?.number == 8)
    queue.connectionLost()
    #expect(queue.next()?.isRepeated == true)
  }
}
