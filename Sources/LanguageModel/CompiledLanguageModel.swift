/// The decoder's language model: a grammar and the pronunciations of its words.
public struct CompiledLanguageModel: Sendable, Hashable {
  /// What can be said, and how likely.
  public var grammar: Grammar
  /// The pronunciations of the grammar's words; the decoder refuses the model if a word on an arc
  /// has none.
  public var lexicon: Lexicon
  /// Finds the intent of a phrase. Empty if the grammar was not made from templates.
  public var intents: IntentFinder

  /// Takes both as they are; `CompiledLanguageModel(_:dictionary:)` makes them from phrases and
  /// templates.
  ///
  /// Whether they match is checked when a recognizer prepares them.
  public init(grammar: Grammar, lexicon: Lexicon, intents: IntentFinder = IntentFinder()) {
    self.grammar = grammar
    self.lexicon = lexicon
    self.intents = intents
  }
}
