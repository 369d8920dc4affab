/// The pronunciations of a grammar's words: for each word its variants, each a list of the acoustic
/// model's phones.
public struct Lexicon: Sendable, Hashable {
  /// By word as the grammar spells it: one or more variants, each of one or more phones ("AH",
  /// "K"), the most common first.
  public var pronunciations: [String: [[String]]]
  /// Whether the phones only approximate another language's sounds by the acoustic model's nearest
  /// ones.
  public var isMapped: Bool

  /// Takes the pronunciations unchecked; a recognizer reports phones that the acoustic model lacks
  /// when it prepares them.
  public init(pronunciations: [String: [[String]]] = [:], isMapped: Bool = false) {
    self.pronunciations = pronunciations
    self.isMapped = isMapped
  }
}

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
