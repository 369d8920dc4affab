/// A line from the console, with its origin.
package struct ConsoleLine: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The typed text; for a program's command, what a person would type.
  package var text: String
  /// Who asks, and the command's id.
  package var origin: Origin
  /// Whether it may be a line of a pasted game; of a program's commands, only `say` may.
  package var canBePasted: Bool

  /// A line; by default somebody has typed it.
  package init(_ text: String, from origin: Origin = .typed, canBePasted: Bool = true) {
    self.canBePasted = canBePasted
    self.text = text
    self.origin = origin
  }

  /// A line typed by a person.
  package init(stringLiteral text: String) { self.init(text) }
}
