extension CompiledLanguageModel {
  /// Compiles phrases, templates and pronunciations into what a decoder is given.
  ///
  /// Templates are not expanded: what two templates end with alike, they share. The chance of a
  /// phrase is its count, with its share of each template that gives it, divided by all counts.
  /// - Parameters:
  ///   - data: The phrases, templates and pronunciations.
  ///   - dictionary: The pronunciations that come with the acoustic model.
  /// - Throws: One error that lists everything that is wrong with the data.
  public init(
    _ data: CustomLanguageModelData, dictionary: PronunciationDictionary
  ) throws(LanguageModelError) {
    let compiler = LanguageModelCompiler(content: data.content, dictionary: dictionary)
    let grammar = try compiler.grammar()
    self.init(
      grammar: grammar.minimized(), lexicon: compiler.lexicon,
      intents: IntentFinder(data, lexicon: compiler.lexicon))
  }
}
