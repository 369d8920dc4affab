extension CustomLanguageModelData {
  /// How a word is pronounced that the model's own dictionary lacks or has otherwise.
  public struct CustomPronunciation: Hashable, Codable, Sendable, DataInsertable {
    /// The word as it is written in the phrases; one word.
    public let grapheme: String
    /// The pronunciations, each a list of X-SAMPA symbols with spaces between, as in "w I n aU @r".
    public let phonemes: [String]
    /// Whether these are the only ones; false keeps the dictionary's beside them.
    ///
    /// An extension of this package.
    public let replacesDictionary: Bool

    /// - Parameters:
    ///   - grapheme: The word; case does not matter.
    ///   - phonemes: One string a pronunciation; its symbols are those of
    ///     ``CustomLanguageModelData/supportedPhonemes(locale:)``.
    ///   - replacesDictionary: Whether the dictionary's own pronunciations of the word are left
    ///     out; an extension of this package.
    public init(grapheme: String, phonemes: [String], replacesDictionary: Bool = false) {
      self.grapheme = grapheme
      self.phonemes = phonemes
      self.replacesDictionary = replacesDictionary
    }

    /// Adds itself behind the pronunciations that the data has.
    public func insert(data: CustomLanguageModelData) {
      data.insert(term: self)
    }
  }
}
