import Appliance
import ApplianceCore
import Panel
import Synchronization

/// A terminal that is both console and button: an empty line is a press. "quit" and the end of the
/// input end the program.
final class PlayersConsole: Console, Button {
  let events: AsyncStream<ButtonEvent>
  private let presses: AsyncStream<ButtonEvent>.Continuation
  private let console: any Console
  private let quitting: String
  private let quit: @Sendable () -> Void
  private let first: Mutex<ArraySlice<String>>
  private let watch = Mutex(PasteWatch())
  private let start = ContinuousClock.now

  /// - Parameters:
  ///   - first: Lines to read before the typed ones.
  ///   - quitting: The word that quits, besides the English ones.
  ///   - quit: Called when the player quits, after everything typed before has been passed on.
  init(
    _ console: any Console, first: [String] = [], quitting: String = "quit",
    quit: @escaping @Sendable () -> Void
  ) {
    self.console = console
    self.first = Mutex(first[...])
    self.quitting = quitting
    self.quit = quit
    (events, presses) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
  }

  var lines: AsyncStream<ConsoleLine> { AsyncStream { await self.nextLine() } }

  private func nextLine() async -> ConsoleLine? {
    while let line = await nextTyped() {
      let isPasted = watch.withLock { $0.isPasted(line.text, at: start.duration(to: .now)) }
      switch line.text.lowercased().filter({ !$0.isWhitespace }) {
      case "" where isPasted: continue
      case "":
        presses.yield(.pressed)
        presses.yield(.released)
      case "quit", "exit", quitting:
        quit()
        return nil
      default: return line
      }
    }
    quit()
    return nil
  }

  private func nextTyped() async -> ConsoleLine? {
    if let line = first.withLock({ $0.popFirst() }) { return ConsoleLine(line) }
    var typed = console.lines.makeAsyncIterator()
    return await typed.next()
  }

  var isPressed: Bool { false }

  func show(_ message: ConsoleMessage, for origin: Origin?) { console.show(message, for: origin) }

  func offer(_ completions: [String]) { console.offer(completions + [quitting]) }

  func close() async {
    presses.finish()
    await console.close()
  }
}
