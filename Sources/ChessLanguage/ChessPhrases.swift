import LanguageModel

/// The English phrases, as in `grammars/en_US`: this program has a copy of these files.
///
/// Classes whose names `Role` knows carry the meaning, and a position fills in the values of its
/// legal moves; you can change their words freely. A silent class (`by-pawn`, `capturing`,
/// `choosing`) has no words and limits its template to some moves.
public enum ChessPhrases {
  /// All moves of all positions as people say them, and openings by name; `Openings.named` has
  /// their lines.
  ///
  /// The counts are shares of about 10,000. The short forms that players use have the highest
  /// counts; long and coordinate forms have low ones, because short forms are easily misheard as
  /// them. The pronunciations are those of players, and as English readers would say the words.
  public static func moves(
    locale: LanguageModel.Locale = Locale(identifier: "en_US")
  ) -> CustomLanguageModelData {
    data(PackageResources.chess_json, locale)
  }

  /// Commands, answers to questions, and short forms that choose among a question's moves.
  public static func dialogue(
    locale: LanguageModel.Locale = Locale(identifier: "en_US")
  ) -> CustomLanguageModelData {
    data(PackageResources.dialogue_json, locale)
  }

  private static func data(
    _ bytes: [UInt8], _ locale: LanguageModel.Locale
  ) -> CustomLanguageModelData {
    // A test reads both files.
    (try? CustomLanguageModelData(fileBytes: bytes))?.speaking(locale)
      ?? CustomLanguageModelData(locale: locale, identifier: "org.spokenmove", version: "1.0")
  }
}
