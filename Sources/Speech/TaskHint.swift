/// What kind of speech to expect, with Apple's raw values.
public enum TaskHint: Int, Sendable, Hashable, CaseIterable {
  /// The recognizer's default; without one, whatever its language model allows, or dictation if it
  /// has none.
  case unspecified = 0
  /// Free speech: without a language model of its own, the request is recognized with the acoustic
  /// model's n-gram, even if the recognizer has a language model.
  case dictation = 1
  /// Search terms: the same as `unspecified`.
  case search = 2
  /// Short answers such as "yes" and "no": the same as `unspecified`.
  case confirmation = 3
}
