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
