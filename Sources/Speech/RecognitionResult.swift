/// What was understood, so far or for good.
public struct RecognitionResult: Sendable, Hashable {
  /// What came of the sound as a whole.
  public enum Outcome: String, Sendable, Hashable {
    /// Words that the language model allows.
    case recognized
    /// There was sound like words, and nothing complete that the language model allows.
    case nothingFits
    /// There was nothing like a word.
    case noSpeech
  }

  /// The likeliest reading; empty unless the outcome is `recognized`.
  public var bestTranscription: Transcription
  /// All readings, no two with the same words, the likeliest first; empty if `bestTranscription`
  /// is.
  public var transcriptions: [Transcription]
  /// Whether this is the last word on it.
  public var isFinal: Bool
  /// What came of the sound as a whole.
  public var outcome: Outcome
  /// Whether the recording was ended because it had reached the longest length that is decoded.
  public var reachedTimeLimit: Bool
  /// The length of what was listened to, in seconds.
  public var duration: Double
  /// What the readings' confidences were made from; nil in a partial result and where there was one
  /// look only.
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
