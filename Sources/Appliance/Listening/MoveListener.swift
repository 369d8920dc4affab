import ApplianceCore
import Chess
import ChessLanguage
import Dialogue
import Speech

/// Recognizes moves: the recognizer and the confidence policy, combined in one way for all commands
/// that hear moves.
package struct MoveListener: Sendable {
  /// The recognizer.
  package let recognizer: SpeechRecognizer
  private let configuration: Configuration

  /// A listener as configured; `model` is adapted to the expected speaker.
  ///
  /// - Throws: `SpeechError` if the model cannot be used.
  package init(_ configuration: Configuration, model: AcousticModel) throws(SpeechError) {
    recognizer = try SpeechRecognizer(model: model, configuration: configuration.decoder)
    self.configuration = configuration
  }

  /// A dialogue about `game` as configured.
  package func dialogue(in language: ChessLanguage, about game: Game = Game()) -> ChessDialogue {
    configuration.dialogue(in: language, about: game)
  }

  /// Prepares the recognizer for the next phrases; call it before the next recognition begins.
  package func prepare(_ sayable: Sayable) async throws {
    try await recognizer.prepare(
      sayable.languageModel, meanings: sayable.meanings, speaker: sayable.speaker)
  }

  /// Prepares the recognizer for a dialogue's phrases; call it before the next recognition begins.
  package func prepare(for dialogue: ChessDialogue) async throws {
    try await prepare(dialogue.sayable)
  }
}

extension ChessDialogue {
  /// The phrases and completions now. Takes some milliseconds.
  var sayable: Sayable {
    Sayable(languageModel: languageModel, meanings: meanings, completions: completions)
  }

  /// Responds to what was heard.
  package mutating func hear(_ heard: Heard) -> [Response] { hear(heard.meanings) }
}

extension Configuration {
  /// The decoder's settings: it accepts recordings of the maximum length, and the appliance ends
  /// them.
  package var decoder: DecoderConfiguration {
    var decoder = DecoderConfiguration()
    decoder.utteranceLimit = (limits.maximum + limits.tail + .seconds(5)) / .seconds(1)
    return decoder
  }

  /// A dialogue about `game` with this policy, in which the installed languages can be chosen.
  func dialogue(in language: ChessLanguage, about game: Game) -> ChessDialogue {
    ChessDialogue(
      language: language, game: game, policy: policy, locale: recognition.spoken, locales: locales)
  }

  /// The confidences needed to act, to ask and to refuse.
  package var policy: DialoguePolicy {
    var policy = DialoguePolicy(caution: recognition.caution)
    policy.confirms = confirm
    return policy
  }
}
