import Chess
import ChessLanguage
import Localization

/// Typed moves and answers in free words, where no phrase means anything.
extension ChessDialogue {
  /// Plays a typed move in free words; nil for other words.
  ///
  /// - Parameter isExplained: Whether somebody else tells why an illegal move is refused.
  mutating func readFreely(_ text: String, isExplained: Bool) -> [Response]? {
    let position = game.position
    guard let typed = freeMove(text) else { return nil }
    let moves = typed.moves(among: position.legalMoves, in: position)
    guard moves.isEmpty else { return play(moves, Meaning(.moves(moves), text: text)) }
    guard !isExplained else { return nil }
    // "Take e5" names no piece whose moves could be explained.
    let isKnown =
      typed.move.piece != nil || typed.move.castling != nil || typed.move.fromFile != nil
    return [.refused(notLegal(isKnown ? typed.move : nil, text: text, confidence: 1))]
  }

  /// Takes the piece that has just moved, "recapture"; nil for other words, and if nothing can.
  mutating func readRecapture(_ text: String) -> [Response]? {
    let phrases = Message("recapture; I recapture; take it; I take it")
    guard question == nil, let last = game.moves.last,
      TypedWords.lists(phrases, TypedWords.words(of: text), translation)
    else { return nil }
    let moves = game.position.legalMoves.filter { $0.to == last.to }
    return moves.isEmpty ? nil : play(moves, Meaning(.moves(moves), text: text))
  }

  /// The legal moves for free words, also for only a side of castling; empty for other words.
  func freeMoves(_ text: String) -> [Move] {
    let answer =
      freeMove(text)
      ?? freeMove(text, isAnswer: true).flatMap {
        $0.move.castling == nil ? nil : $0
      }
    return answer?.moves(among: game.position.legalMoves, in: game.position) ?? []
  }

  func freeMove(
    _ text: String, isAnswer: Bool = false, promotes: Bool = false
  ) -> TypedMove? {
    TypedMove(
      text, letters: letters, translation: translation, isAnswer: isAnswer, promotes: promotes)
  }

  /// Reads a line without "please" and such at its ends; nil if there is none, or if the rest means
  /// nothing.
  mutating func readCourtesy(_ text: String) -> [Response]? {
    let whole = TypedText.withoutMarks(text)
    let rest = withoutCourtesy(whole)
    guard rest != whole, !rest.isEmpty else { return nil }
    var copy = self
    let responses = copy.read(plain: rest, canBePasted: false, canBeCourteous: false)
    if case .refused(let refusal)? = responses.first, refusal.reason == .notUnderstood,
      refusal.message != Self.stillOpen
    {
      return nil
    }
    self = copy
    return responses
  }

  func withoutCourtesy(_ text: String) -> String {
    let courtesies = TypedWords.phrases(of: Message("please; now"), in: translation)
    let openings =
      courtesies
      + TypedWords.phrases(
        of: Message(
          "play; I play; I'll play; I will play; I move; my move is; I want to; I would like to; I'd like to; let us; let's go; let's; ok; okay; um; uh; well; so; then; and"
        ), in: translation)
    var (rest, before) = (text, "")
    // "Play again" has a meaning of its own.
    while rest != before, TypedPhrases.meaning(of: rest, by: player, in: translation) == nil {
      before = rest
      for ending in courtesies where rest.lowercased().hasSuffix(" " + ending) {
        rest = TypedText.withoutMarks(rest.dropLast(ending.count + 1))
      }
      let small = rest.lowercased() + " "
      let opening = openings.first { small.hasPrefix($0 + " ") || small.hasPrefix($0 + ",") }
      rest = String(rest.dropFirst(opening?.count ?? 0).drop { $0 == " " || $0 == "," })
    }
    return rest
  }

  /// The moves that correct another one by its difference: "the other knight", "the other side" for
  /// castling, "to c4" for the same piece; empty if there is no other, and nil for other words.
  func others(_ text: String, than wrong: Correctable?) -> [Move]? {
    guard let wrong, let piece = wrong.position.piece(at: wrong.move.from) else { return nil }
    let legal = wrong.position.legalMoves
    let tokens = TypedMove.tokens(of: text, in: translation).map { $0.lowercased() }
    if tokens.count == 2, TypedWords.standards(in: translation)[tokens[0]] == "to",
      let square = Square(tokens[1])
    {
      let moves = legal.filter { $0.from == wrong.move.from && $0.to == square }
      return moves.isEmpty ? nil : moves
    }
    guard namesOther(text, piece.kind) else { return nil }
    if let side = wrong.position.castlingSide(of: wrong.move) {
      let moves = legal.filter { ![nil, side].contains(wrong.position.castlingSide(of: $0)) }
      return moves.isEmpty ? nil : moves
    }
    let moves = wrong.similar.filter {
      $0.from != wrong.move.from && $0.promotion == wrong.move.promotion
    }
    // "The other one" may be another capture.
    return moves.isEmpty && !tokens.contains { PieceKind.named(in: translation)[$0] != nil }
      ? nil : moves
  }

  /// Whether words are "the other", alone or with a piece.
  func namesOther(_ text: String, _ kind: PieceKind?) -> Bool {
    let tokens = TypedMove.tokens(of: text, in: translation).map { $0.lowercased() }
    let others = TypedWords.spellings(of: Message("other"), in: translation)
    let fillers = TypedWords.spellings(
      of: Message("the; one; side; way; castle; on"), in: translation)
    let kinds = PieceKind.named(in: translation)
    return tokens.contains(where: others.contains)
      && tokens.allSatisfy {
        others.contains($0) || fillers.contains($0) || kinds[$0].map { $0 == kind } == true
      }
  }
}
