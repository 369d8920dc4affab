/// The meanings of a language model's phrases, as far as they matter for recognition.
///
/// The closure is called on the decoder's thread, up to a hundred times per result.
public struct Meanings: Sendable {
  /// One possible meaning.
  public struct Interest: Sendable, Hashable {
    /// The meaning itself. Phrases with equal meanings are one reading.
    public var meaning: AnyMeaning
    /// The prior: how much likelier than average this meaning is, as a natural logarithm, about
    /// -3…3; 0 if unknown.
    public var preference: Double

    /// Whether it is possible now: a legal move, a command. If not, it is only reported.
    public var isAllowed: Bool

    /// A meaning, by default as likely as any other.
    public init(
      _ meaning: some Hashable & Sendable, preference: Double = 0, isAllowed: Bool = true
    ) {
      self.meaning = AnyMeaning(meaning)
      self.preference = preference
      self.isAllowed = isAllowed
    }
  }

  /// The meaning of words; nil if they have none.
  public var meaning: @Sendable (_ words: [String]) -> Interest?
  /// All phrases that can ever be said, possible now or not: the search covers all of them. If nil,
  /// the search covers only the language model's phrases.
  public var background: CompiledLanguageModel?

  /// Takes a closure from words to their meaning, which must be fast and pure, and the background.
  public init(
    background: CompiledLanguageModel? = nil,
    meaning: @escaping @Sendable (_ words: [String]) -> Interest?
  ) {
    self.background = background
    self.meaning = meaning
  }
}

/// A phrase's meaning to the program that made the language model: a value of any type.
public struct AnyMeaning: Sendable, Hashable {
  /// The value.
  public let value: any Hashable & Sendable

  /// Wraps a value.
  public init(_ value: some Hashable & Sendable) { self.value = value }

  /// Whether both wrap equal values of one type.
  public static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
