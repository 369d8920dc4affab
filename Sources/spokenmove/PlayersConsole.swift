import Appliance
import ApplianceCore
import Panel

/// A terminal that is console and button in one: an empty line is a press, "quit" and the end of
/// input are the end.
final class PlayersConsole: Console, Button {
  let lines: AsyncStream<String>
  let events: AsyncStream<ButtonEvent>
  private let presses: AsyncStream<ButtonEvent>.Continuation
  private let console: any Console

  /// - Parameters:
  ///   - first: Lines that come before those that are typed.
  ///   - quit: Called when whoever plays has had enough; all that was typed before has been handed
  ///     on
  ///     then.
  init(_ console: any Console, first: [String] = [], quit: @escaping @Sendable () -> Void) {
    self.console = console
    let (events, presses) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
    (self.events, self.presses) = (events, presses)
    let typed = TypedLines(first, then: console.lines)
    lines = AsyncStream {
      while let line = await typed.next() {
        switch line.lowercased().filter({ !$0.isWhitespace }) {
        case "":
          presses.yield(.pressed)
          presses.yield(.released)
        case "quit", "exit":
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

  func show(_ message: ConsoleMessage) { console.show(message) }

  func offer(_ completions: [String]) { console.offer(completions + ["quit"]) }

  func close() async {
    presses.finish()
    await console.close()
  }

  private actor TypedLines {
    private var first: ArraySlice<String>
    private let lines: AsyncStream<String>

    init(_ first: [String], then lines: AsyncStream<String>) {
      self.first = first[...]
      self.lines = lines
    }

    func next() async -> String? {
      if let line = first.popFirst() { return line }
      var iterator = lines.makeAsyncIterator()
      return await iterator.next(isolation: self)
    }
  }
}
