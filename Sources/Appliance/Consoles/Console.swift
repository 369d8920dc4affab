import ApplianceCore

/// Where the appliance shows its messages and takes typed commands.
package protocol Console: Sendable {
  /// Shows `message` as soon as the console can take it. `origin` is nil if nobody has asked for
  /// it. Never blocks; may be called from anywhere.
  func show(_ message: ConsoleMessage, for origin: Origin?)

  /// The typed lines, without their line ends. One consumer. Ends when the console is closed or
  /// nothing can be typed.
  var lines: AsyncStream<ConsoleLine> { get }

  /// Lets the console tell programs how things stand. `situation` may be called from any thread.
  func describe(with situation: @escaping @Sendable () -> Situation)

  /// Sets the whole lines that typed text can be completed to, replacing earlier ones.
  func offer(_ completions: [String])

  /// Shows what still waits, for half a second at most, and closes. May be called twice.
  func close() async
}

extension Console {
  /// Shows a message that nobody has asked for.
  package func show(_ message: ConsoleMessage) { show(message, for: nil) }

  /// Tells nobody how things stand.
  package func describe(with situation: @escaping @Sendable () -> Situation) {}

  /// Offers no completion.
  package func offer(_ completions: [String]) {}
}
