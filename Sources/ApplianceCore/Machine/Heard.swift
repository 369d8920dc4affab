import Acoustics
import Dialogue
import Localization

/// One recording, as the recognizer understood it.
package struct Heard: Sendable, Hashable {
  /// The outcome for the recording as a whole.
  package enum Outcome: Sendable, Hashable {
    /// Words that can be said now.
    case recognized
    /// There was sound like words, but nothing complete that can be said.
    case nothingFits
    /// There was nothing like a word.
    case noSpeech
  }

  /// The outcome for the recording as a whole.
  package var outcome: Outcome
  /// The likeliest reading, as shown.
  package var utterance: Utterance
  /// The meanings, each once, the likeliest first; words without one as well.
  package var meanings: [Meaning]
  /// The probability that the likeliest reading is what was meant, 0…1.
  package var confidence: Double
  /// How much louder than the noise the speech was, in dB; nil if unknown, or if the recording
  /// reached the longest decodable length.
  package var signalToNoise: Double?
  /// The likeliest reading and its sound, to learn the voice from.
  package var phrase: SpokenPhrase?
  /// When the last sound came, on the appliance's stopwatch; nil if the sound did not end normally.
  package var soundEnd: Duration?
  /// The origin of the words.
  package var origin = Origin.voice
  /// Whether no press started the recording: then silence is no answer.
  package var isHandsFree = false

  /// Readings with their confidence. Set the rest if it is known.
  package init(
    _ outcome: Outcome, utterance: Utterance = Utterance(text: ""), meanings: [Meaning] = [],
    confidence: Double = 0, signalToNoise: Double? = nil
  ) {
    self.outcome = outcome
    self.utterance = utterance
    self.meanings = meanings
    self.confidence = confidence
    self.signalToNoise = signalToNoise
  }

  /// The words without a conversation, or a refusal if their confidence is below `caution`, 0…1.
  package func message(caution: Double) -> ConsoleMessage {
    if let refusal { return .refused(refusal) }
    var utterance = utterance
    utterance.confidence = confidence
    guard confidence >= min(Self.greatestCaution, caution) else {
      return .refused(.notUnderstood(text: utterance.text, confidence: confidence))
    }
    return .result(utterance)
  }

  /// More confidence is never asked for.
  private static let greatestCaution = 0.95

  /// Why there is nothing to reply to; nil if words were understood.
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
  /// Nothing that was said is known, or not surely enough; `text` is the likeliest.
  package static func notUnderstood(text: String?, confidence: Double?) -> Self {
    Self(
      code: "not_understood", reason: Message("That was not understood."), text: text,
      confidence: confidence)
  }
}
