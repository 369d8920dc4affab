import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Why a move is illegal, in brackets if there is a short reason.
  func illegality(of move: SpokenMove?, _ said: String) -> Message {
    let sentence = TypedText.withoutMarks(said)
    let illegality = Illegality(position: game.position, last: game.moves.last)
    let reason: Message? =
      if isCastling(words(in: said), sentence) {
        illegality.castling(nil)
      } else if let move {
        illegality.reason(against: move)
      } else {
        illegality.check()
      }
    guard let reason else { return Message("That is not legal here: \(quoted(sentence)).") }
    // The period of "Nd5." is left out, but that of "e.p." belongs to it.
    let text = quoted(said.hasSuffix("p.") ? said : sentence)
    return Message("That is not legal here: \(text) (\(reason)).")
  }

  /// A move as it was said or typed; the voice reads notation in words.
  private func quoted(_ text: String) -> Message {
    TypedText.isNotation(text, letters: letters) ? .notation(letters.san(text)) : .verbatim(text)
  }
}
