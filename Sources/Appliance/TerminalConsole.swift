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
    var completions: [String] = []
  }

  /// Lines that were typed, without their ends, also empty ones. Of those that nobody takes, 256
  /// wait; more are dropped, and logged.
  public let lines: AsyncStream<String>
  private let loop: DeviceLoop<String, Never>
  private let state = Mutex(State())

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
    (loop, lines) = try DeviceLoop.make(name: "console", keeping: .bufferingOldest(256))
    try loop.start { [self] thread in
      var work = ConsoleLoop(
        target: target, format: format, showsPartials: showsPartials, columns: columns,
        hasFigurines: hasFigurines, hasColors: hasColors, log: log, console: self, thread: thread)
      work.run()
    }
  }

  /// Starts the console that is configured; on standard output, commands are read from standard
  /// input.
  public convenience init(_ configuration: Configuration.ConsoleSettings, log: Log) throws {
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
      guard !loop.isEnding else { return false }
      state.queue.add(entry)
      return true
    }
    if isNews { loop.wake() }
  }

  /// Takes what Tab completes to from now on.
  public func offer(_ completions: [String]) {
    state.withLock { $0.completions = completions }
  }

  /// Shows what waits, for half a second at most, and closes the terminal; returns within a second.
  public func close() async {
    loop.end()
    // The thread ends by itself within its bounds; were it stuck in the kernel all the same, the
    // program's end must not wait for it.
    await within(.seconds(1)) { [loop] in await loop.close() }
  }

  // MARK: For the thread

  /// Whether something waits to be shown, and if it may wait longer.
  func outlook() -> (isWaiting: Bool, isFleeting: Bool) {
    state.withLock { (!$0.queue.isEmpty, $0.queue.holdsOnlyFleeting) }
  }

  var completions: [String] { state.withLock { $0.completions } }

  func next() -> ConsoleQueue.Entry? { state.withLock { $0.queue.next() } }
}
