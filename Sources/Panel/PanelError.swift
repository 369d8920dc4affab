/// What went wrong with a button or a light, on which line, and what to do about it.
public struct PanelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is, for a program.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// What names the line cannot be a line.
    case invalidName
    /// The board has no GPIO chip, or not the one that is named.
    case chipMissing
    /// No chip has such a line.
    case lineMissing
    /// Another program holds the line.
    case lineBusy
    /// The chip is there and this user may not open it.
    case lineForbidden
    /// The line cannot be used in this way, as where the chip has no pull-up.
    case lineUnsuitable
    /// The chip went away while the line was in use.
    case lineLost
    /// The process has no thread, descriptor or memory left.
    case noResources
  }

  /// What kind of failure it is.
  public let code: Code
  /// What was being done, as in "watch the button on".
  public let operation: String
  /// The line as it was named, or the chip.
  public let subject: String
  /// A negative `errno`, or 0.
  public let status: Int32
  /// What happened, and what to do about it: whole sentences.
  public let advice: String

  /// Describes a failure.
  ///
  /// `operation` and `subject` complete "Cannot …"; `advice` is whole sentences.
  public init(
    _ code: Code, _ operation: String, _ subject: String, status: Int32 = 0, advice: String
  ) {
    self.code = code
    self.operation = operation
    self.subject = subject
    self.status = status
    self.advice = advice
  }

  /// "Cannot watch the button on GPIO17: …" and the advice.
  public var description: String {
    "Cannot \(operation) \(subject): \(advice)"
  }
}
