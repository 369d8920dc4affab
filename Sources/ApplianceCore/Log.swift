import Glibc
import Synchronization

/// What the appliance has to say to whoever looks after it, on standard error.
///
/// The journal reads each line's level from a prefix ("<3>"), which is written only where the
/// journal reads. A message never blocks its writer: where standard error takes no more, or more is
/// written than anybody would read, messages are dropped, and counted in the next one that gets
/// through.
public final class Log: Sendable {
  /// How grave a message is; the numbers are those of syslog.
  public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    /// The graver is the smaller.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// As it is written in the configuration.
    public var name: String { String(describing: self) }
  }

  private struct Budget {
    var windowStart: ContinuousClock.Instant
    var written = 0
    var dropped = 0
  }

  /// Lines that are written a minute at most.
  private static let linesPerMinute = 120
  /// Bytes of a line at most.
  private static let lineLength = 1_024

  /// Less grave messages are not written.
  public let level: Level
  private let descriptor: CInt
  private let isJournal: Bool
  private let budget: Mutex<Budget>

  /// Writes to `descriptor`, which stays open for as long as the log lives.
  public init(
    level: Level = .notice, descriptor: CInt = STDERR_FILENO, isJournal: Bool = Log.journalReads()
  ) {
    self.level = level
    self.descriptor = descriptor
    self.isJournal = isJournal
    budget = Mutex(Budget(windowStart: .now))
  }

  /// Something does not work, and somebody has to see to it.
  public func error(_ message: String) { write(.error, message) }
  /// Something is lost or not as it should be; work goes on.
  public func warning(_ message: String) { write(.warning, message) }
  /// Something happened that is worth knowing.
  public func notice(_ message: String) { write(.notice, message) }
  /// Something happened as it should.
  public func info(_ message: String) { write(.info, message) }
  /// For who looks for a mistake; the message is made only where it is written.
  public func debug(_ message: @autoclosure () -> String) {
    if level >= .debug { write(.debug, message()) }
  }

  private func write(_ level: Level, _ message: String) {
    guard level <= self.level else { return }
    budget.withLock { budget in
      let now = ContinuousClock.now
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
    // One message is one line, or the journal would take its rest for a message of another level.
    let text = (prefix + message.printable).map { $0.isNewline ? " " : $0 }
    var line = Array(String(text).utf8.prefix(Self.lineLength - 1))
    line.append(0x0A)
    _ = Glibc.write(descriptor, line, line.count)
  }

  /// Whether standard error goes to systemd's journal, by the device and inode that it names in the
  /// environment.
  public static func journalReads() -> Bool {
    guard let stream = getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }
}
