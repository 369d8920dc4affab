import Appliance
import ChessLanguage
import FoundationEssentials
import LanguageModel
import Localization
import Testing

/// A language of `grammars/` other than English: its phrases and its texts, without an acoustic
/// model.
struct PackLanguage {
  /// The supplied languages.
  static let locales = ["de_DE", "es_ES", "fr_FR", "it_IT", "nl_NL"]

  let language: ChessLanguage
  let translation: Translation

  init(_ locale: String) throws {
    let pack = try #require(LanguagePack.named(LanguageModel.Locale(identifier: locale)))
    func data(_ subject: String) throws -> CustomLanguageModelData {
      try CustomLanguageModelData(contentsOf: URL(filePath: pack.file(subject)))
    }
    language = try ChessLanguage(
      moves: data("chess"), dialogue: data("dialogue"),
      dictionary: PronunciationDictionary(text: ""))
    translation = try Translation(contentsOf: pack.file("messages"))
      .naming(openingsIn: pack.file("openings"))
  }
}
