import Acoustics
import Dialogue
import Localization

/// The recognizer's result for one recording.
package struct Heard: Sendable, Hashable {
  /// The outcome for the recording as a whole.
  package var outcome: RecognitionOutcome
  /// The likeliest reading, as shown.
  package var utterance: Utterance
  /// The meanings, each once, the likeliest first; also words without a meaning.
  package var meanings: [Meaning]
  /// The probability that the likeliest reading is what the speaker meant, 0…1.
  package var confidence: Double
  /// The signal-to-noise ratio of the speech, in dB; nil if unknown, or if the recording reached
  /// the longest decodable length.
  package var signalToNoise: Double?
  /// The likeliest reading and its sound, for learning the voice.
  package var phrase: SpokenPhrase?
  /// The time of the last sound, on the appliance's stopwatch; nil if the sound did not end
  /// normally.
  package var soundEnd: Duration?
  /// The origin of the words.
  package var origin = Origin.voice
  /// Whether the recording started without a press: then silence is no answer.
  package var isHandsFree = false

  /// Readings with their confidence. Set the other members if they are known.
  package init(
    _ outcome: RecognitionOutcome, utterance: Utterance = Utterance(text: ""),
    meanings: [Meaning] = [], confidence: Double = 0, signalToNoise: Double? = nil
  ) {
    self.outcome = outcome
    self.utterance = utterance
    self.meanings = meanings
    self.confidence = confidence
    self.signalToNoise = signalToNoise
  }

  /// The words if there is no conversation, or a refusal if their confidence is below `caution`,
  /// 0…1.
  package func message(caution: Double) -> ConsoleMessage {
    if let refusal { return .refused(refusal) }
    var utterance = utterance
    utterance.confidence = confidence
    guard confidence >= min(Self.greatestCaution, caution) else {
      return .refused(.notUnderstood(text: utterance.text, confidence: confidence))
    }
    return .result(utterance)
  }

  /// The maximum confidence required.
  private static let greatestCaution = 0.95

  /// Why there is nothing to reply to; nil if words were recognized.
  package var refusal: ConsoleMessage.Rejection? {
    switch outcome {
    case .recognized: nil
    case .nothingFits:
      .notUnderstood(text: nil, confidence: nil)
    case .noSpeech:
      ConsoleMessage.Rejection(code: "no_speech", reason: Message("Nothing was heard."))
    }
  }
}

extension ConsoleMessage.Rejection {
  /// Nothing known was said, or the confidence is too low; `text` is the likeliest.
  package static func notUnderstood(text: String?, confidence: Double?) -> Self {
    Self(
      code: "not_understood", reason: Message("That was not understood."), text: text,
      confidence: confidence)
  }
}
