import Acoustics

/// What was understood: a partial or final result.
public struct RecognitionResult: Sendable, Hashable {
  /// The outcome for the sound as a whole.
  public enum Outcome: String, Sendable, Hashable {
    /// Words that the language model allows.
    case recognized
    /// There was sound like words, but nothing complete that the language model allows.
    case nothingFits
    /// There was nothing like a word.
    case noSpeech
  }

  /// The likeliest reading; empty unless the outcome is `recognized`.
  public var bestTranscription: Transcription
  /// All readings, no two with the same words, the likeliest first; empty if `bestTranscription`
  /// is.
  public var transcriptions: [Transcription]
  /// Whether the result is final.
  public var isFinal: Bool
  /// The outcome for the sound as a whole.
  public var outcome: Outcome
  /// Whether the recording was ended because it reached the longest decodable length.
  public var reachedTimeLimit: Bool
  /// The length of the decoded sound, in seconds.
  public var duration: Double
  /// The evidence behind the readings' confidences; nil in a partial result and without a final
  /// pass.
  public var evidence: Evidence?
  /// The likeliest reading and its sound, to learn a voice from; nil where `evidence` is.
  package var phrase: SpokenPhrase?

  /// A `confidence` of at least this much is needed for ``isUnderstood``. Of orders of coffee by
  /// many people 97 % reach it, of chess moves said instead 1 % (`Recognition.md` has more).
  public static let understoodConfidence = 0.5

  /// The probability that `bestTranscription` is what was meant, 0…1; 0 in a partial result.
  ///
  /// It is the sum of the confidences of all `transcriptions` with the same intent, or its own if
  /// it has no intent.
  public var confidence: Double {
    guard let intent = bestTranscription.intent else { return bestTranscription.confidence }
    let same = transcriptions.lazy.filter { $0.intent == intent }
    return min(1, same.reduce(0) { $0 + $1.confidence })
  }

  /// Whether to act on `bestTranscription`. Speech outside the language model becomes the most
  /// similar phrase, with little confidence.
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
