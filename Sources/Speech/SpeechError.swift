import Localization

/// An error in speech recognition: what failed, on what, and what to do about it.
///
/// Speech that was not understood is a result, not an error.
public struct SpeechError: ExplainedError, Sendable, Hashable {
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
    /// There is nothing to recognize with: no language model, no n-gram for dictation, or no
    /// network for a name.
    case unavailable
    /// Audio could not be read or converted.
    case audio
    /// The task was cancelled, or another task replaced it.
    case canceled
  }

  /// The kind of failure.
  public var code: Code
  /// The failed operation, as in "open the acoustic model".
  public var operation: String {
    get { activity.description }
    set { activity = .verbatim(newValue) }
  }
  /// Its subject: a file, a word, a device; empty if there is none.
  public var subject: String
  /// The C library's return value, if any.
  public var status: Int32?
  /// The cause as far as known, and what to do.
  public var advice: String {
    get { explanation.description }
    set { explanation = .verbatim(newValue) }
  }
  /// The same as `operation`, for translations.
  package var activity: Message
  /// The same as `advice`, for translations.
  package var explanation: Message

  /// Makes an error.
  public init(
    _ code: Code, operation: String, subject: String = "", status: Int32? = nil, advice: String
  ) {
    self.init(
      code, .verbatim(operation), subject, status: status, advice: .verbatim(advice))
  }

  /// Makes an error in words that have translations.
  package init(
    _ code: Code, _ operation: Message, _ subject: String = "", status: Int32? = nil,
    advice: Message
  ) {
    self.code = code
    activity = operation
    self.subject = subject
    self.status = status
    explanation = advice
  }

  /// "Cannot open the acoustic model /usr/share/…: …" and the advice.
  public var message: Message {
    let text =
      subject.isEmpty
      ? Message("Cannot \(activity): \(explanation)")
      : Message("Cannot \(activity) \(subject): \(explanation)")
    return .joined([text] + (status.map { [Message("(status \($0))")] } ?? []))
  }
}
