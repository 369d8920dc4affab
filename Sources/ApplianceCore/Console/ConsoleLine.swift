/// A line from the console, and where it came from.
public struct ConsoleLine: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// What was typed; for a program's command, what a person would type.
  public var text: String
  /// Who asks, and as what command.
  public var origin: Origin

  /// A line; by default somebody has typed it.
  public init(_ text: String, from origin: Origin = .typed) {
    self.text = text
    self.origin = origin
  }

  /// A line that somebody has typed.
  public init(stringLiteral text: String) { self.init(text) }
}
