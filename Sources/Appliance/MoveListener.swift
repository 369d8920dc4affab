import ApplianceCore
import Chess
import ChessLanguage
import Dialogue
import Speech

/// What hears moves: the recognizer and the rules by which it is believed, put together in one way
/// for all that hear moves.
public struct MoveListener: Sendable {
  /// Understands what is said.
  public let recognizer: SpeechRecognizer
  /// When to act, to ask and to refuse.
  public let policy: DialoguePolicy

  /// A listener as it is configured; `model` is fitted to whoever is expected to speak.
  ///
  /// - Throws: `SpeechError` where the model cannot be used.
  public init(_ configuration: Configuration, model: AcousticModel) throws(SpeechError) {
    recognizer = try SpeechRecognizer(model: model, configuration: configuration.decoder)
    policy = configuration.policy
  }

  /// A dialogue about `game` that acts by the policy.
  public func dialogue(in language: ChessLanguage, about game: Game = Game()) -> ChessDialogue {
    ChessDialogue(language: language, game: game, policy: policy)
  }

  /// Lets the recognizer have what can be said from now on; call it while nobody speaks.
  public func prepare(_ sayable: Sayable) async throws {
    try await recognizer.prepare(sayable.languageModel, meanings: sayable.meanings)
  }

  /// Lets the recognizer have what can be said now in a dialogue; call it while nobody speaks.
  public func prepare(for dialogue: ChessDialogue) async throws {
    try await prepare(dialogue.sayable)
  }
}

extension ChessDialogue {
  /// What can be said and typed now. Takes some milliseconds.
  var sayable: Sayable {
    Sayable(languageModel: languageModel, meanings: meanings, completions: completions)
  }

  /// Does what was heard, or says why not.
  public mutating func hear(_ heard: Heard) -> [Response] { hear(heard.phrases) }
}

extension Heard {
  /// The readings, each with how likely it is that just this was said.
  var phrases: [HeardPhrase] {
    result.transcriptions.map {
      HeardPhrase($0.segments.map(\.substring), confidence: $0.confidence)
    }
  }
}

extension Configuration {
  /// The decoder's settings: it listens for as long as a recording may take, and lets the appliance
  /// end it.
  public var decoder: DecoderConfiguration {
    var decoder = DecoderConfiguration()
    decoder.utteranceLimit = (recording.maximum + recording.tail + .seconds(5)) / .seconds(1)
    return decoder
  }

  /// When to act, to ask and to refuse.
  public var policy: DialoguePolicy { DialoguePolicy(caution: recognition.caution) }
}
