import ApplianceCore
import DeviceIO
import Glibc
import Localization
import Synchronization

/// A console on a terminal opened by its path, or on standard output and input.
///
/// One thread does all reading and writing, and sleeps while there is nothing to do. Messages wait
/// in a bounded queue, so `show(_:)` never blocks. It reopens a terminal that returns.
package final class TerminalConsole: Console {
  /// The kind of console.
  package enum Target: Sendable, Hashable {
    /// The terminal at a path, at a rate in bits per second.
    case device(String, baud: Int)
    /// Standard output, and standard input if `readsLines`.
    case standard(readsLines: Bool)
  }

  private struct State {
    var queue = ConsoleQueue()
    var completions: [String] = []
    var situation: @Sendable () -> Situation = { Situation() }
  }

  /// The typed lines, without line ends, including empty ones. Up to 256 wait for the consumer.
  /// Standard input's further ones stay unread until they fit; others are dropped and logged.
  package var lines: AsyncStream<ConsoleLine> {
    AsyncStream { [typed, loop] in
      var typed = typed.makeAsyncIterator()
      // The next line may be waiting until it fits.
      defer { loop.wake() }
      return await typed.next()
    }
  }

  private let typed: AsyncStream<ConsoleLine>
  private let loop: DeviceLoop<ConsoleLine, Never>
  private let state = Mutex(State())

  /// Starts the console's thread; waits for a missing terminal.
  ///
  /// - Parameters:
  ///   - formatter: Formats messages; its columns are nil for the terminal's own width.
  ///   - endsWithInput: Whether the lines end with the input.
  package init(
    _ target: Target, _ formatter: ConsoleFormatter, endsWithInput: Bool = true, log: Log
  ) throws {
    // A pasted game has more lines than can be handled immediately.
    (loop, typed) = try DeviceLoop.make(name: "console", keeping: .bufferingOldest(256))
    try loop.start { [self] thread in
      var work = ConsoleLoop(
        target: target, formatter, endsWithInput: endsWithInput, log: log, console: self,
        thread: thread)
      work.run()
    }
  }

  /// Starts the configured console; with standard output, it reads commands from standard input.
  package convenience init(
    _ configuration: Configuration.ConsoleSettings, translation: Translation = .english,
    introduction: Introduction = Introduction(), log: Log
  ) throws {
    let target = configuration.device.map { Target.device($0, baud: configuration.baud) }
    try self.init(
      target ?? .standard(readsLines: true),
      ConsoleFormatter(
        format: configuration.format, showsPartials: configuration.partials,
        hasFigurines: configuration.board.style == .unicode, hasLetters: configuration.hasLetters,
        hasColors: configuration.device == nil && TerminalSettings.hasColors(),
        columns: configuration.columns, translation: translation, introduction: introduction),
      endsWithInput: configuration.socket == nil, log: log)
  }

  /// Queues a message and returns immediately; of pending partial results, it shows only the
  /// latest.
  package func show(_ message: ConsoleMessage, for origin: Origin?) {
    let entry = ConsoleQueue.Entry(message: message, time: .now, origin: origin)
    let isNews = state.withLock { state in
      guard !loop.isEnding else { return false }
      state.queue.add(entry)
      return true
    }
    if isNews { loop.wake() }
  }

  /// Sets the source of the situation for programs.
  package func describe(with situation: @escaping @Sendable () -> Situation) {
    state.withLock { $0.situation = situation }
  }

  /// Sets the completions for Tab.
  package func offer(_ completions: [String]) {
    state.withLock { $0.completions = completions }
  }

  /// Shows pending messages for at most half a second, and closes; returns within a second.
  package func close() async {
    loop.end()
    // The thread ends by itself in time; even if it hangs in the kernel, the program must be able
    // to end.
    await within(.seconds(1)) { [loop] in await loop.close() }
  }

  /// Adds a line from another source; returns whether it fitted.
  func take(_ line: ConsoleLine) -> Bool { loop.report(line) }

  // MARK: For the thread

  /// Whether a message is pending, and whether it can wait longer.
  func outlook() -> (isWaiting: Bool, isFleeting: Bool) {
    state.withLock { (!$0.queue.isEmpty, $0.queue.holdsOnlyFleeting) }
  }

  /// The current situation.
  var situation: Situation { state.withLock { $0.situation }() }

  var completions: [String] { state.withLock { $0.completions } }

  func next() -> ConsoleQueue.Entry? { state.withLock { $0.queue.next() } }
}

extension Configuration.ConsoleSettings {
  /// Whether letters beyond ASCII are displayed.
  fileprivate var hasLetters: Bool {
    switch letters {
    case .auto: device == nil && TerminalSettings.hasUnicode()
    case .ascii: false
    case .unicode: true
    }
  }
}
