/// What the decoder is given: the grammar and the pronunciations of its words.
public struct CompiledLanguageModel: Sendable, Hashable {
  /// What can be said, and how likely.
  public var grammar: Grammar
  /// The pronunciations of the grammar's words: of every one that is on an arc, or the decoder
  /// refuses the model.
  public var lexicon: Lexicon
  /// What the phrases ask for; knows none where the grammar was not made from templates.
  public var intents: IntentFinder

  /// Takes both as they are; `CompiledLanguageModel(_:dictionary:)` makes them of phrases and
  /// templates.
  ///
  /// Whether they fit each other is checked when a recognizer prepares them.
  public init(grammar: Grammar, lexicon: Lexicon, intents: IntentFinder = IntentFinder()) {
    self.grammar = grammar
    self.lexicon = lexicon
    self.intents = intents
  }
}
