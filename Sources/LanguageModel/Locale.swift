import FoundationEssentials

/// The language and region of speech, for example `Locale(identifier: "en_US")`.
///
/// FoundationEssentials has a `Locale` too, but it always calls itself "en_001" without ICU's data,
/// which would take 30 MB on a board. This one keeps only the identifier, which is enough to choose
/// a model. In a file that imports both, `Locale(identifier:)` is this one where the context
/// expects it, and Foundation's everywhere else; write the type as `LanguageModel.Locale`.
public struct Locale: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Language and region joined by an underscore, as in "en_US"; "en-us" becomes "en_US" too.
  public let identifier: String

  /// Makes a locale from an identifier with either separator. Accepts any text: check which locales
  /// a model supports.
  ///
  /// Disfavored, so that the expression alone is not ambiguous beside Foundation's `Locale`.
  @_disfavoredOverload
  public init(identifier: String) {
    let parts = identifier.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    self.identifier = parts.enumerated().map { index, part in
      switch (index, part.count) {
      case (0, _): part.lowercased()
      case (_, 4): part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: part.uppercased()
      }
    }.joined(separator: "_")
  }

  /// The language alone, as in "en".
  public var language: String {
    String(identifier.prefix { $0 != "_" })
  }

  /// The identifier.
  public var description: String { identifier }

  /// Reads a single string, the identifier.
  public init(from decoder: any Decoder) throws {
    self.init(identifier: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes a single string, the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

// Without these, a comparison with Foundation's `Locale` would compile (as `AnyHashable`) and
// always be false.
extension Locale {
  /// Whether both have the same identifier, however it is written.
  public static func == (locale: Self, other: FoundationEssentials.Locale) -> Bool {
    locale == Self(identifier: other.identifier)
  }

  /// Whether both have the same identifier, however it is written.
  public static func == (other: FoundationEssentials.Locale, locale: Self) -> Bool {
    locale == other
  }
}
