import LanguageModel

extension ChessPhrases {
  /// The openings that can be called by name, as club players call them.
  static let openings = ["Albin counter gambit", "Winawer variation", "Tartakower"]

  /// How names are pronounced that the acoustic model's dictionary lacks or has otherwise.
  static let pronunciations: [CustomLanguageModelData.CustomPronunciation] = [
    .init(grapheme: "kingside", phonemes: ["k I N s aI d"]),
    .init(grapheme: "queenside", phonemes: ["k w i n s aI d"]),
    .init(grapheme: "castling", phonemes: ["k { s l I N", "k { s @ l I N"]),
    .init(grapheme: "passant", phonemes: ["p A s A n", "p { s A n t", "p @ s A n t"]),
    .init(grapheme: "Winawer", phonemes: ["w I n aU @r"]),
    .init(grapheme: "Tartakower", phonemes: ["t A r t @ k aU @r"]),
  ]
}
