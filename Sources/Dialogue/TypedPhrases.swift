import ChessLanguage
import Localization

/// Phrases that players type and that nobody needs to be able to say, in English and in their own
/// language.
enum TypedPhrases {
  /// Each message lists phrases in lower case, with "; " between them.
  private static let all: [(phrases: Message, meaning: Interpretation)] = [
    (
      Message("am I in check; is it check; is it mate; is it checkmate; who is in check"),
      .command(.ask(.check))
    ),
    (Message("ok; okay; yep; yup; sure; correct; right; exactly"), .answer(.yes)),
    (Message("nope; nah; not really; wrong"), .answer(.no)),
    (
      Message("last move; the last move; what was the last move; what was played"),
      .command(.last)
    ),
    (Message("who is to move; whose turn; who moves; who plays"), .command(.status)),
  ]

  /// A typed text's meaning; nil if it has none. Accents, marks and capitals may be left out.
  static func meaning(of text: String, in translation: Translation) -> Interpretation? {
    let plain = words(of: text)
    guard !plain.isEmpty else { return nil }
    return all.first { entry in
      [entry.phrases.description, entry.phrases.text(in: translation)].contains { list in
        list.split(separator: ";").contains { phrase in
          let phrase = words(of: phrase)
          return phrase == plain || PlainLetters.spellings(of: phrase).contains(plain)
        }
      }
    }?.meaning
  }

  /// The words in lower case, with single spaces and without marks.
  private static func words(of text: some StringProtocol) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }
}
