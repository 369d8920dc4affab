import Chess
import ChessLanguage
import DialogueTestSupport
import Localization

@testable import Dialogue

/// A dialogue with the whole vocabulary, from a position or from the beginning.
func dialogue(_ fen: String? = nil, opponent: Opponent? = nil) throws -> ChessDialogue {
  let game = try fen.map { Game(start: try Position(fen: $0)) } ?? Game()
  return ChessDialogue(
    language: try UnpronouncedLanguage.shared.get(), game: game, opponent: opponent)
}

/// A phrase as the recognizer reports it.
func heard(_ text: String, _ confidence: Double = 0.9) -> HeardPhrase {
  HeardPhrase(text.split(separator: " ").map(String.init), confidence: confidence)
}

/// The refusal if it is the only response; otherwise nil.
func refused(_ responses: [Response]) -> Refusal? {
  guard case .refused(let refusal) = responses.first, responses.count == 1 else { return nil }
  return refusal
}

/// Two knights that reach d2.
let twoKnights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 12"
/// White mates on e8, or gives check there with an underpromotion.
let mateInOne = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 30"

/// A dialogue in the words of a language's pack.
func packDialogue(
  _ locale: String, _ fen: String? = nil, opponent: Opponent? = nil
) throws -> ChessDialogue {
  ChessDialogue(
    language: try UnpronouncedLanguage.pack(locale),
    game: try fen.map { Game(start: try Position(fen: $0)) } ?? Game(), opponent: opponent,
    translation: try UnpronouncedLanguage.translation(locale))
}
