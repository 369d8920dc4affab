import Chess
import Localization

/// How the letters of files are said by a voice.
package enum SpokenLetters: Sendable, Hashable {
  /// As letters.
  case plain
  /// As letters; those that espeak-ng's voice would take for a word, by their sounds.
  case sounds(ofVoice: String)
  /// By words that are not confused: alpha, bravo, …, or those of the language.
  case words

  /// What is said for a file, 0…7 for a…h.
  func message(_ file: Int) -> Message {
    let letter = Square(file: file & 7, rank: 0)?.fileName ?? ""
    switch self {
    case .plain: return .verbatim(letter.uppercased())
    case .sounds(let voice):
      let language = String(voice.prefix { $0 != "-" && $0 != "_" })
      return .verbatim(Self.sounds[language]?[letter].map { "[[\($0)]]" } ?? letter.uppercased())
    case .words: return Self.names[file & 7]
    }
  }

  /// espeak-ng's phonemes of letters that are words as well: it says "a" as in "a move", and in
  /// other languages without stress.
  private static let sounds: [String: [String: String]] = [
    "en": ["a": "'eI"], "es": ["a": "'a", "e": "'e"], "fr": ["a": "'a"],
    "it": ["a": "'a:", "e": "'e:"],
    // Beside the "t" of "paard" it would become one.
    "nl": ["d": "_!d'e:"],
  ]

  private static let names = [
    Message("alpha"), Message("bravo"), Message("charlie"), Message("delta"), Message("echo"),
    Message("foxtrot"), Message("golf"), Message("hotel"),
  ]
}
