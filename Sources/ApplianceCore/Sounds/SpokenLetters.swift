import Chess
import Localization

/// How a voice says the letters of files.
package enum SpokenLetters: Sendable, Hashable {
  /// As letters.
  case plain
  /// As letters; those that espeak-ng's voice would mistake for a word, by their sounds.
  case sounds(ofVoice: String)
  /// As words that are hard to confuse: alpha, bravo, …, or the language's own.
  case words

  /// The words for a file, 0…7 for a…h.
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

  /// espeak-ng's phonemes for letters that are also words: it says "a" as in "a move", and in other
  /// languages without stress.
  private static let sounds: [String: [String: String]] = [
    "en": ["a": "'eI"], "es": ["a": "'a", "e": "'e"], "fr": ["a": "'a"],
    "it": ["a": "'a:", "e": "'e:"],
    // Next to the "t" of "paard" it would become one.
    "nl": ["d": "_!d'e:"],
  ]

  private static let names = [
    Message("alpha"), Message("bravo"), Message("charlie"), Message("delta"), Message("echo"),
    Message("foxtrot"), Message("golf"), Message("hotel"),
  ]
}
