/// A position in a text file; line and column count from 1.
struct TextPosition: Sendable, Hashable {
  var line: Int
  var column: Int
}

/// A value read from YAML, with its position.
struct YAMLNode: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    var key: String
    var position: TextPosition
    var value: YAMLNode
  }

  enum Content: Sendable, Hashable {
    /// Untyped: each setting decides what counts as a number or a Boolean.
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  var content: Content
  var position: TextPosition

  /// Whether there is no value, as in `key:`.
  var isEmpty: Bool {
    guard case .scalar(let text, isQuoted: false) = content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  /// Its kind, in a word for users.
  var kind: String {
    switch content {
    case .scalar: isEmpty ? "nothing" : "a value"
    case .sequence: "a list"
    case .mapping: "a section"
    }
  }
}

/// A mistake in a text file.
package struct TextProblem: Error, Sendable, Hashable {
  /// Counts from 1.
  package var line: Int
  /// Counts from 1, in characters.
  package var column: Int
  /// The mistake, and the correct form.
  package var message: String

  init(_ position: TextPosition, _ message: String) {
    line = position.line
    column = position.column
    self.message = message
  }
}
