/// What the phrases of a language model mean, as far as it helps to judge what was heard.
///
/// The closure is called on the decoder's thread, up to a hundred times for a result.
public struct Meanings: Sendable {
  /// One thing that can be meant.
  public struct Interest: Sendable, Hashable {
    /// The same for all phrases that mean the same, and for no others.
    public var key: String
    /// How much likelier than the average it is to be meant, before anything is heard: a natural
    /// logarithm, about -3…3; 0 where nothing is known.
    public var preference: Double

    /// Whether it can be done: a legal move, a command. What cannot is told as what was heard.
    public var isAllowed: Bool

    /// Something that can be meant, by default no likelier than anything else.
    public init(key: String, preference: Double = 0, isAllowed: Bool = true) {
      self.key = key
      self.preference = preference
      self.isAllowed = isAllowed
    }
  }

  /// What words mean; nil for words that mean nothing.
  public var meaning: @Sendable (_ words: [String]) -> Interest?
  /// Everything that is ever said, whether it can be done now or not: what was said is looked for
  /// in all of it. Nil: only the language model's phrases are looked for.
  public var background: CompiledLanguageModel?

  /// Takes what words mean, which must be quick and give the same for the same words, and
  /// everything that is ever said.
  public init(
    background: CompiledLanguageModel? = nil,
    meaning: @escaping @Sendable (_ words: [String]) -> Interest?
  ) {
    self.background = background
    self.meaning = meaning
  }
}
