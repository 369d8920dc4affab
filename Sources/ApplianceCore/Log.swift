import Glibc
import Synchronization

/// The log for the administrator, on standard error.
///
/// In the journal each line has its level as a prefix ("<3>"). Logging never blocks: if standard
/// error is full, or there are too many messages, it drops some, and the next line that gets
/// through says how many.
package final class Log: Sendable {
  /// How severe a message is; the numbers are syslog's.
  package enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
    case error = 3
    case warning, notice, info, debug

    /// A smaller number is more severe.
    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// The name used in the configuration.
    package var name: String { String(describing: self) }
  }

  private struct Budget {
    var windowStart: ContinuousClock.Instant
    var written = 0
    var dropped = 0
  }

  /// The maximum number of lines per minute.
  private static let linesPerMinute = 120
  /// The longest line, in bytes.
  private static let lineLength = 1_024

  /// Less severe messages are not written.
  package let level: Level
  private let descriptor: CInt
  private let isJournal: Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private let budget: Mutex<Budget>

  /// Writes to `descriptor`, which must stay open as long as the log exists.
  ///
  /// - Parameter now: The clock for counting minutes.
  package init(
    level: Level = .notice, descriptor: CInt = STDERR_FILENO, isJournal: Bool = Log.journalReads(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.level = level
    self.descriptor = descriptor
    self.isJournal = isJournal
    self.now = now
    budget = Mutex(Budget(windowStart: now()))
  }

  /// A failure that needs attention.
  package func error(_ message: String) { write(.error, message) }
  /// A loss or an irregularity; work goes on.
  package func warning(_ message: String) { write(.warning, message) }
  /// A noteworthy event.
  package func notice(_ message: String) { write(.notice, message) }
  /// A normal event.
  package func info(_ message: String) { write(.info, message) }

  private func write(_ level: Level, _ message: String) {
    guard level <= self.level else { return }
    budget.withLock { budget in
      let now = now()
      if budget.windowStart.duration(to: now) > .seconds(60) {
        budget.windowStart = now
        budget.written = 0
      }
      var ready = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
      guard budget.written < Self.linesPerMinute, poll(&ready, 1, 0) == 1 else {
        budget.dropped += 1
        return
      }
      if budget.dropped > 0 {
        put(.warning, "\(budget.dropped) messages were dropped.")
        budget.dropped = 0
      }
      budget.written += 1
      put(level, message)
    }
  }

  private func put(_ level: Level, _ message: String) {
    let prefix = isJournal ? "<\(level.rawValue)>" : "spokenmove: \(level.name): "
    // One message is one line: the journal would log further lines at another level.
    let text = (prefix + message.printable).map { $0.isNewline ? " " : $0 }
    var line = Array(String(text).utf8.prefix(Self.lineLength - 1))
    line.append(0x0A)
    _ = Glibc.write(descriptor, line, line.count)
  }

  /// Whether standard error goes to systemd's journal: compares device and inode with the
  /// environment.
  package static func journalReads() -> Bool {
    leads(STDERR_FILENO, to: getenv("JOURNAL_STREAM").map { String(cString: $0) })
  }

  /// Whether a descriptor refers to the stream with this device and inode, as in "8:1234".
  static func leads(_ descriptor: CInt, to stream: String?) -> Bool {
    var status = stat()
    guard let stream, fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
