/// A line from the console, with its origin.
package struct ConsoleLine: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The typed text; for a program's command, what a person would type.
  package var text: String
  /// Who asks, and the command's id.
  package var origin: Origin

  /// A line; by default typed by a person.
  package init(_ text: String, from origin: Origin = .typed) {
    self.text = text
    self.origin = origin
  }

  /// A line typed by a person.
  package init(stringLiteral text: String) { self.init(text) }
}
