import ChessLanguage
import LanguageModel

/// The chess language as generated, with a made-up pronunciation for every word: for tests that
/// hear nothing.
public enum UnpronouncedLanguage {
  /// Made once; a failure to make it is every test's.
  public static let shared = Result { () throws(LanguageModelError) -> ChessLanguage in
    let (moves, dialogue) = (ChessPhrases.moves(), ChessPhrases.dialogue())
    let text = [moves, dialogue].flatMap { data in
      data.phraseCounts.map(\.phrase) + data.templateGroups.flatMap { $0.templates.map(\.body) }
        + data.templateGroups.flatMap { $0.classes.flatMap(\.values) }
    }
    let words = Set(text.flatMap { $0.split(separator: " ").filter { !$0.hasPrefix("<") } })
    let dictionary = words.sorted().map { "\($0.lowercased()) AH" }.joined(separator: "\n")
    return try ChessLanguage(
      moves: moves, dialogue: dialogue, dictionary: PronunciationDictionary(text: dictionary))
  }
}
