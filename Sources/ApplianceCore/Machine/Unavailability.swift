import Localization

/// Why nothing can be recorded.
package struct Unavailability: Sendable, Hashable {
  /// What is missing.
  package enum Cause: String, Sendable, Hashable {
    case microphone
    case recognizer
  }

  /// What is missing.
  package var cause: Cause
  /// A sentence that says what is wrong and what to do about it.
  package var reason: Message
}
