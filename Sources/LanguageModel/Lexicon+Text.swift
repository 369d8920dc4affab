extension Lexicon {
  /// The lexicon as a dictionary file for the decoder: one line per variant, "word(2)" from the
  /// second on, sorted by word.
  public var dictionaryText: String {
    pronunciations.sorted { $0.key < $1.key }.flatMap { word, variants in
      variants.enumerated().map { index, phones in
        "\(word)\(index == 0 ? "" : "(\(index + 1))") \(phones.joined(separator: " "))\n"
      }
    }.joined()
  }
}
