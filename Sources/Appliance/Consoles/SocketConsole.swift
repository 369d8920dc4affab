import ApplianceCore
import DeviceIO
import Synchronization

/// A console with a Unix socket beside it, at which programs read JSON lines and send commands.
///
/// Up to eight programs read at once; the commands of one are taken, until it disconnects. Lines
/// wait in a bounded queue, and for each program in a bounded buffer: a slow program is
/// disconnected. One thread does all that.
package final class SocketConsole: Console {
  private let terminal: TerminalConsole
  private let loop: DeviceLoop<Never, Never>
  private let queue = Mutex(ConsoleQueue())

  /// Listens at `path`, beside a terminal that must not end its lines with its input.
  ///
  /// Throws a description of what is wrong and what to do if it cannot listen there.
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

  /// Lets both tell programs how things stand.
  package func describe(with situation: @escaping @Sendable () -> Situation) {
    terminal.describe(with: situation)
  }

  /// Sets what Tab completes to on the terminal.
  package func offer(_ completions: [String]) { terminal.offer(completions) }

  /// Sends what still waits, for half a second at most, and closes; removes the socket.
  package func close() async {
    loop.end()
    await terminal.close()
    await within(.seconds(1)) { [loop] in await loop.close() }
  }

  // MARK: For the thread

  /// Passes a command on; returns whether there was room for it.
  func take(_ line: ConsoleLine) -> Bool { terminal.take(line) }

  /// How things stand.
  var situation: Situation { terminal.situation }

  func next() -> ConsoleQueue.Entry? { queue.withLock { $0.next() } }
}
