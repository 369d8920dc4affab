import Localization

/// Why nothing can be recorded.
public struct Unavailability: Sendable, Hashable {
  /// What is missing.
  public enum Cause: String, Sendable, Hashable {
    case microphone
    case recognizer
  }

  /// What is missing.
  public var cause: Cause
  /// A sentence that says what is wrong and what to do about it.
  public var reason: Message

  /// The reason must be a whole sentence for people.
  public init(cause: Cause, reason: Message) {
    self.cause = cause
    self.reason = reason
  }
}
