import LanguageModel

/// The appliance's name.
package struct SpokenName: Sendable, Hashable {
  /// The name as written.
  package let text: String
  /// Its pronunciations, each a list of the acoustic model's phones; at most ``limit``.
  let pronunciations: [[String]]

  /// The maximum number of pronunciations.
  static let limit = 8
  /// The minimum number of sounds in a name.
  static let leastSounds = 5

  /// Looks up the name's words, or uses the given sounds.
  ///
  /// - Parameters:
  ///   - sounds: The whole name in X-SAMPA, as in a `CustomPronunciation`; nil: from the
  ///     dictionary.
  ///   - locale: The language of the sounds.
  /// - Throws: `LanguageModelError` that names every word without a pronunciation.
  package init(
    _ text: String, sounds: String? = nil, locale: Locale, dictionary: PronunciationDictionary
  ) throws(LanguageModelError) {
    let whole = "name"
    let data = CustomLanguageModelData(
      locale: locale, identifier: "recording.name", version: "1.0"
    ) {
      CustomLanguageModelData.PhraseCount(phrase: sounds == nil ? text : whole, count: 1)
      for sounds in [sounds].compactMap({ $0 }) {
        CustomLanguageModelData.CustomPronunciation(
          grapheme: whole, phonemes: [sounds], replacesDictionary: true)
      }
    }
    let lexicon = try CompiledLanguageModel(data, dictionary: dictionary).lexicon
    let words = SpokenText.words(in: sounds == nil ? text : whole) {
      lexicon.pronunciations[$0] != nil
    }
    pronunciations = words.reduce([[]]) { heads, word in
      let longer = heads.flatMap { head in
        (lexicon.pronunciations[word] ?? []).map { head + $0 }
      }
      return Array(longer.prefix(Self.limit))
    }
    guard pronunciations.allSatisfy({ $0.count >= Self.leastSounds }) else {
      throw LanguageModelError(
        .invalidModel, operation: "listen for the name in recording.name",
        issues: [
          .init(
            .malformedPronunciation,
            "it has fewer than \(Self.leastSounds) sounds, and would be heard in other words: "
              + "take a longer one", subject: text)
        ])
    }
    self.text = text
  }
}
