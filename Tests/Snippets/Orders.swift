import LanguageModel

/// The landing page of `LanguageModel`: a phrase's intent; nil if it is not a phrase.
func order(_ words: [String], _ dictionary: PronunciationDictionary) throws -> Intent? {
  let data = CustomLanguageModelData(
    locale: Locale(identifier: "en_US"), identifier: "org.example.coffee", version: "1.0"
  ) {
    PhraseCountsFromTemplates(classes: [
      "size": ["small", "large"], "drink": ["latte", "espresso"], "_please": ["", "please"],
    ]) {
      TemplatePhraseCountGenerator.Template(
        "a <size> <drink> <_please>", count: 10, intent: "order")
    }
  }
  let model = try CompiledLanguageModel(data, dictionary: dictionary)
  return model.intents.intent(of: words)
}
