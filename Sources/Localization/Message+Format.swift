extension Message {
  /// The literal in `Message("…")`: a key, and the values for its placeholders.
  public struct Format: Sendable, ExpressibleByStringInterpolation {
    /// The literal with `%@` for each argument.
    let key: String
    let arguments: [Message]

    /// A key without arguments.
    public init(stringLiteral key: String) { (self.key, arguments) = (key, []) }

    /// A key with its arguments.
    public init(stringInterpolation parts: StringInterpolation) {
      (key, arguments) = (parts.key, parts.arguments)
    }

    /// Collects the key and its arguments.
    ///
    /// Accepts only these types: other descriptions would be English.
    public struct StringInterpolation: StringInterpolationProtocol {
      var key = ""
      var arguments: [Message] = []

      /// An empty key.
      public init(literalCapacity: Int, interpolationCount: Int) {
        key.reserveCapacity(literalCapacity + 2 * interpolationCount)
      }

      /// Adds to the key.
      public mutating func appendLiteral(_ literal: String) { key += literal }

      /// Adds an argument with its own translations.
      public mutating func appendInterpolation(_ message: Message) {
        key += TextFormat.placeholder
        arguments.append(message)
      }

      /// Adds an argument that is the same in every language.
      public mutating func appendInterpolation(_ text: some StringProtocol) {
        appendInterpolation(.verbatim(text))
      }

      /// Adds a number, written in digits.
      public mutating func appendInterpolation(_ number: some BinaryInteger) {
        appendInterpolation(.verbatim(String(number)))
      }
    }
  }
}
