import Chess

/// Brings typed text into a form that can be read.
package enum TypedText {
  /// Longer lines are cut: nobody types them.
  static let longestLine = 1_024

  private static let figurines: [Unicode.Scalar: Character] = [
    "\u{2654}": "K", "\u{2655}": "Q", "\u{2656}": "R", "\u{2657}": "B", "\u{2658}": "N",
    "\u{2659}": "P", "\u{265A}": "K", "\u{265B}": "Q", "\u{265C}": "R", "\u{265D}": "B",
    "\u{265E}": "N", "\u{265F}": "P",
  ]

  /// The letter for a figurine; nil for any other character.
  package static func letter(of scalar: Unicode.Scalar) -> Character? { figurines[scalar] }

  /// The line in ASCII, with a letter for each figurine; nil if it has any other character.
  static func plain(_ line: String) -> String? {
    var plain = ""
    for scalar in line.unicodeScalars {
      if scalar.isASCII {
        plain.unicodeScalars.append(scalar)
      } else if let letter = figurines[scalar] {
        plain.append(letter)
      } else if scalar != "\u{FE0E}" {
        // U+FE0E only says that the character before it is not an emoji.
        return nil
      }
    }
    return plain
  }

  /// The line without a record's move number, as in "2. Nf3", "2.Nf3" and "2... Nf6".
  static func withoutNumber(_ line: String) -> String {
    let trimmed = line.drop(while: \.isWhitespace)
    let rest = trimmed.drop(while: \.isNumber)
    guard rest.startIndex != trimmed.startIndex, rest.first == "." else { return line }
    return String(rest.drop { $0 == "." }.drop(while: \.isWhitespace))
  }

  /// Whether a text is a move in SAN or UCI, in whatever position it may be legal.
  package static func isNotation(_ text: String) -> Bool {
    guard let text = plain(text), !text.isEmpty, !text.contains(where: \.isWhitespace) else {
      return false
    }
    return readings(of: text).contains { (try? Position.start.moves(san: $0)) != nil }
  }

  /// The ways to read a move in notation: as written, if that is SAN in mixed case; otherwise in
  /// lower case, and with a piece's letter capitalized.
  static func readings(of notation: String) -> [String] {
    let letters = notation.filter(\.isLetter)
    let small = notation.lowercased()
    if letters.contains(where: \.isUppercase), letters.contains(where: \.isLowercase),
      (try? Position.start.moves(san: notation)) != nil
    {
      return [notation]
    }
    if Move(uci: small) != nil { return [small] }
    let piece = small.prefix(1).uppercased() + small.dropFirst()
    return "nbrqk".contains(small.prefix(1)) ? [small, piece] : [small]
  }
}
