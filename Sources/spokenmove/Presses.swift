import ApplianceCore
import Localization
import Panel
import PanelGPIO
import Synchronization

/// Presses of the Enter key and of the appliance's button, for callers that wait for one.
///
/// Ignores presses while nobody waits.
final class Presses: Sendable {
  /// What to press, in words.
  let name: Message
  private let buttons: [any Button]

  private struct State {
    var waiter: CheckedContinuation<Bool, Never>?
    /// The number of buttons that still work.
    var live: Int
  }
  private let state: Mutex<State>

  /// Reads the terminal, and opens the configured button; if that fails, only the Enter key
  /// remains.
  ///
  /// Throws `PanelError` if the process has run out of threads.
  init(_ settings: Configuration.ButtonSettings) throws {
    var buttons: [any Button] = [try TerminalButton()]
    if let line = settings.line,
      let button = try? GPIOButton(
        line, isActiveLow: settings.activeLow, bias: settings.bias, debounce: settings.debounce)
    {
      buttons.append(button)
    }
    self.buttons = buttons
    name = buttons.count > 1 ? Message("Enter or the button") : Message("Enter")
    state = Mutex(State(live: buttons.count))
    for button in buttons {
      Task {
        for await event in button.events where event == .pressed { self.resume(true) }
        self.end()
      }
    }
  }

  /// Waits for the next press; false after `giveUp()`, or if there can be none.
  ///
  /// - Parameter ask: Prompts for the press; called once a press counts, so that none is missed.
  func next(_ ask: @Sendable () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.live > 0 else { return true }
        state.waiter = continuation
        return false
      }
      ask()
      if isOver { continuation.resume(returning: false) }
    }
  }

  /// Ends a wait, if there is one.
  func giveUp() { resume(false) }

  /// Releases the buttons.
  func close() async {
    for button in buttons { await button.close() }
  }

  private func resume(_ isPress: Bool) {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: isPress)
  }

  private func end() {
    let isLast = state.withLock { state in
      state.live -= 1
      return state.live == 0
    }
    if isLast { resume(false) }
  }
}
