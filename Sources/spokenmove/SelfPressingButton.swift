import Appliance
import ApplianceCore
import Panel
import Synchronization

/// A button that presses itself when the appliance is available, and again when the clip is over.
final class SelfPressingButton: Button {
  private struct State {
    var pressesLeft: Int
    var isRecording = false
    var end: (@Sendable () -> Void)?
  }

  let events: AsyncStream<ButtonEvent>
  private let sink: AsyncStream<ButtonEvent>.Continuation
  private let state: Mutex<State>

  /// A button for `presses` recordings.
  init(presses: Int) {
    (events, sink) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingOldest(8))
    state = Mutex(State(pressesLeft: presses))
  }

  var isPressed: Bool { false }
  /// It waits for the effect of a press before it presses again.
  var droppedEvents: Int { 0 }

  /// Calls `end` once it has made all its recordings.
  func atEnd(_ end: @escaping @Sendable () -> Void) {
    state.withLock { $0.end = end }
  }

  /// Presses for the next recording when the appliance says that it is available.
  func observe(_ message: ConsoleMessage) {
    guard message == .state(.available) else { return }
    let end = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.pressesLeft > 0 else { return state.end }
      state.pressesLeft -= 1
      state.isRecording = true
      return nil
    }
    if let end { end() } else { press() }
  }

  /// Presses to stop the recording.
  func clipEnded() {
    let isRecording = state.withLock { state in
      defer { state.isRecording = false }
      return state.isRecording
    }
    if isRecording { press() }
  }

  func close() async { sink.finish() }

  private func press() {
    sink.yield(.pressed)
    sink.yield(.released)
  }
}

/// A console whose messages an observer sees too.
final class ObservedConsole: Console {
  private let console: any Console
  private let observe: @Sendable (ConsoleMessage) -> Void

  init(_ console: any Console, observe: @escaping @Sendable (ConsoleMessage) -> Void) {
    self.console = console
    self.observe = observe
  }

  var lines: AsyncStream<ConsoleLine> { console.lines }

  func show(_ message: ConsoleMessage, for origin: Origin?) {
    console.show(message, for: origin)
    observe(message)
  }

  func close() async { await console.close() }
}
