/// What kind of speech to expect, with Apple's raw values.
public enum TaskHint: Int, Sendable, Hashable, CaseIterable {
  /// The recognizer's default; if there is none, the phrases of its language model, or dictation
  /// without a language model.
  case unspecified = 0
  /// Free speech: unless the request has its own language model, the acoustic model's n-gram is
  /// used, even if the recognizer has a language model.
  case dictation = 1
  /// Search terms: the same as `unspecified`.
  case search = 2
  /// Short answers such as "yes" and "no": the same as `unspecified`.
  case confirmation = 3
}
