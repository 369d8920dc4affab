/// The meanings of a language model's phrases, as far as they help to judge what was heard.
///
/// The closure is called on the decoder's thread, up to a hundred times per result.
public struct Meanings: Sendable {
  /// One possible meaning.
  public struct Interest: Sendable, Hashable {
    /// The same for all phrases with this meaning, and for no others.
    public var key: String
    /// How much likelier than average this meaning is before anything is heard: a natural
    /// logarithm, about -3…3; 0 if unknown.
    public var preference: Double

    /// Whether it can be done: a legal move, a command. If not, it is only reported as heard.
    public var isAllowed: Bool

    /// A possible meaning, by default no likelier than any other.
    public init(key: String, preference: Double = 0, isAllowed: Bool = true) {
      self.key = key
      self.preference = preference
      self.isAllowed = isAllowed
    }
  }

  /// What words mean; nil if they mean nothing.
  public var meaning: @Sendable (_ words: [String]) -> Interest?
  /// Everything that can ever be said, whether or not it can be done now: the search covers all of
  /// it. Nil: the search covers only the language model's phrases.
  public var background: CompiledLanguageModel?

  /// Takes the meaning of words, which must be quick and consistent, and everything that can ever
  /// be said.
  public init(
    background: CompiledLanguageModel? = nil,
    meaning: @escaping @Sendable (_ words: [String]) -> Interest?
  ) {
    self.background = background
    self.meaning = meaning
  }
}
