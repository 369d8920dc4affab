import Synchronization

/// A button without hardware that a program presses, as with gpiozero's mock pins.
///
///     let button = MockButton()
///     button.press()
///     button.release()
public final class MockButton: FallibleButton {
  private struct State {
    var isPressed: Bool
    var failure: PanelError?
  }

  /// Presses and releases, all kept until taken.
  public let events: AsyncStream<ButtonEvent>
  private let sink: AsyncStream<ButtonEvent>.Continuation
  private let state: Mutex<State>

  /// A button that is not pressed, or is held down from the beginning.
  public init(isPressed: Bool = false) {
    (events, sink) = AsyncStream.makeStream(of: ButtonEvent.self, bufferingPolicy: .unbounded)
    state = Mutex(State(isPressed: isPressed))
  }

  /// Whether it is held down.
  public var isPressed: Bool { state.withLock { $0.isPressed } }

  /// Why `events` ended by itself; nil if it did not.
  public var failure: PanelError? { state.withLock { $0.failure } }

  /// Presses it.
  public func press() {
    state.withLock { $0.isPressed = true }
    sink.yield(.pressed)
  }

  /// Releases it.
  public func release() {
    state.withLock { $0.isPressed = false }
    sink.yield(.released)
  }

  /// Removes its line, as when an adapter is unplugged: `events` ends. `isPressed` does not change.
  public func fail(_ error: PanelError) {
    state.withLock { $0.failure = error }
    sink.finish()
  }

  /// Ends `events`.
  public func close() async { sink.finish() }
}
