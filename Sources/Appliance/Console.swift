import ApplianceCore

/// Where the appliance shows its messages and takes typed commands.
public protocol Console: Sendable {
  /// Shows `message` as soon as the console can take it. Never blocks; may be called from anywhere.
  func show(_ message: ConsoleMessage)

  /// The typed lines, without their line ends. One consumer. Ends when the console is closed or
  /// nothing can be typed.
  var lines: AsyncStream<String> { get }

  /// Sets the whole lines that typed text can be completed to, replacing earlier ones.
  func offer(_ completions: [String])

  /// Shows what still waits, for half a second at most, and closes. May be called twice.
  func close() async
}

extension Console {
  /// Offers no completion.
  public func offer(_ completions: [String]) {}
}
