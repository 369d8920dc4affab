import Chess
import ChessLanguage
import LanguageModel

/// The landing page of `ChessLanguage`: the meaning of words, and other phrases for it.
func understanding(_ dictionary: PronunciationDictionary) throws -> [String] {
  let language = try ChessLanguage(
    moves: ChessPhrases.moves(), dialogue: ChessPhrases.dialogue(), dictionary: dictionary)
  let bound = language.bound(to: .position(.start))
  switch bound.interpret(["knight", "to", "f", "three"]) {
  case .moves(let moves): return moves.flatMap { [$0.uci] + bound.phrases(for: $0, limit: 3) }
  default: return []
  }
}
