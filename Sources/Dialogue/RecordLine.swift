import Chess
import Localization

/// A typed line that may be several moves of a record, such as "2. Nf3 Nc6 3. Bb5".
struct RecordLine {
  /// How many words are moves in notation, and whether all are.
  private(set) var moves = 0
  private(set) var isAllMoves = true
  /// The half-move with which it begins, by its first number; 2 is White's first, nil without a
  /// number.
  private(set) var first: Int?

  /// Nil for a line that does not begin with a number or a move.
  init?(_ line: String, _ letters: PieceLetters) {
    for word in line.split(whereSeparator: \.isWhitespace).map(String.init) {
      let rest = TypedText.withoutNumber(word.hasSuffix(",") ? String(word.dropLast()) : word)
      let digits = word.prefix(word.count - rest.count).prefix(while: \.isNumber)
      if first == nil, digits.count < 5, let number = Int(digits) {
        let isBlack = word.dropFirst(digits.count).hasPrefix("..")
        first = 2 * number + (isBlack ? 1 : 0) - moves
      }
      let isMove = TypedText.isNotation(rest, letters: letters)
      if isMove { moves += 1 }
      isAllMoves = isAllMoves && (isMove || rest.allSatisfy(\.isNumber))
      if first == nil, moves == 0 { return nil }
    }
  }

  /// Whether its first move is the game's next one, by the number. Before a legal move of Black's,
  /// "2." will do for "2...".
  func continues(_ game: Game, isLegal: Bool = false) -> Bool {
    let position = game.position
    let whites = 2 * position.fullmoveNumber
    guard position.sideToMove == .black else { return first == whites }
    return first == whites + 1 || (isLegal && first == whites)
  }
}
