/// What went wrong in this room: doing what, on what, and what to do about it.
///
/// Speech that was not understood is a result, not an error.
public struct SpeechError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable {
    /// A model's directory or a file in it is missing or cannot be read.
    case modelUnavailable
    /// The decoder could not be made from a model that is there.
    case decoderFailed
    /// A grammar has words without a pronunciation, or with phones that the model lacks.
    case pronunciation
    /// A grammar is malformed, or the decoder refused it.
    case grammar
    /// A prepared language model, or the data that it is made from, cannot be read or written.
    case languageModel
    /// Recognition was asked for before a language model was prepared.
    case unavailable
    /// Audio could not be read or converted.
    case audio
  }

  /// The kind of failure.
  public var code: Code
  /// What was being done, as in "open the acoustic model".
  public var operation: String
  /// On what: a file, a word, a device; empty if there is no such thing.
  public var subject: String
  /// What the C library returned, where it returned something.
  public var status: Int32?
  /// What is known about the reason, and what to do.
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
