import DeviceIO
import FoundationEssentials
import Localization

/// An error of a microphone or an audio file: which one, and what to do about it.
public struct AudioError: ExplainedError, Sendable, Hashable {
  /// The kind of failure, for a program.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The device does not exist: it is not plugged in, or the name is wrong.
    case deviceMissing
    /// Another program holds the device.
    case deviceBusy
    /// The device exists, but this user may not open it.
    case deviceForbidden
    /// The device exists, but the service's sandbox hides it.
    case deviceHidden
    /// The device went away or stopped delivering sound during a recording.
    case deviceLost
    /// The device has no usable sample format, rate or channel count.
    case deviceUnsuitable
    /// A recording from it is already under way.
    case alreadyRecording
    /// The file does not exist, or cannot be opened or read.
    case unreadable
    /// A directory, a pipe or anything else that is not a regular file.
    case notAFile
    /// A file that is empty or has no samples.
    case empty
    /// A file without audio in a known format.
    case notAudio
    /// A file that is shorter than its header says.
    case truncated
    /// Audio with an impossible rate or channel count.
    case unsupported
    /// A file that cannot be written.
    case unwritable
    /// The process has no thread, descriptor or memory left.
    case noResources
  }

  /// The kind of failure.
  public let code: Code
  /// The failed operation, as in "open the microphone".
  public var operation: String { activity.description }
  /// The device or the file.
  public let subject: String
  /// The C library's status: a negative `errno` from ALSA, an error number from libsndfile, or 0.
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

  /// "Cannot open the microphone hw:CARD=Device: …" and the advice.
  public var message: Message {
    subject.isEmpty
      ? Message("Cannot \(activity): \(explanation)")
      : Message("Cannot \(activity) \(subject): \(explanation)")
  }
}

extension AudioError: LocalizedError {
  /// The description, which Foundation's `localizedDescription` shows.
  public var errorDescription: String? { description }
}
