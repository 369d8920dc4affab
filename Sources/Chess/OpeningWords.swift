import Localization

/// How opening names are compared.
enum OpeningWords {
  /// Words that can be left out at the end of a name.
  private static let genericWords: Set<String> = Set(
    [
      "variation", "defense", "opening", "gambit", "attack", "system", "game", "line", "formation",
      "countergambit", "counterattack",
    ].flatMap { words(of: $0) })

  /// Other traditions' names for openings in the table, normalized.
  private static let synonyms: [String: String] = Dictionary(
    uniqueKeysWithValues: [
      ("Spanish", "Ruy Lopez"), ("Spanish Game", "Ruy Lopez"), ("Spanish Opening", "Ruy Lopez"),
      ("Petroff", "Petrov's Defense"), ("Petroff Defense", "Petrov's Defense"),
      ("Petrov", "Petrov's Defense"), ("Russian", "Petrov's Defense"),
      ("Russian Game", "Petrov's Defense"), ("Russian Defense", "Petrov's Defense"),
      ("Scotch Gambit", "Scotch Game: Scotch Gambit"),
      ("Center Counter", "Scandinavian Defense"),
      ("Center Counter Defense", "Scandinavian Defense"),
      ("Sokolsky", "Polish Opening"), ("Orangutan", "Polish Opening"),
    ].map { (joined($0), $1) })

  /// "French Defense: Winawer Variation, Advance Variation" as its three parts.
  static func parts(of name: String) -> [String] {
    let parts = name.utf8.split { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") }.map { part in
      String(Substring(part.drop { $0 == UInt8(ascii: " ") }))
    }
    return parts.isEmpty ? [name] : parts
  }

  /// The words in lower case, without accents and spelling variants.
  static func words(of name: some StringProtocol) -> [String] {
    var words: [String] = []
    var letters: [UInt8] = []
    func endWord() {
      guard !letters.isEmpty else { return }
      switch String(decoding: letters, as: UTF8.self) {
      case "defence": words.append("defense")
      case "centre": words.append("center")
      case "the" where words.isEmpty: break
      case let word: words.append(word)
      }
      letters.removeAll(keepingCapacity: true)
    }
    for scalar in name.unicodeScalars {
      switch scalar {
      case " ", "-", ":", ",", "(": endWord()
      default:
        guard let letter = folded(scalar), letter != letters.last else { continue }
        // On keyboards without umlauts, people type "ae", "oe" and "ue".
        if letter == UInt8(ascii: "e"), let last = letters.last, "aou".utf8.contains(last) {
          continue
        }
        letters.append(letter)
      }
    }
    endWord()
    return words
  }

  static func joined(_ name: String) -> String { words(of: name).joined() }

  /// The name without generic words at its end; all of it if there is nothing else.
  static func joinedWithoutGenericEnd(_ name: String) -> String {
    withoutGenericEnd(words(of: name)).joined()
  }

  static func withoutGenericEnd(_ words: [String]) -> [String] {
    var words = words
    while words.count > 1, let last = words.last, genericWords.contains(last) { words.removeLast() }
    return words
  }

  static func isGeneric(_ word: String) -> Bool { genericWords.contains(word) }

  static func synonym(of name: String) -> String? { synonyms[joined(name)] }

  /// The plain letter or digit for a character; nil for a dropped character.
  private static func folded(_ scalar: Unicode.Scalar) -> UInt8? {
    let plain = scalar.isASCII ? scalar : PlainLetters.letters(for: scalar)?.unicodeScalars.first
    guard let letter = plain else { return nil }
    switch letter {
    case "w", "W": return UInt8(ascii: "v")
    case "a"..."z", "0"..."9": return UInt8(truncatingIfNeeded: letter.value)
    case "A"..."Z": return UInt8(truncatingIfNeeded: letter.value | 32)
    default: return nil
    }
  }
}
