/// What waits to be shown: bounded, for a console may be slow or away.
package struct ConsoleQueue: Sendable {
  package struct Entry: Sendable, Hashable {
    package var message: ConsoleMessage
    package var time: TimeStamp

    package init(message: ConsoleMessage, time: TimeStamp) {
      self.message = message
      self.time = time
    }
  }

  package let capacity: Int
  private var entries: [Entry] = []
  /// Lines that were thrown away since it was last told; partial results, which are made to be
  /// replaced, do not count.
  package private(set) var dropped = 0

  package init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
  }

  /// Adds a message; where the queue is full, the oldest goes.
  package mutating func add(_ entry: Entry) {
    // Whatever comes after a partial result replaces it.
    if entries.last?.message.isFleeting == true { entries.removeLast() }
    if entries.count == capacity {
      entries.removeFirst()
      dropped += 1
    }
    entries.append(entry)
  }

  /// The next to be shown, if any; where lines were thrown away, first that.
  package mutating func next() -> Entry? {
    guard dropped > 0, let first = entries.first else {
      return entries.isEmpty ? nil : entries.removeFirst()
    }
    let message = "\(dropped) lines were not shown: the console was too slow, or away."
    dropped = 0
    return Entry(message: .error(code: "dropped", message: message), time: first.time)
  }

  /// Whether all that waits is a partial result, which may wait for the line to be free.
  package var holdsOnlyFleeting: Bool { entries.count == 1 && entries[0].message.isFleeting }
  package var isEmpty: Bool { entries.isEmpty }
}
