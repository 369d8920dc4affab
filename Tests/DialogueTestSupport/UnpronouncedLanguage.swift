import ChessLanguage
import FoundationEssentials
import LanguageModel
import Localization
import Synchronization

/// Chess languages with made-up pronunciations, for tests without recognition. Each is made once.
package enum UnpronouncedLanguage {
  /// The generated language; every test gets a failure to make it.
  package static let shared = Result { () throws(LanguageModelError) -> ChessLanguage in
    try ChessLanguage(
      moves: ChessPhrases.moves(), dialogue: ChessPhrases.dialogue(), dictionary: dictionary)
  }

  /// The made-up pronunciations of the generated language.
  package static let dictionary = pronunciations(
    of: [ChessPhrases.moves(), ChessPhrases.dialogue()])

  /// The languages of `grammars/` that a test has asked for, by locale.
  private static let packs = Mutex<[String: ChessLanguage]>([:])

  /// The folder `grammars/`.
  package static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "grammars")

  /// A language of `grammars/`. Only an English one needs pronunciations.
  package static func pack(_ locale: String) throws -> ChessLanguage {
    try packs.withLock { packs in
      if let language = packs[locale] { return language }
      func data(_ name: String) throws -> CustomLanguageModelData {
        try CustomLanguageModelData(
          contentsOf: folder.appending(path: "\(locale)/\(name).json"))
      }
      let (moves, dialogue) = (try data("chess"), try data("dialogue"))
      let language = try ChessLanguage(
        moves: moves, dialogue: dialogue,
        dictionary: pronunciations(of: locale.hasPrefix("en") ? [moves, dialogue] : []))
      packs[locale] = language
      return language
    }
  }

  private static let translations = Mutex<[String: Translation]>([:])

  /// The messages of a language of `grammars/`; the English ones if it has none.
  package static func translation(_ locale: String) throws -> Translation {
    try translations.withLock { translations in
      if let known = translations[locale] { return known }
      let file = folder.appending(path: "\(locale)/messages.json")
      let translation = try (try? Data(contentsOf: file)).map {
        try Translation(JSONDecoder().decode([String: String].self, from: $0))
      }
      translations[locale] = translation ?? .english
      return translation ?? .english
    }
  }

  /// The same pronunciation for every word of the data.
  private static func pronunciations(
    of data: [CustomLanguageModelData]
  ) -> PronunciationDictionary {
    var text: [String] = []
    for data in data {
      text += data.phraseCounts.map(\.phrase)
      for group in data.templateGroups {
        text += group.templates.map(\.body)
        text += group.classes.flatMap(\.values)
      }
    }
    let words = Set(text.flatMap { $0.split(separator: " ").filter { !$0.hasPrefix("<") } })
    let lines = words.sorted().map { "\($0.lowercased()) AH" }.joined(separator: "\n")
    return PronunciationDictionary(text: lines)
  }
}
