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
