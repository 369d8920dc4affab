import Chess
import ChessLanguage
import Localization

/// Typed answers to the open question.
extension ChessDialogue {
  /// The answer for a letter or a number.
  func answer(_ text: String) -> Answer? {
    let answer = text.lowercased().filter { !$0.isWhitespace && $0 != "." }
    switch answer {
    case "y", Message("y").text(in: translation): return .yes
    case "n", Message("n").text(in: translation): return .no
    default:
      guard let question else { return nil }
      guard let number = Int(answer), number > 0 else {
        return number(text, of: question.subject.moves).map { .choice($0 - 1) }
          ?? promotion(answer)
      }
      if case .choice = question.subject { return .choice(number - 1) }
      return [1: .yes, 2: .no][number]
    }
  }

  /// Takes an answer that repeats the command of the open question, "no draw" or "yes, I resign";
  /// nil for other words.
  mutating func readAnsweredCommand(_ text: String) -> [Response]? {
    let parts = text.split(maxSplits: 1) { " ,".contains($0) }.map(String.init)
    // "I resign" is no answer about the other side.
    guard parts.count == 2, isAskedAlready(parts[1]),
      resigning(question?.text ?? "") != player.opponent,
      case .answer(let answer) = bound.interpret(words(in: parts[0]))
    else { return nil }
    return take(answer, Meaning(.answer(answer), text: text))
  }

  /// The number of "the last one" among the choices, of "bd2" if one begins on the b-file, and of
  /// "the other one" among two.
  private func number(_ text: String, of moves: [Move]) -> Int? {
    guard case .choice? = question?.subject, let last = moves.last else { return nil }
    let words = TypedWords.words(of: text)
    if ["last one", "the last one", "the latter"].contains(words) { return moves.count }
    // "bd2" is the b-file's, not a bishop's.
    let fitting = moves.indices.filter { text == moves[$0].from.fileName + moves[$0].to.name }
    if fitting.count == 1, let index = fitting.first { return index + 1 }
    let kind = game.position.piece(at: last.from)?.kind
    return moves.count == 2 && namesOther(text, kind) ? 2 : nil
  }

  /// The promotion that a piece's letter chooses, "q" or "=q"; nil if there is not just one.
  private func promotion(_ text: String) -> Answer? {
    let letter = text.drop { $0 == "=" }
    guard letter.count == 1, let kind = letter.first.flatMap(letters.letter),
      case .choice(let moves)? = question?.subject
    else { return nil }
    let fitting = moves.indices.filter { moves[$0].promotion?.letter == kind }
    return fitting.count == 1 ? fitting.first.map { .choice($0) } : nil
  }

  /// Chooses among the moves of the open question, "the b knight", "queenside", "a queen"; nil for
  /// other words, and for those that have another meaning.
  mutating func readChoice(_ text: String, _ words: [String]) -> [Response]? {
    guard case .choice(let offered)? = question?.subject, !bound.interpret(words).isPossible,
      moves(in: text, words)?.isEmpty != false
    else { return nil }
    let moves = chosen(among: offered, text, in: game.position)
    return moves.isEmpty ? nil : play(moves, Meaning(.moves(moves), text: text))
  }

  /// The moves that words choose among others, "the b knight" or "a queen".
  func chosen(among offered: [Move], _ text: String, in position: Position) -> [Move] {
    let answer = freeMove(
      text, isAnswer: true, promotes: offered.allSatisfy { $0.promotion != nil })
    return [answer, answer?.fromItsSquare].lazy
      .map { $0?.moves(among: offered, in: position) ?? [] }
      .first { !$0.isEmpty } ?? []
  }
}
