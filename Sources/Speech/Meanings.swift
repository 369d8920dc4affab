import LanguageModel

/// What the phrases of a language model mean, as far as it helps to judge what was heard.
///
/// Both closures are called on the decoder's thread, a few times for each result.
public struct Meanings: Sendable {
  /// One thing that can be meant.
  public struct Meaning: Sendable, Hashable {
    /// The same for all phrases that mean the same, and for no others.
    public var key: String
    /// How much likelier than the average it is to be meant, before anything is heard: a natural logarithm, about -3…3; 0
    /// where nothing is known.
    public var preference: Double

    /// Something that can be meant, by default no likelier than anything else.
    public init(key: String, preference: Double = 0) {
      self.key = key
      self.preference = preference
    }
  }

  /// What words mean; nil for words that mean nothing.
  public var meaning: @Sendable (_ words: [String]) -> Meaning?
  /// A language model of everything that can be said and means something else than these words do; nil where they mean
  /// nothing or there is nothing else.
  public var others: @Sendable (_ words: [String]) -> CompiledLanguageModel?

  /// Takes both closures; they must be quick, and give the same for the same words.
  public init(
    meaning: @escaping @Sendable (_ words: [String]) -> Meaning?,
    others: @escaping @Sendable (_ words: [String]) -> CompiledLanguageModel?
  ) {
    self.meaning = meaning
    self.others = others
  }
}
