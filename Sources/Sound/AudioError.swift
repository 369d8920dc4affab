import DeviceIO

/// What went wrong with a microphone or an audio file, on which one, and what to do about it.
public struct AudioError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is, for a program.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No such device now: not plugged in, or a wrong name.
    case deviceMissing
    /// Another program holds the device.
    case deviceBusy
    /// The device is there and this user may not open it.
    case deviceForbidden
    /// The device is there, but hidden from the service by its sandbox.
    case deviceHidden
    /// The device went away, or stopped giving sound, while it was recorded from.
    case deviceLost
    /// The device has no sample format, rate or channel count that is understood.
    case deviceUnsuitable
    /// It is being recorded from already.
    case alreadyRecording
    /// No such file, or it cannot be opened or read.
    case unreadable
    /// A directory, a pipe or anything else that is not a regular file.
    case notAFile
    /// A file with nothing in it, or without any sample.
    case empty
    /// A file that holds no audio that is understood.
    case notAudio
    /// A file that ends before its header says.
    case truncated
    /// Audio with an impossible rate or channel count.
    case unsupported
    /// A file that cannot be written.
    case unwritable
    /// The process has no thread, descriptor or memory left.
    case noResources
  }

  /// What kind of failure it is.
  public let code: Code
  /// What was being done, as in "open the microphone".
  public let operation: String
  /// The device or the file.
  public let subject: String
  /// The C library's status: a negative `errno` of ALSA's, an error number of libsndfile's, or 0.
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

  /// "Cannot open the microphone hw:CARD=Device: …" and the advice.
  public var description: String {
    "Cannot \(operation) \(subject): \(advice)"
  }
}
