/// The outcome for a recording as a whole.
public enum RecognitionOutcome: String, Sendable, Hashable {
  /// Words that the language model allows.
  case recognized
  /// The sound resembles words, but no complete phrase of the language model.
  case nothingFits
  /// Nothing in the sound resembles a word.
  case noSpeech
}
