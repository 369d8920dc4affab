import ApplianceCore
import Chess
import ChessLanguage
import Dialogue
import Speech

/// Hears moves: the recognizer and the policy for believing it, put together in one way for
/// everything that hears moves.
package struct MoveListener: Sendable {
  /// Understands what is said.
  package let recognizer: SpeechRecognizer
  /// When to act, to ask and to refuse.
  package let policy: DialoguePolicy

  /// A listener as configured; `model` is fitted to the expected speaker.
  ///
  /// - Throws: `SpeechError` if the model cannot be used.
  package init(_ configuration: Configuration, model: AcousticModel) throws(SpeechError) {
    recognizer = try SpeechRecognizer(model: model, configuration: configuration.decoder)
    policy = configuration.policy
  }

  /// A dialogue about `game` that follows the policy.
  package func dialogue(in language: ChessLanguage, about game: Game = Game()) -> ChessDialogue {
    ChessDialogue(language: language, game: game, policy: policy)
  }

  /// Tells the recognizer what can be said from now on; call it while nobody speaks.
  package func prepare(_ sayable: Sayable) async throws {
    try await recognizer.prepare(
      sayable.languageModel, meanings: sayable.meanings, speaker: sayable.speaker)
  }

  /// Tells the recognizer what can be said in a dialogue now; call it while nobody speaks.
  package func prepare(for dialogue: ChessDialogue) async throws {
    try await prepare(dialogue.sayable)
  }
}

extension ChessDialogue {
  /// What can be said and typed now. Takes some milliseconds.
  var sayable: Sayable {
    Sayable(languageModel: languageModel, meanings: meanings, completions: completions)
  }

  /// Does what was heard, or says why not.
  package mutating func hear(_ heard: Heard) -> [Response] { hear(heard.meanings) }
}

extension Configuration {
  /// The decoder's settings: it listens as long as a recording may last, and lets the appliance end
  /// it.
  package var decoder: DecoderConfiguration {
    var decoder = DecoderConfiguration()
    decoder.utteranceLimit = (recording.maximum + recording.tail + .seconds(5)) / .seconds(1)
    return decoder
  }

  /// When to act, to ask and to refuse.
  package var policy: DialoguePolicy {
    var policy = DialoguePolicy(caution: recognition.caution)
    policy.confirms = confirm
    return policy
  }
}
