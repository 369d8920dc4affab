import ApplianceCore
import Chess
import Dialogue
import Localization
import Synchronization

/// A console that also plays its messages, as tones or words.
package final class SoundingConsole: Console {
  private let console: any Console
  private let style: Configuration.Sounds
  private let notation: SpokenNotation
  private let items: AsyncStream<Announcer.Item>.Continuation
  private let work: Task<Void, Never>
  private let last = Mutex(Last())

  /// What the last messages said.
  private struct Last {
    /// The position, for players who ask for the board but cannot see it.
    var fen = Position.start.fen
    /// How the game ended.
    var outcome: Outcome?
    /// The last announced state: each recording returns to the same one.
    var state: ApplianceStateMachine.State?
    /// The last spoken opening of this game.
    var opening: String?
    /// Whether a program's last reply was only for itself.
    var isForProgram = false
  }

  /// Shows messages on `console`, and plays them with `announcer` in a style.
  package init(
    _ console: any Console, _ style: Configuration.Sounds,
    as notation: SpokenNotation = SpokenNotation(), by announcer: Announcer
  ) {
    self.console = console
    self.style = style
    self.notation = notation
    let (stream, items) = AsyncStream.makeStream(
      of: Announcer.Item.self, bufferingPolicy: .bufferingNewest(Announcer.limit))
    self.items = items
    work = Task {
      for await item in stream { await announcer.announce(item) }
      await announcer.silence()
    }
  }

  /// The lines typed on the console.
  package var lines: AsyncStream<ConsoleLine> { console.lines }

  /// Shows a message, and plays it.
  package func show(_ message: ConsoleMessage, for origin: Origin?) {
    console.show(message, for: origin)
    if case .response(.command(let report), _) = message, let voice = report.voice {
      items.yield(.voice(voice))
    }
    if !isForProgram(message, origin), let item = item(for: message) { items.yield(item) }
    if let name = newOpening(in: message), style == .speech {
      items.yield(.words(Message.openingName(name).text(in: notation.translation) + "."))
    }
  }

  /// Lets the console report the situation to programs.
  package func describe(with situation: @escaping @Sendable () -> Situation) {
    console.describe(with: situation)
  }

  /// Passes completions on to the console.
  package func offer(_ completions: [String]) { console.offer(completions) }

  /// Stops playback, and closes the console.
  package func close() async {
    items.finish()
    await work.value
    await console.close()
  }

  /// Keeps the position. Returns the name of the opening after a move; nil if it was already
  /// spoken.
  private func newOpening(in message: ConsoleMessage) -> String? {
    guard case .response(let response, _) = message else { return nil }
    return last.withLock { last in
      switch response {
      case .move(let report):
        last.fen = report.fen
        guard let name = report.opening?.name, name != last.opening else { return nil }
        last.opening = name
        return name
      // The message itself has the name.
      case .opening(let report): (last.fen, last.opening) = (report.fen, report.opening.name)
      case .game(let report):
        (last.fen, last.outcome) = (report.fen, report.outcome)
        last.opening = report.opening?.name
      default: break
      }
      return nil
    }
  }

  /// Whether a program has asked only to know, as one that polls the status does. A person hears
  /// nothing of the answer, nor of the open question after it.
  private func isForProgram(_ message: ConsoleMessage, _ origin: Origin?) -> Bool {
    guard let origin, origin.source == .program, !origin.isRepeated else { return false }
    return last.withLock { last in
      switch message {
      case .status, .help, .settings: last.isForProgram = true
      case .response(.command(let report), _): last.isForProgram = report.isForProgram
      // "position" alone brings this; otherwise something has changed.
      case .response(.game(let report), _):
        last.isForProgram = report.fen == last.fen && report.outcome == last.outcome
      case .response(.ask, _), .note: break
      default: last.isForProgram = false
      }
      return last.isForProgram
    }
  }

  private func item(for message: ConsoleMessage) -> Announcer.Item? {
    if case .state(let state) = message {
      let isNews = last.withLock { last in
        defer { last.state = state }
        return last.state != state
      }
      guard isNews else { return nil }
    }
    switch style {
    case .off: return nil
    case .tones: return SoundSign(message).map { .sign($0) }
    case .speech:
      if case .response(.command(let report), _) = message, report.command == .show,
        let position = try? Position(fen: last.withLock { $0.fen })
      {
        return .words(notation.words(of: position))
      }
      return message.spoken(by: notation).map { .words($0) }
    }
  }
}
