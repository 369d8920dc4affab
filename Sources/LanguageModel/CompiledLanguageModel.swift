/// The decoder's language model: a grammar and the pronunciations of its words.
public struct CompiledLanguageModel: Sendable, Hashable {
  /// The phrases that can be said, and their probabilities.
  public var grammar: Grammar
  /// The pronunciations of the grammar's words; the decoder refuses the model if a word on an arc
  /// has none.
  public var lexicon: Lexicon
  /// The phrases that partial results can show; nil for all of the grammar's. With fewer, the
  /// decoder is faster.
  package var streamed: Grammar?
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

extension CompiledLanguageModel {
  /// Compiles phrases, templates and pronunciations into a decoder's language model.
  ///
  /// Templates are not expanded, and share common endings. A phrase's probability is its count,
  /// plus its share of each template that yields it, divided by the sum of all counts.
  /// - Parameters:
  ///   - data: The phrases, templates and pronunciations.
  ///   - dictionary: The pronunciations that come with the acoustic model.
  /// - Throws: One error that lists everything wrong with the data.
  public init(
    _ data: CustomLanguageModelData, dictionary: PronunciationDictionary
  ) throws(LanguageModelError) {
    let compiler = LanguageModelCompiler(content: data.content, dictionary: dictionary)
    let grammar = try compiler.grammar()
    self.init(
      grammar: grammar.minimized(), lexicon: compiler.lexicon,
      intents: IntentFinder(compiler))
  }
}
