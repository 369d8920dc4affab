import ChessLanguage
import FoundationEssentials
import LanguageModel
import Speech
import Testing

/// The project's default language, with the acoustic model's pronunciations.
enum EnglishLanguage {
  static let shared = Result { try make() }

  private static func make() throws -> ChessLanguage {
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let dictionary = try #require(model.dictionary)
    return try ChessLanguage(
      moves: ChessPhrases.moves(), dialogue: ChessPhrases.dialogue(),
      dictionary: PronunciationDictionary(contentsOf: URL(filePath: dictionary)))
  }
}
