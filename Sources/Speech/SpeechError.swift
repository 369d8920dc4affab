/// An error in speech recognition: what was being done, on what, and what to do about it.
///
/// Speech that was not understood is a result, not an error.
public struct SpeechError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable {
    /// A model's directory or a file in it is missing or cannot be read.
    case modelUnavailable
    /// The decoder could not be created although the model exists.
    case decoderFailed
    /// A grammar has words without a pronunciation, or with phones that the model lacks.
    case pronunciation
    /// A grammar is malformed, or the decoder refused it.
    case grammar
    /// A prepared language model, or its source data, cannot be read or written.
    case languageModel
    /// Recognition was requested before a language model was prepared.
    case unavailable
    /// Audio could not be read or converted.
    case audio
    /// The task was cancelled, or another task replaced it.
    case canceled
  }

  /// The kind of failure.
  public var code: Code
  /// The failed operation, as in "open the acoustic model".
  public var operation: String
  /// Its subject: a file, a word, a device; empty if there is none.
  public var subject: String
  /// The C library's return value, if any.
  public var status: Int32?
  /// What is known about the cause, and what to do.
  public var advice: String

  /// Makes an error.
  public init(
    _ code: Code, operation: String, subject: String = "", status: Int32? = nil, advice: String
  ) {
    self.code = code
    self.operation = operation
    self.subject = subject
    self.status = status
    self.advice = advice
  }

  /// "Cannot open the acoustic model /usr/share/…: …" and the advice.
  public var description: String {
    let object = subject.isEmpty ? "" : " \(subject)"
    let number = status.map { " (status \($0))" } ?? ""
    return "Cannot \(operation)\(object): \(advice)\(number)"
  }
}
