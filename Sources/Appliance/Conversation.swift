import ApplianceCore
import Dialogue
import Localization
import Speech

/// Decides what becomes of what was said: takes the words that were understood, and answers with
/// what to show and what can be said next.
///
/// The appliance asks one thing at a time and shows each reply before it listens again.
public protocol Conversation: Sendable {
  /// Begins, or resumes: returns the first messages, and how to prepare for what can be said.
  ///
  /// Called once. Throws if nothing can be said at all, for instance without the phrases' data
  /// file; its preparation may throw too.
  func begin() async throws -> Reply

  /// Responds to what was heard.
  ///
  /// What the reply shows has already happened: a game that is kept is on disk when this returns.
  func reply(to heard: Heard) async -> Reply

  /// Responds to a typed line; nil if typed lines never mean anything to it.
  func reply(toTyped line: ConsoleLine) async -> Reply?

  /// What can be typed, a line for each kind; for the help.
  var typing: [Message] { get }

  /// Responds to a question that was not answered within the last reply's `patience`.
  func lapse() async -> Reply

  /// Tries to fix the last reply's `trouble`; called repeatedly until it is fixed.
  func mend() async -> Reply

  /// Responds to the end of an errand of an earlier reply.
  func replyToErrand() async -> Reply

  /// What it can say about itself at once, as of its last reply; waits for nothing.
  func glance() -> [ConsoleMessage]

  /// How the game stands as of its last reply; nil while none is known, and without a game. Waits
  /// for nothing.
  var standing: Situation.Standing? { get }

  /// Ends its work. Called once, at the end.
  func close() async
}

extension Conversation {
  /// Ignores typed lines.
  public func reply(toTyped line: ConsoleLine) async -> Reply? { nil }
  /// Nothing can be typed.
  public var typing: [Message] { [] }
  /// Has no question to drop.
  public func lapse() async -> Reply { Reply() }
  /// Has nothing to fix.
  public func mend() async -> Reply { Reply() }
  /// Has no errands.
  public func replyToErrand() async -> Reply { Reply() }
  /// Has no status of its own.
  public func glance() -> [ConsoleMessage] { [] }
  /// Follows no game.
  public var standing: Situation.Standing? { nil }
  /// Has nothing to close.
  public func close() async {}
}

/// What the recognizer understood in one recording.
public struct Heard: Sendable, Hashable {
  /// The recognizer's result.
  public var result: RecognitionResult
  /// The recording, 16 kHz, one channel; empty if it was not kept.
  public var sound: [Int16]

  /// A result, and the recording if it was kept.
  public init(_ result: RecognitionResult, sound: [Int16] = []) {
    self.result = result
    self.sound = sound
  }

  /// The best reading, as shown.
  public var utterance: Utterance {
    let segments = result.bestTranscription.segments
    let words = segments.map { segment in
      Utterance.Word(
        text: segment.substring, start: segment.timestamp, duration: segment.duration,
        confidence: Double(segment.confidence))
    }
    return Utterance(
      text: result.bestTranscription.formattedString, words: words,
      confidence: words.map(\.confidence).min() ?? 0, seconds: result.duration,
      intent: result.bestTranscription.intent)
  }

  /// The words without a conversation, or a refusal if their confidence is below `caution`, 0…1.
  public func message(caution: Double) -> ConsoleMessage {
    if let refusal { return .refused(refusal) }
    var utterance = utterance
    utterance.confidence = result.confidence
    guard utterance.confidence >= min(Self.greatestCaution, caution) else {
      return .refused(.notUnderstood(text: utterance.text, confidence: utterance.confidence))
    }
    return .result(utterance)
  }

  /// More confidence is never asked for.
  private static let greatestCaution = 0.95

  /// Why there is nothing to reply to; nil if words were understood.
  public var refusal: ConsoleMessage.Rejection? {
    switch result.outcome {
    case .recognized: nil
    case .nothingFits:
      .notUnderstood(text: nil, confidence: nil)
    case .noSpeech:
      ConsoleMessage.Rejection(code: "no_speech", reason: Message("Nothing was heard."))
    }
  }
}

extension ConsoleMessage.Rejection {
  /// Nothing that was said is known, or not surely enough; `text` is the likeliest.
  static func notUnderstood(text: String?, confidence: Double?) -> Self {
    Self(
      code: "not_understood", reason: Message("That was not understood."), text: text,
      confidence: confidence)
  }
}
