import Localization

/// In tests, a literal is a message's English text.
extension Message: ExpressibleByStringInterpolation {
  /// A text that is the same in every language.
  public init(stringLiteral text: String) { self = .verbatim(text) }

  /// Whether the English text contains another.
  public func contains(_ other: String) -> Bool { description.contains(other) }

  /// Whether the English text begins with another.
  public func hasPrefix(_ prefix: String) -> Bool { description.hasPrefix(prefix) }

  /// Whether the English text ends with another.
  public func hasSuffix(_ suffix: String) -> Bool { description.hasSuffix(suffix) }
}
