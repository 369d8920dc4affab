/// A change of a button, after debouncing.
public enum ButtonEvent: Sendable, Hashable {
  case pressed
  case released
}

/// A push button.
public protocol Button: Sendable {
  /// The button's presses and releases, from now on, until it is closed. One consumer.
  var events: AsyncStream<ButtonEvent> { get }

  /// Passes each press and release to `hear`, on the button's own thread if it has one; returns
  /// when the button is closed. Replaces `events`.
  func listen(_ hear: @escaping @Sendable (ButtonEvent) -> Void) async

  /// Whether the button is held down, even since before the program started.
  var isPressed: Bool { get }

  /// Ends `events` and releases the line. May be called twice.
  func close() async
}

extension Button {
  /// Takes `events` and passes them on.
  public func listen(_ hear: @escaping @Sendable (ButtonEvent) -> Void) async {
    for await event in events { hear(event) }
  }
}
