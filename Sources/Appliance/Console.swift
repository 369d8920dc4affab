import ApplianceCore

/// Where the appliance shows what it does and what it understood, and where commands are typed.
public protocol Console: Sendable {
  /// Shows `message` as soon as the console takes it. Never blocks; may be called from anywhere.
  func show(_ message: ConsoleMessage)

  /// The lines that are typed, without their ends. One consumer. Ends when the console is closed or
  /// nothing can be typed.
  var lines: AsyncStream<String> { get }

  /// Takes whole lines to complete what is being typed to, in place of those before.
  func offer(_ completions: [String])

  /// Shows what waits, for half a second at most, and lets go of the console. May be called twice.
  func close() async
}

extension Console {
  /// Nothing is completed.
  public func offer(_ completions: [String]) {}
}
