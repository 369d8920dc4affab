/// A language's piece letters, such as German's "S" for the knight.
public struct PieceLetters: Sendable, Hashable {
  /// SAN's letters: K, Q, R, B, N and P.
  public static let english = PieceLetters()

  /// The keys of their translations, which are single letters.
  static let keys = [
    Message("K"), Message("Q"), Message("R"), Message("B"), Message("N"), Message("P"),
  ].map(\.description)

  /// A language's letters by SAN's, where they differ.
  private var written: [Character: Character] = [:]
  private var read: [Character: Character] = [:]

  private init() {}

  /// The letters in a catalogue, and SAN's for those that it lacks.
  ///
  /// Nil unless they are different capitals, none of them the "O" of SAN's castling.
  init?(_ texts: [String: String]) {
    var used: Set<Character> = ["O"]
    for key in Self.keys {
      guard let letter = key.first, case let text = texts[key] ?? key, let own = text.first,
        text.count == 1, own.isUppercase, used.insert(own).inserted
      else { return nil }
      written[letter] = own
      // SAN has no letter for a pawn: in German, "B" is the pawn in a drawing, and the bishop when
      // typed.
      if letter != "P" { read[own] = letter }
    }
  }

  /// Moves in SAN with this language's letters: "Nf3" is "Sf3" in German.
  func written(_ san: String) -> String { String(san.map { written[$0] ?? $0 }) }

  /// A rank of a drawn board, Black's pieces in lower case, with this language's letters.
  func drawn(_ rank: String) -> String {
    String(
      rank.flatMap { character -> String in
        if let own = written[character] { return String(own) }
        let large = Character(character.uppercased())
        return written[large].map { String($0).lowercased() } ?? String(character)
      })
  }

  /// SAN for a move typed with this language's letters; other capitals stay.
  ///
  /// If both have a letter, it means this language's piece: "R" is the king in Spanish, never a
  /// rook.
  public func san(_ typed: String) -> String { String(typed.map { read[$0] ?? $0 }) }

  /// SAN's letter for one of this language's, in either case; nil if it stands for no piece.
  public func letter(_ typed: Character) -> Character? {
    let large = Character(typed.uppercased())
    return read[large] ?? (Self.english.isLetter(large) ? large : nil)
  }

  private func isLetter(_ character: Character) -> Bool {
    Self.keys.contains(String(character))
  }
}
