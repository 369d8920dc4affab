/// What the decoder is given: the grammar and the pronunciations of its words.
public struct CompiledLanguageModel: Sendable, Hashable {
  public var grammar: Grammar
  public var lexicon: Lexicon

  public init(grammar: Grammar, lexicon: Lexicon) {
    self.grammar = grammar
    self.lexicon = lexicon
  }
}
