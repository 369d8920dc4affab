import Acoustics

/// A partial or final result of recognition.
public struct RecognitionResult: Sendable, Hashable {
  /// The outcome for the sound as a whole.
  ///
  /// `recognized`: words that the language model allows. `nothingFits`: the sound resembles words,
  /// but no complete phrase of the language model. `noSpeech`: nothing in it resembles a word.
  public typealias Outcome = RecognitionOutcome

  /// The likeliest reading; empty unless the outcome is `recognized`.
  public var bestTranscription: Transcription
  /// The likeliest readings, at most `DecoderConfiguration/alternativeCount`, no two with the same
  /// words, the likeliest first; empty if `bestTranscription` is.
  public var transcriptions: [Transcription]
  /// Whether the result is final.
  public var isFinal: Bool
  /// The outcome for the sound as a whole.
  public var outcome: Outcome
  /// Whether the recording was cut off at the longest length that can be decoded.
  public var reachedTimeLimit: Bool
  /// The length of the decoded sound, in seconds.
  public var duration: Double
  /// The evidence behind the readings' confidences; nil in a partial result and without a final
  /// pass.
  public var evidence: Evidence?
  /// The likeliest reading and its sound, to learn a voice from; nil where `evidence` is, and
  /// without a phone network.
  package var phrase: SpokenPhrase?

  /// ``isUnderstood`` needs a `confidence` of at least this. With it, 96 % of coffee orders by many
  /// people are understood correctly, and 1 % of chess moves said instead are taken for orders
  /// (`Recognition.md` has more).
  public static let understoodConfidence = 0.5

  /// The probability that `bestTranscription` is what was meant, 0…1; 0 in a partial result.
  ///
  /// The sum of the confidences of all `transcriptions` with the same intent, or its own without an
  /// intent.
  public var confidence: Double {
    guard let intent = bestTranscription.intent else { return bestTranscription.confidence }
    let same = transcriptions.lazy.filter { $0.intent == intent }
    return min(1, same.reduce(0) { $0 + $1.confidence })
  }

  /// Whether to act on `bestTranscription`. Speech outside the language model yields the most
  /// similar phrase, with low confidence.
  public var isUnderstood: Bool { confidence >= Self.understoodConfidence }

  /// Makes a result.
  public init(
    transcriptions: [Transcription], isFinal: Bool, outcome: Outcome,
    reachedTimeLimit: Bool = false,
    duration: Double = 0, evidence: Evidence? = nil
  ) {
    self.bestTranscription = transcriptions.first ?? Transcription()
    self.transcriptions = transcriptions
    self.isFinal = isFinal
    self.outcome = outcome
    self.reachedTimeLimit = reachedTimeLimit
    self.duration = duration
    self.evidence = evidence
  }
}
