import Appliance
import ApplianceCore
import Panel

/// A terminal that is both console and button: an empty line is a press. "quit" and the end of the
/// input end the program.
final class PlayersConsole: Console, Button {
  let lines: AsyncStream<ConsoleLine>
  let events: AsyncStream<ButtonEvent>
  private let presses: AsyncStream<ButtonEvent>.Continuation
  private let console: any Console
  private let quitting: String

  /// - Parameters:
  ///   - first: Lines to read before the typed ones.
  ///   - quitting: The word that quits, besides the English ones.
  ///   - quit: Called when the player quits, after everything typed before has been passed on.
  init(
    _ console: any Console, first: [String] = [], quitting: String = "quit",
    quit: @escaping @Sendable () -> Void
  ) {
    self.quitting = quitting
    self.console = console
    let (events, presses) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
    (self.events, self.presses) = (events, presses)
    let typed = TypedLines(first, then: console.lines)
    lines = AsyncStream {
      while let line = await typed.next() {
        let isPasted = await typed.isPasted(line.text)
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
  }

  var isPressed: Bool { false }
  var droppedEvents: Int { 0 }

  func show(_ message: ConsoleMessage, for origin: Origin?) { console.show(message, for: origin) }

  func offer(_ completions: [String]) { console.offer(completions + [quitting]) }

  func close() async {
    presses.finish()
    await console.close()
  }

  private actor TypedLines {
    private var first: ArraySlice<String>
    private let lines: AsyncStream<ConsoleLine>

    private var watch = PasteWatch()
    private let start = ContinuousClock.now

    /// Whether a line that comes now belongs to a pasted game.
    func isPasted(_ line: String) -> Bool { watch.isPasted(line, at: start.duration(to: .now)) }

    init(_ first: [String], then lines: AsyncStream<ConsoleLine>) {
      self.first = first[...]
      self.lines = lines
    }

    func next() async -> ConsoleLine? {
      if let line = first.popFirst() { return ConsoleLine(line) }
      var iterator = lines.makeAsyncIterator()
      return await iterator.next(isolation: self)
    }
  }
}
