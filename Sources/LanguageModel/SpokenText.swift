/// Turns written text into spoken words: "Knight takes f3!" into knight, takes, f, three.
///
/// Lower case; numbers and ordinals in words; no punctuation. Keeps hyphens, periods and
/// apostrophes only in words that the dictionary has ("x-ray", "mr.", "king's"); otherwise they
/// split the word or disappear.
public enum SpokenText {
  /// The words of a text.
  ///
  /// - Parameters:
  ///   - text: Any text; spaces separate words.
  ///   - isKnown: Whether the dictionary has a word, in lower case; decides about hyphens, periods
  ///     and apostrophes.
  public static func words(
    in text: String, isKnown: (String) -> Bool = { _ in false }
  ) -> [String] {
    text.split(whereSeparator: \.isWhitespace).flatMap { words(ofToken: $0, isKnown: isKnown) }
  }

  /// Every word that ``words(in:isKnown:)`` may ask about or return for a text, so that a
  /// dictionary needs only one reading.
  static func candidates(in text: String) -> Set<String> {
    var asked: Set<String> = []
    let given = words(in: text) { word in
      asked.insert(word)
      return false
    }
    return asked.union(given)
  }

  private static func words(
    ofToken token: Substring, isKnown: (String) -> Bool
  ) -> [String] {
    // Editors turn "'" into typographic apostrophes.
    let plain = token.lowercased().map { $0 == "’" || $0 == "‘" ? "'" : $0 }
    let unquoted = trimming(plain) { outerPunctuation.contains($0) }
    let bare = trimming(unquoted) { outerPunctuation.contains($0) || innerPunctuation.contains($0) }
    for candidate in [unquoted, bare] where !candidate.isEmpty && isKnown(String(candidate)) {
      return [String(candidate)]
    }
    return split(bare)
  }

  private static let outerPunctuation: Set<Character> = [
    ",", ";", ":", "!", "?", "\"", "(", ")", "[", "]", "{", "}", "…", "“", "”", "„", "«", "»", "*",
    "—", "–",
  ]
  private static let innerPunctuation: Set<Character> = [".", "'", "-", "/", "_", "‐", "‑"]
  private static let punctuation = innerPunctuation.union(outerPunctuation)
  private static let symbols: [Character: String] = [
    "+": "plus", "=": "equals", "&": "and", "%": "percent", "@": "at",
  ]

  private static func trimming(
    _ characters: [Character], _ isDropped: (Character) -> Bool
  ) -> [Character] {
    guard let first = characters.firstIndex(where: { !isDropped($0) }),
      let last = characters.lastIndex(where: { !isDropped($0) })
    else { return [] }
    return Array(characters[first...last])
  }

  /// Splits between letters and digits, and at all other characters.
  private static func split(_ token: [Character]) -> [String] {
    var words: [String] = []
    var letters = ""
    var index = 0
    func endOfRun(_ isMember: (Character) -> Bool) -> Int {
      token[index...].firstIndex { !isMember($0) } ?? token.count
    }
    func finish() {
      let word = String(trimming(Array(letters)) { innerPunctuation.contains($0) })
      if !word.isEmpty { words.append(word) }
      letters = ""
    }
    while index < token.count {
      let character = token[index]
      if character.isASCIIDigit {
        finish()
        let end = endOfRun(\.isASCIIDigit)
        let digits = String(token[index..<end])
        index = end
        let suffix = String(token[index..<endOfRun(\.isLetter)])
        if ["st", "nd", "rd", "th"].contains(suffix) {
          words += NumberWords.ordinal(digits)
          index += suffix.count
        } else {
          words += NumberWords.cardinal(digits)
        }
      } else if let symbol = symbols[character] {
        finish()
        words.append(symbol)
        index += 1
      } else if character == "'" || !punctuation.contains(character) {
        letters.append(character)
        index += 1
      } else {
        finish()
        index += 1
      }
    }
    finish()
    return words
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { "0" <= self && self <= "9" }
}
