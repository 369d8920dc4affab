import ApplianceCore
import DeviceIO
import Glibc
import Synchronization

/// A console on a terminal that is opened by its path, or on standard output and input.
///
/// All reading and writing is done by one thread, which sleeps until there is something to do.
/// Messages wait in a bounded queue, so whoever shows one is never held up. A terminal that
/// vanishes is opened again when it returns.
public final class TerminalConsole: Console {
  /// What the console is made of.
  public enum Target: Sendable, Hashable {
    /// The terminal at a path, at a rate in bits per second.
    case device(String, baud: Int)
    /// Standard output, and lines typed on standard input if they are read.
    case standard(readsLines: Bool)
  }

  private struct State {
    var queue = ConsoleQueue()
    var isClosing = false
    var completions: [String] = []
  }

  /// Lines that were typed, without their ends, also empty ones. Of those that nobody takes, 256
  /// wait; more are dropped, and logged.
  public let lines: AsyncStream<String>
  private let typed: AsyncStream<String>.Continuation
  private let state = Mutex(State())
  private let wake: WakeSignal
  private let ended: AsyncStream<Never>

  /// Starts the console's thread; a terminal that is not there is waited for.
  ///
  /// - Parameters:
  ///   - columns: Where lines are wrapped; nil: at the terminal's own width, or 80 where it does
  ///     not say.
  ///   - hasFigurines: Whether the terminal shows chess figurines.
  ///   - hasColors: Whether it shows colors.
  public init(
    _ target: Target, format: Configuration.ConsoleFormat, showsPartials: Bool,
    columns: Int? = nil, hasFigurines: Bool = false, hasColors: Bool = false, log: Log
  ) throws {
    // A game that is pasted has more lines than a moment deals with.
    (lines, typed) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(256))
    wake = try WakeSignal()
    let (ended, end) = AsyncStream.makeStream(of: Never.self, bufferingPolicy: .bufferingOldest(1))
    self.ended = ended
    try BlockingThread.start(name: "console", limit: .seconds(60)) { [self] in
      do {
        var loop = ConsoleLoop(
          target: target, format: format, showsPartials: showsPartials, columns: columns,
          hasFigurines: hasFigurines, hasColors: hasColors, log: log, console: self)
        loop.run()
        // The terminal is as it was before whoever waits for the end goes on.
      }
      typed.finish()
      end.finish()
    }
  }

  /// Starts the console that is configured; on standard output, commands are read from standard
  /// input.
  public convenience init(_ configuration: Configuration.Console, log: Log) throws {
    let target = configuration.device.map { Target.device($0, baud: configuration.baud) }
    try self.init(
      target ?? .standard(readsLines: true), format: configuration.format,
      showsPartials: configuration.partials, columns: configuration.columns,
      hasFigurines: configuration.board.style == .unicode,
      hasColors: configuration.device == nil && TerminalSettings.hasColors(), log: log)
  }

  /// Puts a message into the queue and returns at once; of partial results that wait, only the
  /// newest is shown.
  public func show(_ message: ConsoleMessage) {
    let entry = ConsoleQueue.Entry(message: message, time: .now)
    let isNews = state.withLock { state in
      guard !state.isClosing else { return false }
      state.queue.add(entry)
      return true
    }
    if isNews { wake.raise() }
  }

  /// Takes what Tab completes to from now on.
  public func offer(_ completions: [String]) {
    state.withLock { $0.completions = completions }
  }

  /// Shows what waits, for half a second at most, and closes the terminal; returns within a second.
  public func close() async {
    state.withLock { $0.isClosing = true }
    wake.raise()
    // The thread ends by itself within its bounds; were it stuck in the kernel all the same, the
    // program's end must not wait for it.
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in self.ended {} }
      group.addTask { try? await QuietClock().sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
  }

  // MARK: For the thread

  var wakeDescriptor: CInt { wake.descriptor }
  func lowerWake() { wake.lower() }

  /// Whether something waits to be shown; if it may wait longer; and whether the console is to be
  /// closed.
  func outlook() -> (isWaiting: Bool, isFleeting: Bool, isClosing: Bool) {
    state.withLock { state in
      (!state.queue.isEmpty, state.queue.holdsOnlyFleeting, state.isClosing)
    }
  }

  var completions: [String] { state.withLock { $0.completions } }

  func next() -> ConsoleQueue.Entry? { state.withLock { $0.queue.next() } }

  /// Hands on a typed line; returns false where nobody takes it.
  func deliver(_ line: String) -> Bool {
    if case .enqueued = typed.yield(line) { return true }
    return false
  }

  func endLines() { typed.finish() }
}
