import Appliance
import ApplianceCore
import Localization
import Panel
import Synchronization

/// The script of the demonstration, as the appliance's button, keyboard and console. It takes each
/// step once the previous one has been handled.
final class DemoScript: Console, Button {
  /// An action of a player.
  enum Step: Sendable, Hashable {
    /// Plays the next clip.
    case say
    /// Types a line.
    case type(String)

    /// A short game: an opening by name, an illegal move, typed moves, and a question with its
    /// answer.
    static let game: [Step] = [
      .say, .say, .type("Nd2"), .type("Nc6"), .say, .type("1"), .type("exd4"), .say,
    ]

    /// The clips for speech, by the beginnings of their names.
    static let clips = ["5-", "4-", "2-", "1-"]
  }

  let events: AsyncStream<ButtonEvent>
  /// Yields a line once the previous one has been handled.
  var lines: AsyncStream<ConsoleLine> { AsyncStream { await self.next() } }
  private let console: any Console
  private let presses: AsyncStream<ButtonEvent>.Continuation
  /// The times at which the appliance became ready.
  private let readyTimes: AsyncStream<Void>
  private let becameReady: AsyncStream<Void>.Continuation
  private let wasReady = Mutex(false)
  private let steps: Mutex<ArraySlice<Step>>
  /// Whether a recording is due or running.
  private let isSaying = Mutex(false)
  private let pressesItself: Bool
  private let pause: @Sendable () async -> Void
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - pressesItself: Whether to press the button by itself.
  ///   - pause: Waits long enough for reading the output.
  ///   - end: Called after the last step.
  init(
    _ steps: [Step], console: any Console, pressesItself: Bool,
    pause: @escaping @Sendable () async -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.steps = Mutex(steps[...])
    self.console = console
    self.pressesItself = pressesItself
    self.pause = pause
    self.end = end
    (events, presses) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
    (readyTimes, becameReady) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  var isPressed: Bool { false }

  func show(_ message: ConsoleMessage, for origin: Origin?) {
    console.show(message, for: origin)
    if message == .state(.available) { becameReady.yield() }
  }

  /// Handles a press of the button; ignores it when no clip is due.
  func press() {
    guard isSaying.withLock({ $0 }) else { return }
    presses.yield(.pressed)
    presses.yield(.released)
  }

  /// Handles the end of the clip.
  func clipEnded() {
    if pressesItself { press() } else { console.show(.note(Message("Press Enter to stop."))) }
  }

  func close() async {
    presses.finish()
    becameReady.finish()
    await console.close()
  }

  /// Takes the steps up to the next typed line; nil at the end.
  private func next() async -> ConsoleLine? {
    while let step = steps.withLock({ $0.popFirst() }) {
      if !wasReady.withLock({ $0 }) { await waitUntilReady() }
      await pause()
      switch step {
      case .type(let line):
        console.show(.note(.verbatim("> \(line)")))
        return ConsoleLine(line)
      case .say:
        isSaying.withLock { $0 = true }
        if pressesItself { press() } else { console.show(.note(Message("Press Enter to speak."))) }
        await waitUntilReady()
        isSaying.withLock { $0 = false }
      }
    }
    await pause()
    end()
    return nil
  }

  /// Returns when the appliance next becomes ready.
  private func waitUntilReady() async {
    var times = readyTimes.makeAsyncIterator()
    await times.next()
    wasReady.withLock { $0 = true }
  }
}
