/// What happened to a button, after debouncing.
public enum ButtonEvent: Sendable, Hashable {
  case pressed
  case released
}

/// A push button.
public protocol Button: Sendable {
  /// The button's presses and releases, from now on, until it is closed. One consumer.
  var events: AsyncStream<ButtonEvent> { get }
}
