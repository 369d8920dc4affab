import ChessLanguage
import LanguageModel

/// The generated chess language with made-up pronunciations, for tests without recognition.
package enum UnpronouncedLanguage {
  /// Made once; every test gets a failure to make it.
  package static let shared = Result { () throws(LanguageModelError) -> ChessLanguage in
    try ChessLanguage(
      moves: ChessPhrases.moves(), dialogue: ChessPhrases.dialogue(), dictionary: dictionary)
  }

  /// The made-up pronunciations.
  package static let dictionary: PronunciationDictionary = {
    let text = [ChessPhrases.moves(), ChessPhrases.dialogue()].flatMap { data in
      data.phraseCounts.map(\.phrase) + data.templateGroups.flatMap { $0.templates.map(\.body) }
        + data.templateGroups.flatMap { $0.classes.flatMap(\.values) }
    }
    let words = Set(text.flatMap { $0.split(separator: " ").filter { !$0.hasPrefix("<") } })
    let lines = words.sorted().map { "\($0.lowercased()) AH" }.joined(separator: "\n")
    return PronunciationDictionary(text: lines)
  }()
}
