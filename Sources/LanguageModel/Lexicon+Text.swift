extension Lexicon {
  /// The lexicon as a dictionary file for the decoder: one line per variant, sorted by word; the
  /// second variant is "word(2)".
  public var dictionaryText: String {
    pronunciations.sorted { $0.key < $1.key }.flatMap { word, variants in
      variants.enumerated().map { index, phones in
        "\(word)\(index == 0 ? "" : "(\(index + 1))") \(phones.joined(separator: " "))\n"
      }
    }.joined()
  }
}
