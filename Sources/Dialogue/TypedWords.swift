import Localization

/// Words of typed moves, and lists of what players type, in English and in their own language.
enum TypedWords {
  /// The first word of each list stands for the others.
  private static let all = [
    Message("the"), Message("to"), Message("a; an"), Message("I; my; your"), Message("one; ones"),
    Message("on; at"),
    Message("takes; take; captures; capture"), Message("castle; castles"),
    Message("short; kingside"), Message("long; queenside"),
  ]

  /// The words that stand for others, by these in lower case, with and without accents.
  static func standards(in translation: Translation) -> [String: String] {
    standards(of: all, in: translation)
  }

  /// The same for other lists. Of two lists with a word, the first one counts.
  static func standards(of lists: [Message], in translation: Translation) -> [String: String] {
    var standards: [String: String] = [:]
    for list in lists {
      let words = spellings(of: list, in: translation)
      for word in words where standards[word] == nil { standards[word] = words[0] }
    }
    return standards
  }

  /// Whether a list, with "; " between its phrases, has a text in lower case. Accents may be left
  /// out.
  static func lists(_ list: Message, _ text: String, _ translation: Translation) -> Bool {
    spellings(of: list, in: translation).contains(text)
  }

  /// A list's phrases in English and in the player's language, each with and without accents.
  static func spellings(of list: Message, in translation: Translation) -> [String] {
    phrases(of: list, in: translation).map(words)
  }

  /// The same in lower case, with their marks.
  static func phrases(of list: Message, in translation: Translation) -> [String] {
    let lists = list.description + ";" + list.text(in: translation)
    return lists.lowercased().split(separator: ";").flatMap { phrase in
      let phrase = String(phrase.trimmingPrefix(" "))
      return [phrase] + PlainLetters.spellings(of: phrase)
    }
  }

  /// A number from 1 on, in digits or, up to eight, in words; nil for other words.
  static func number(_ word: some StringProtocol, in translation: Translation) -> Int? {
    let number = SpokenRank.all.indices.first { rank in
      [SpokenRank.all[rank], SpokenRank.message(rank).text(in: translation)].contains(String(word))
    }.map { $0 + 1 }
    return (number ?? Int(word)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The words in lower case, with single spaces and without marks but "@".
  static func words(of text: some StringProtocol) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "@" }.joined(separator: " ")
  }
}
