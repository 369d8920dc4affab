import Appliance
import ApplianceCore
import Panel
import Synchronization

/// What happens in the demonstration, step by step: button, keyboard and console of the appliance,
/// which take each step when the one before has been dealt with.
final class DemoScript: Console, Button {
  /// Something that a player does.
  enum Step: Sendable, Hashable {
    /// Says what is in the next clip.
    case say
    /// Types a line.
    case type(String)

    /// A short game: an opening by name, a move that is not legal, typed moves, and a question with
    /// its answer.
    static let game: [Step] = [
      .say, .say, .type("Nd2"), .type("Nc6"), .say, .type("1"), .type("exd4"), .say,
    ]

    /// What is said in it: the beginnings of the clips' names.
    static let clips = ["5-", "4-", "2-", "1-"]
  }

  let events: AsyncStream<ButtonEvent>
  /// A line is taken when the one before has been dealt with.
  var lines: AsyncStream<String> { AsyncStream { await self.next() } }
  private let console: any Console
  private let presses: AsyncStream<ButtonEvent>.Continuation
  private let ready: ReadyTimes
  private let becameReady: AsyncStream<Void>.Continuation
  private let steps: Mutex<ArraySlice<Step>>
  /// Whether a recording is wanted or under way.
  private let isSaying = Mutex(false)
  private let pressesItself: Bool
  private let pause: @Sendable () async -> Void
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - pressesItself: Whether nobody is there to press the button.
  ///   - pause: Waits so long that what is shown can be read.
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
    let (times, becameReady) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    ready = ReadyTimes(times: times)
    self.becameReady = becameReady
  }

  var isPressed: Bool { false }
  var droppedEvents: Int { 0 }

  func show(_ message: ConsoleMessage) {
    console.show(message)
    if message == .state(.available) { becameReady.yield() }
  }

  /// The button was pressed; nothing comes of it while there is nothing to say.
  func press() {
    guard isSaying.withLock({ $0 }) else { return }
    presses.yield(.pressed)
    presses.yield(.released)
  }

  /// The clip is over.
  func clipEnded() {
    if pressesItself { press() } else { console.show(.note("Press Enter to stop.")) }
  }

  func close() async {
    presses.finish()
    becameReady.finish()
    await console.close()
  }

  /// Takes the steps up to the next line that is typed; nil if none is left.
  private func next() async -> String? {
    while let step = steps.withLock({ $0.popFirst() }) {
      await ready.first()
      await pause()
      switch step {
      case .type(let line):
        console.show(.note("> \(line)"))
        return line
      case .say:
        isSaying.withLock { $0 = true }
        if pressesItself { press() } else { console.show(.note("Press Enter to speak.")) }
        await ready.next()
        isSaying.withLock { $0 = false }
      }
    }
    await pause()
    end()
    return nil
  }

  /// When the appliance has become ready.
  private actor ReadyTimes {
    private let times: AsyncStream<Void>
    private var wasReady = false

    init(times: AsyncStream<Void>) { self.times = times }

    /// Returns when it has been ready once.
    func first() async { if !wasReady { await next() } }

    /// Returns when it is ready the next time.
    func next() async {
      var iterator = times.makeAsyncIterator()
      _ = await iterator.next(isolation: self)
      wasReady = true
    }
  }
}
