import FoundationEssentials
import Localization

/// An error of a device or a file: which one, and what to do about it.
public struct DeviceError<Failure: Sendable & Hashable>: ExplainedError, LocalizedError, Sendable,
  Hashable
{
  /// The kind of failure, for programs.
  public typealias Code = Failure

  /// The kind of failure.
  public let code: Code
  /// The failed operation, as in "open the microphone".
  public var operation: String { activity.description }
  /// The device or the file; empty if there is none.
  public let subject: String
  /// A negative `errno`, a library's own error number, or 0.
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

  /// Describes that there is no thread for it.
  package init(
    _ code: Code, _ operation: Message, _ subject: String, _ error: BlockingThread.Unavailable
  ) {
    self.init(code, operation, subject, status: -error.status, advice: error.message)
  }

  /// "Cannot open the microphone hw:CARD=Device: …" and the advice.
  public var message: Message {
    subject.isEmpty
      ? Message("Cannot \(activity): \(explanation)")
      : Message("Cannot \(activity) \(subject): \(explanation)")
  }

  /// The description, which Foundation's `localizedDescription` shows.
  public var errorDescription: String? { description }
}
