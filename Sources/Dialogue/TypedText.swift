import Chess

/// What people type, brought into the form in which it is read.
package enum TypedText {
  /// Longer lines are cut: nobody types them.
  static let longestLine = 1_024

  private static let figurines: [Unicode.Scalar: Character] = [
    "\u{2654}": "K", "\u{2655}": "Q", "\u{2656}": "R", "\u{2657}": "B", "\u{2658}": "N",
    "\u{2659}": "P", "\u{265A}": "K", "\u{265B}": "Q", "\u{265C}": "R", "\u{265D}": "B",
    "\u{265E}": "N", "\u{265F}": "P",
  ]

  /// The letter that a figurine stands for; nil for what is none.
  package static func letter(of scalar: Unicode.Scalar) -> Character? { figurines[scalar] }

  /// The line in ASCII, a letter for each figurine; nil if it has any other character.
  static func plain(_ line: String) -> String? {
    var plain = ""
    for scalar in line.unicodeScalars {
      if scalar.isASCII {
        plain.unicodeScalars.append(scalar)
      } else if let letter = figurines[scalar] {
        plain.append(letter)
      } else if scalar != "\u{FE0E}" {
        // That one only says that what comes before it is not an emoji.
        return nil
      }
    }
    return plain
  }

  /// The line without the number that a move has in a record, as in "2. Nf3", "2.Nf3" and "2...
  /// Nf6".
  static func withoutNumber(_ line: String) -> String {
    let trimmed = line.drop(while: \.isWhitespace)
    let rest = trimmed.drop(while: \.isNumber)
    guard rest.startIndex != trimmed.startIndex, rest.first == "." else { return line }
    return String(rest.drop { $0 == "." }.drop(while: \.isWhitespace))
  }

  /// The ways to read a move in notation: as it stands, or, in small or capital letters throughout,
  /// with the piece's letter made a capital one and all others small, and as a pawn's.
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
