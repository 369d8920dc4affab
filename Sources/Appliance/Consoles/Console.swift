import ApplianceCore

/// Shows the appliance's messages and takes typed commands.
package protocol Console: Sendable {
  /// Shows `message` as soon as the console can take it. `origin` is nil if nobody asked for it.
  /// Never blocks; thread-safe.
  func show(_ message: ConsoleMessage, for origin: Origin?)

  /// The typed lines, without line ends, for one consumer. Ends when the console closes or nothing
  /// more can be typed.
  var lines: AsyncStream<ConsoleLine> { get }

  /// Lets the console report the situation to programs. It may call `situation` on any thread.
  func describe(with situation: @escaping @Sendable () -> Situation)

  /// Sets the lines that typed text can be completed to, replacing earlier ones.
  func offer(_ completions: [String])

  /// Shows pending messages for at most half a second, and closes. May be called twice.
  func close() async
}

extension Console {
  /// Shows a message that nobody asked for.
  package func show(_ message: ConsoleMessage) { show(message, for: nil) }

  /// Ignores the situation.
  package func describe(with situation: @escaping @Sendable () -> Situation) {}

  /// Offers no completions.
  package func offer(_ completions: [String]) {}
}
