/// The numbers of waiting, sent and finished messages: a pure value, without the messages
/// themselves.
///
/// Messages have numbers, go out in order, and stay until the broker confirms them. After a lost
/// connection, everything unconfirmed goes out again, marked as possibly received before.
struct SendingQueue: Sendable, Hashable {
  /// A message's place in the file.
  struct Item: Sendable, Hashable {
    var number: Int
    var kind: RelayMessage.Topic
    /// The offset and the length of its payload, in bytes.
    var offset: Int
    var length: Int
  }

  /// The limits of the queue.
  struct Limits: Sendable, Hashable {
    var messages = 10_000
    var bytes = 16 << 20
    /// How many may be in flight; a broker's usual limit.
    var window = 20
  }

  let limits: Limits
  /// Sorted by number.
  private(set) var items: [Item] = []
  private(set) var bytes = 0
  /// The highest number ever sent: messages up to here may have arrived.
  private(set) var sentMark = 0
  /// How many of the first items are in flight.
  private(set) var inFlight = 0
  private(set) var nextNumber = 1

  init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether a few more messages fit.
  var hasRoom: Bool {
    items.count + 8 <= limits.messages && bytes + 65_536 <= limits.bytes
  }

  /// Adds a message whose payload is in the file, with a number below 2^53. Returns the messages
  /// that it makes obsolete: unsent retained ones of the same kind.
  @discardableResult
  mutating func add(
    _ kind: RelayMessage.Topic, offset: Int, length: Int, number: Int? = nil
  ) -> [Item] {
    let number = max(number ?? nextNumber, nextNumber)
    nextNumber = number + 1
    var outdated: [Item] = []
    if kind.isRetained {
      outdated = items.filter { $0.kind == kind && $0.number > sentMark }
      for item in outdated { remove(item.number) }
    }
    items.append(Item(number: number, kind: kind, offset: offset, length: length))
    bytes += length
    return outdated
  }

  /// The next message to send, and whether it may have been sent before; nil if none waits, or
  /// enough are in flight.
  mutating func next() -> (item: Item, isRepeated: Bool)? {
    guard inFlight < min(items.count, limits.window) else { return nil }
    let item = items[inFlight]
    inFlight += 1
    let isRepeated = item.number <= sentMark
    sentMark = max(sentMark, item.number)
    return (item, isRepeated)
  }

  /// How many of the waiting messages may be sent now.
  var sendable: Int { max(0, min(items.count, limits.window) - inFlight) }

  /// Restores the state of a file: everything up to `number` may have arrived.
  mutating func wasSent(upTo number: Int) {
    sentMark = max(sentMark, number)
    nextNumber = max(nextNumber, sentMark + 1)
  }

  /// The broker has this message, or it is obsolete. Does nothing for an unknown one.
  mutating func remove(_ number: Int) {
    guard let index = items.firstIndex(where: { $0.number == number }) else { return }
    bytes -= items[index].length
    items.remove(at: index)
    if index < inFlight { inFlight -= 1 }
  }

  /// Everything unconfirmed will be sent again.
  mutating func connectionLost() { inFlight = 0 }

  /// Notes the payloads' new offsets, in the items' order.
  mutating func move(to offsets: [Int]) {
    for (index, offset) in zip(items.indices, offsets) { items[index].offset = offset }
  }
}
