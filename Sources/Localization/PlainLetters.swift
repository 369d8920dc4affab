/// ASCII for the letters of other languages: "e" for "é", "ss" for "ß".
package enum PlainLetters {
  private static let plain: [Unicode.Scalar: String] = {
    let letters = [
      "a": "áàâäãåą", "c": "çćč", "d": "ď", "e": "éèêëęě", "i": "íìîï", "l": "ł", "n": "ñńň",
      "o": "óòôöõøő", "r": "ř", "s": "śš", "t": "ť", "u": "úùûüůű", "y": "ýÿ", "z": "źżž",
    ]
    var plain: [Unicode.Scalar: String] = [
      "ß": "ss", "æ": "ae", "œ": "oe", "Æ": "Ae", "Œ": "Oe",
    ]
    for (letter, marked) in letters {
      for scalar in marked.unicodeScalars { plain[scalar] = letter }
      for scalar in marked.uppercased().unicodeScalars { plain[scalar] = letter.uppercased() }
    }
    return plain
  }()

  /// The letters that have a spelling in ASCII, in lower case.
  package static let marked = Set(plain.keys.map { Character($0.properties.lowercaseMapping) })

  /// The ASCII letters for a letter; nil for ASCII, and for anything that is not a letter.
  package static func letters(for scalar: Unicode.Scalar) -> String? { plain[scalar] }

  /// Spellings of a lower-case word without accents: "laufer" and "laeufer" for "läufer".
  package static func spellings(of word: String) -> [String] {
    [[:], ["ä": "ae", "ö": "oe", "ü": "ue"] as [Unicode.Scalar: String]].map { umlauts in
      word.unicodeScalars.map { umlauts[$0] ?? plain[$0] ?? String($0) }.joined()
    }
  }
}
