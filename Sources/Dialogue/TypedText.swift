import Chess
import Localization

/// Normalizes typed text for reading.
package enum TypedText {
  /// The longest line, in bytes, except one of a pasted game.
  static let longestLine = 1_024

  /// The figurines that begin at U+2654: white's, then black's, each from the king to the pawn.
  private static let figurines = Array("♔♕♖♗♘♙♚♛♜♝♞♟".unicodeScalars)
  private static let kinds: [PieceKind] = [.king, .queen, .rook, .bishop, .knight, .pawn]

  /// The letter for a figurine; nil for any other character.
  package static func letter(of scalar: Unicode.Scalar) -> Character? {
    figurines.firstIndex(of: scalar).map { kinds[$0 % kinds.count].letter }
  }

  static func figurine(of piece: Piece) -> Character {
    let index = kinds.firstIndex(of: piece.kind) ?? 0
    return Character(figurines[piece.color == .white ? index : index + kinds.count])
  }

  /// Marks that phones and computers write by themselves, and ASCII's for them.
  private static let marks: [Unicode.Scalar: String] = [
    "\u{2018}": "'", "\u{2019}": "'", "\u{201C}": "\"", "\u{201D}": "\"", "\u{2013}": "-",
    "\u{2014}": "-", "\u{2026}": "...", "\u{A0}": " ", "\u{202F}": " ", "\u{BF}": "", "\u{A1}": "",
    "\u{FEFF}": "",
  ]

  /// The text with a letter for each figurine.
  static func withoutFigurines(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          letter(of: scalar)?.unicodeScalars.first ?? scalar
        }))
  }

  /// The line in ASCII and `known` characters, with a letter for each figurine and ASCII's marks;
  /// nil if it has any other character. Letters and their accents are written as in `known`.
  static func plain(_ line: String, known: Set<Character> = []) -> String? {
    var plain = ""
    for character in line {
      let small = Character(character.lowercased())
      if let index = known.firstIndex(of: small) {
        plain += character == small ? String(known[index]) : known[index].uppercased()
        continue
      }
      for scalar in character.unicodeScalars {
        if scalar.isASCII {
          plain.unicodeScalars.append(scalar)
        } else if let letter = letter(of: scalar) {
          plain.append(letter)
        } else if let mark = marks[scalar] {
          plain += mark
        } else if scalar != "\u{FE0E}" {
          // U+FE0E only marks the previous character as text rather than an emoji.
          return nil
        }
      }
    }
    return plain
  }

  /// The line without a record's move number, as in "2. Nf3", "2.Nf3", "2... Nf6" and "2 Nf3".
  package static func withoutNumber(_ line: String) -> String {
    let trimmed = line.drop(while: \.isWhitespace)
    let rest = trimmed.drop(while: \.isNumber)
    let move = rest.drop { $0 == "." }.drop(while: \.isWhitespace)
    guard rest.startIndex != trimmed.startIndex,
      rest.first == "." || (rest.first?.isWhitespace == true && isNotation(String(move)))
    else { return line }
    return String(move)
  }

  /// The text without the marks after it.
  static func withoutMarks(_ text: some StringProtocol) -> String {
    var text = String(text)
    while let last = text.last, ".,;!?".contains(last) { text.removeLast() }
    return text
  }

  /// Words that may follow a move in notation, in lower case and without marks.
  private static let endings: [Substring] = [
    "", "e.p", "ep", "(e.p.)", "en", "passant", "check", "mate", "checkmate", "+", "++", "#",
  ]

  /// The word that may be a move in notation, without a stop or comma after it and without
  /// endings, SAN's and English ones or `more`; nil for several words.
  static func notation(_ text: String, before more: [Substring] = []) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    let isRest = words.dropFirst().allSatisfy { word in
      (endings + more).contains(withoutMarks(word).lowercased()[...])
    }
    guard isRest, var word = words.first else { return nil }
    while let last = word.last, ".,;".contains(last), !word.hasSuffix("p.") { word.removeLast() }
    return String(word)
  }

  /// Whether a text is a move in SAN or UCI, legal or not.
  package static func isNotation(_ text: String, letters: PieceLetters = .english) -> Bool {
    guard let text = plain(text), !text.isEmpty, !text.contains(where: \.isWhitespace) else {
      return false
    }
    return readings(of: text, letters: letters).contains { MovePattern(san: $0) != nil }
  }

  /// The ways to read a move in notation: as written, if that is SAN in mixed case; otherwise in
  /// lower case, and with a piece's letter capitalized.
  ///
  /// - Parameter letters: The piece letters; SAN's count too where they have no other meaning.
  static func readings(of notation: String, letters: PieceLetters = .english) -> [String] {
    let san = letters.san(notation)
    if notation.contains(where: \.isUppercase), notation.contains(where: \.isLowercase),
      MovePattern(san: san) != nil
    {
      return [san]
    }
    let small = notation.lowercased()
    if Move(uci: small) != nil { return [small] }
    let promoting = promotion(in: small, letters)
    guard let first = small.first, let piece = letters.letter(first), piece != "P" else {
      return [promoting]
    }
    return [promoting, String(piece) + small.dropFirst()]
  }

  /// A pawn's move in lower case with SAN's letter for the new piece, "e8d" as "e8q".
  private static func promotion(in small: String, _ letters: PieceLetters) -> String {
    guard let last = small.last, let piece = letters.letter(last),
      let before = small.dropLast().last, before == "=" || before.isNumber
    else { return small }
    return small.dropLast() + piece.lowercased()
  }
}
