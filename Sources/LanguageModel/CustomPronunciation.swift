extension CustomLanguageModelData {
  /// The pronunciation of a word that the model's dictionary lacks or pronounces differently.
  public struct CustomPronunciation: Hashable, Codable, Sendable, DataInsertable {
    /// The word as written in the phrases; a single word.
    public let grapheme: String
    /// The pronunciations, each a list of X-SAMPA symbols separated by spaces, as in "w I n aU @r".
    public let phonemes: [String]
    /// Whether these are the only pronunciations; false keeps the dictionary's as well.
    ///
    /// An extension of this package.
    public let replacesDictionary: Bool

    /// - Parameters:
    ///   - grapheme: The word; case does not matter.
    ///   - phonemes: One string per pronunciation, of the symbols in
    ///     ``CustomLanguageModelData/supportedPhonemes(locale:)``.
    ///   - replacesDictionary: Whether to leave out the dictionary's own pronunciations of the
    ///     word; an extension of this package.
    public init(grapheme: String, phonemes: [String], replacesDictionary: Bool = false) {
      self.grapheme = grapheme
      self.phonemes = phonemes
      self.replacesDictionary = replacesDictionary
    }

    /// Adds itself after the data's other pronunciations.
    public func insert(data: CustomLanguageModelData) {
      data.insert(term: self)
    }
  }
}
