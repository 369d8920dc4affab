import ApplianceCore
import DeviceIO
import Synchronization

/// A console with a Unix socket, where programs read JSON lines and send commands.
///
/// Up to eight programs can read; only one at a time can send commands, until it disconnects. Lines
/// wait in a bounded queue, and in a bounded buffer per program; a program that is too slow is
/// disconnected. One thread does all the work.
package final class SocketConsole: Console {
  private let terminal: TerminalConsole
  private let loop: DeviceLoop<Never, Never>
  private let queue = Mutex(ConsoleQueue())

  /// Listens at `path`, beside a terminal whose lines must not end with its input.
  ///
  /// Throws a description of the problem and the advice if it cannot listen there.
  package init(
    at path: String, beside terminal: TerminalConsole, showsPartials: Bool,
    introduction: Introduction = Introduction(), log: Log
  ) throws {
    self.terminal = terminal
    (loop, _) = try DeviceLoop.make(name: "socket", keeping: .bufferingOldest(1))
    let socket = try ListeningSocket(path: path)
    try loop.start { [self] thread in
      var work = SocketLoop(
        socket, path: path, showsPartials: showsPartials, introduction: introduction, log: log,
        console: self, thread: thread)
      work.run()
    }
  }

  /// Shows a message on the terminal and to the programs.
  package func show(_ message: ConsoleMessage, for origin: Origin?) {
    terminal.show(message, for: origin)
    let entry = ConsoleQueue.Entry(message: message, time: .now, origin: origin)
    let isNews = queue.withLock { queue in
      guard !loop.isEnding else { return false }
      queue.add(entry)
      return true
    }
    if isNews { loop.wake() }
  }

  /// The lines of the terminal and of the programs.
  package var lines: AsyncStream<ConsoleLine> { terminal.lines }

  /// Lets both report the situation to programs.
  package func describe(with situation: @escaping @Sendable () -> Situation) {
    terminal.describe(with: situation)
  }

  /// Sets the terminal's completions for Tab.
  package func offer(_ completions: [String]) { terminal.offer(completions) }

  /// Sends pending lines for at most half a second, closes, and removes the socket.
  package func close() async {
    loop.end()
    await terminal.close()
    await within(.seconds(1)) { [loop] in await loop.close() }
  }

  // MARK: For the thread

  /// Passes on a command; returns whether it fitted.
  func take(_ line: ConsoleLine) -> Bool { terminal.take(line) }

  /// The current situation.
  var situation: Situation { terminal.situation }

  func next() -> ConsoleQueue.Entry? { queue.withLock { $0.next() } }
}
