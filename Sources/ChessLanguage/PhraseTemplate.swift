/// One way to say something: symbols for plain words, and roles that get their values from a
/// position.
struct PhraseTemplate: Sendable {
  enum Element: Sendable, Hashable {
    /// Words; an index into `PhraseTemplates.symbols`.
    case symbol(Int)
    /// One of the role's leaf symbols.
    case role(Role)
    /// No words; the role must have a value.
    case condition(Role)
  }

  /// The template's purpose.
  enum Scope: Sendable, Hashable {
    case move
    case choosing
    case opening
    case command
    case question
    case correction
    case answer
    /// Phrases without a meaning in chess, which a user may add.
    case plain

    /// The scope of a template by those of its roles; nil if it has none.
    init?(of scopes: [Self]) {
      guard let scope = scopes.first(where: { $0 != .move }) ?? scopes.first else { return nil }
      self = scope
    }
  }

  var elements: [Element]
  /// Its share of the counts; only ratios within a scope matter.
  var weight: Double
  var scope: Scope
  /// Whether it begins with an opener, such as "okay".
  var isOpened: Bool
}

/// Synonyms, each with a natural-log weight; only an `Ending`'s may be empty.
struct PhraseSymbol: Sendable, Hashable {
  struct Alternative: Sendable, Hashable {
    var words: [Int32]
    var weight: Float
  }

  var alternatives: [Alternative]
}

extension PhraseTemplate.Element {
  var role: Role? {
    switch self {
    case .symbol: nil
    case .role(let role), .condition(let role): role
    }
  }
}
