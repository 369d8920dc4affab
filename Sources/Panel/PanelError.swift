import Localization

/// An error of a button or a light: on which line, and what to do about it.
public struct PanelError: ExplainedError, Sendable, Hashable {
  /// The kind of failure, for a program.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The name cannot be a line's.
    case invalidName
    /// The board has no GPIO chip, or not the named one.
    case chipMissing
    /// No chip has this line.
    case lineMissing
    /// Another program holds the line.
    case lineBusy
    /// The chip exists, but this user may not open it.
    case lineForbidden
    /// The line cannot be used in this way, for instance because the chip has no pull-up.
    case lineUnsuitable
    /// The chip disappeared while the line was in use.
    case lineLost
    /// The process has no thread, descriptor or memory left.
    case noResources
  }

  /// The kind of failure.
  public let code: Code
  /// The failed operation, as in "watch the button on".
  public var operation: String { activity.description }
  /// The line as named, or the chip.
  public let subject: String
  /// A negative `errno`, or 0.
  public let status: Int32
  /// What happened, and what to do about it: whole sentences.
  public var advice: String { explanation.description }
  /// The same as `operation`, for translations.
  package let activity: Message
  /// The same as `advice`, for translations.
  package let explanation: Message

  /// Describes a failure.
  ///
  /// `operation` and `subject` complete "Cannot …"; `advice` is whole sentences.
  public init(
    _ code: Code, _ operation: String, _ subject: String, status: Int32 = 0, advice: String
  ) {
    self.init(
      code, .verbatim(operation), subject, status: status, advice: .verbatim(advice))
  }

  /// Describes a failure in words that have translations.
  package init(
    _ code: Code, _ operation: Message, _ subject: String, status: Int32 = 0, advice: Message
  ) {
    self.code = code
    activity = operation
    self.subject = subject
    self.status = status
    explanation = advice
  }

  /// Whether it tells more than `told`: that a chip cannot be found is no news once it is known to
  /// be gone.
  func isNews(after told: PanelError?) -> Bool {
    guard told?.code == .lineLost else { return self != told }
    return ![.lineLost, .chipMissing, .lineMissing].contains(code)
  }

  /// "Cannot watch the button on GPIO17: …" and the advice.
  public var message: Message { Message("Cannot \(activity) \(subject): \(explanation)") }
}
