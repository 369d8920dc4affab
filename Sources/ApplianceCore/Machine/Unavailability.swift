import Localization

/// Why recording is impossible.
package struct Unavailability: Sendable, Hashable {
  /// What is missing.
  package enum Cause: String, Sendable, Hashable {
    case microphone
    case recognizer
  }

  /// What is missing.
  package var cause: Cause
  /// What is wrong and what to do about it, in a sentence.
  package var reason: Message

  /// The player chose to type all moves, so nothing is wrong.
  package static let microphoneOff = Unavailability(
    cause: .microphone, reason: Message("The microphone is off, as chosen. Type your moves."))
}
