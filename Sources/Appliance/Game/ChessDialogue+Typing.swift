import Chess
import ChessLanguage
import LanguageModel

extension ChessDialogue {
  /// Does what was typed: a move as SAN ("Nf3") or UCI ("g1f3"), or anything that can be said.
  ///
  /// It takes the same way as speech, except that there is no doubt about the words.
  public mutating func read(_ line: String) -> [Response] {
    let text = String(line.prefix(200))
    let words = SpokenText.words(in: text) { language.lexicon.pronunciations[$0] != nil }
    guard !words.isEmpty else { return [] }
    if mode == .game, text.split(whereSeparator: \.isWhitespace).count == 1 {
      do {
        // A move in notation is plain, so it need not be an answer to the question that is open.
        let move = try game.position.move(san: text.filter { !$0.isWhitespace })
        let typed = Meaning(content: .moves([move]), text: text, confidence: 1)
        question = nil
        return remember(play([move], typed))
      } catch {
        switch error.code {
        case .malformedMove: break
        case .ambiguousMove:
          return [.refused(Refusal(.ambiguous, text: text, message: error.reason, confidence: 1))]
        default:
          return [.refused(notLegal(Hypothesis(words, confidence: 1), text: text))]
        }
      }
    }
    return hear([Hypothesis(words, confidence: 1)])
  }
}
