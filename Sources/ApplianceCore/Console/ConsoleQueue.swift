import Localization

/// A queue of messages, bounded because a console may be slow or gone.
package struct ConsoleQueue: Sendable {
  package struct Entry: Sendable, Hashable {
    package var message: ConsoleMessage
    package var time: TimeStamp
    /// Its origin; nil if nobody asked for it.
    package var origin: Origin?

    package init(message: ConsoleMessage, time: TimeStamp, origin: Origin? = nil) {
      self.message = message
      self.time = time
      self.origin = origin
    }
  }

  package let capacity: Int
  private var entries: [Entry] = []
  /// Lines dropped since the last report; replaced partial results don't count.
  package private(set) var dropped = 0

  package init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
  }

  /// Adds a message; drops the oldest if the queue is full.
  package mutating func add(_ entry: Entry) {
    // Any message replaces a preceding partial result.
    if entries.last?.message.isFleeting == true { entries.removeLast() }
    if entries.count == capacity {
      entries.removeFirst()
      dropped += 1
    }
    entries.append(entry)
  }

  /// The next message, if any; a report of dropped lines comes first.
  package mutating func next() -> Entry? {
    guard dropped > 0, let first = entries.first else {
      return entries.isEmpty ? nil : entries.removeFirst()
    }
    let message = Message(
      "\(dropped) lines were not shown: the console was too slow, or away.")
    dropped = 0
    return Entry(message: .error(code: "dropped", message: message), time: first.time)
  }

  /// Whether it has only a partial result, which can wait until the line is free.
  package var holdsOnlyFleeting: Bool { entries.count == 1 && entries[0].message.isFleeting }
  package var isEmpty: Bool { entries.isEmpty }
}
