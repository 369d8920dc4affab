/// The decoder's language model: a grammar and the pronunciations of its words.
public struct CompiledLanguageModel: Sendable, Hashable {
  /// The phrases that can be said, and their probabilities.
  public var grammar: Grammar
  /// The pronunciations of the grammar's words; the decoder refuses the model if a word on an arc
  /// has none.
  public var lexicon: Lexicon
  /// Finds the intent of a phrase. Empty unless the grammar was compiled from templates.
  public var intents: IntentFinder

  /// Takes all parts unchecked; `CompiledLanguageModel(_:dictionary:)` makes them from phrases and
  /// templates.
  ///
  /// A recognizer checks that they match when it prepares them.
  public init(grammar: Grammar, lexicon: Lexicon, intents: IntentFinder = IntentFinder()) {
    self.grammar = grammar
    self.lexicon = lexicon
    self.intents = intents
  }
}
