import ApplianceCore
import Dialogue
import Speech

/// What becomes of what was said: it stands between the words that were understood and what is
/// shown and can be said next.
///
/// The appliance asks one thing at a time and shows each reply before it listens again.
public protocol Conversation: Sendable {
  /// Begins, or resumes: what is to be shown at first, and how what can be said is prepared.
  ///
  /// Called once. Throws where nothing can be said at all, as without the phrases' data file; its
  /// preparation may do so as well.
  func begin() async throws -> Reply

  /// What is to be done about what was heard.
  ///
  /// What the reply shows has happened by then: a record that is kept is on disk when this returns.
  func reply(to heard: Heard) async -> Reply

  /// What is to be done about a line that was typed; nil if nothing that is typed means anything
  /// to it.
  func reply(toTyped line: String) async -> Reply?

  /// What is to be done about a question that was not answered within the last reply's `patience`.
  func lapse() async -> Reply

  /// Tries to mend what the last reply's `trouble` tells of; asked again and again until it is
  /// mended.
  func mend() async -> Reply

  /// What is to be done now that an errand of an earlier reply is done.
  func replyToErrand() async -> Reply

  /// What it can tell of itself at once, as it stood after its last reply: nothing is waited for.
  func glance() -> [ConsoleMessage]

  /// Ends what it has running. Called once, at the end.
  func close() async
}

extension Conversation {
  /// Replies to nothing that is typed.
  public func reply(toTyped line: String) async -> Reply? { nil }
  /// Has no question to drop.
  public func lapse() async -> Reply { Reply() }
  /// Has nothing to mend.
  public func mend() async -> Reply { Reply() }
  /// Has no errands.
  public func replyToErrand() async -> Reply { Reply() }
  /// Has no status of its own.
  public func glance() -> [ConsoleMessage] { [] }
  /// Has nothing to close.
  public func close() async {}
}

/// What the recognizer made of one recording.
public struct Heard: Sendable, Hashable {
  /// What the recognizer made of it.
  public var result: RecognitionResult
  /// What it was heard in, 16 kHz, one channel; empty if it was not kept.
  public var sound: [Int16]

  /// A result, and what is known of its recording.
  public init(_ result: RecognitionResult, sound: [Int16] = []) {
    self.result = result
    self.sound = sound
  }

  /// The best reading, as it is shown.
  public var utterance: Utterance {
    let segments = result.bestTranscription.segments
    let words = segments.map { segment in
      Utterance.Word(
        text: segment.substring, start: segment.timestamp, duration: segment.duration,
        confidence: Double(segment.confidence))
    }
    return Utterance(
      text: result.bestTranscription.formattedString, words: words,
      confidence: words.map(\.confidence).min() ?? 0, seconds: result.duration)
  }

  /// Why there is nothing to reply to; nil if words were understood.
  public var refusal: ConsoleMessage.Rejection? {
    switch result.outcome {
    case .recognized: nil
    case .nothingFits:
      ConsoleMessage.Rejection(code: "not_understood", reason: "That was not understood.")
    case .noSpeech:
      ConsoleMessage.Rejection(code: "no_speech", reason: "Nothing was heard.")
    }
  }
}
