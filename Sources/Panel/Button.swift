/// A change of a button, after debouncing.
public enum ButtonEvent: Sendable, Hashable {
  case pressed
  case released
}

/// A push button.
public protocol Button: Sendable {
  /// The button's presses and releases, from now on, until it is closed. One consumer.
  var events: AsyncStream<ButtonEvent> { get }

  /// Whether the button is held down, even if it already was when the program started.
  var isPressed: Bool { get }

  /// How many of `events` were dropped because nobody took them in time.
  var droppedEvents: Int { get }

  /// Ends `events` and releases the line. May be called twice.
  func close() async
}
