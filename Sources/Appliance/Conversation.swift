import ApplianceCore
import Dialogue
import LanguageModel
import Speech

/// What becomes of what was said: it stands between the words that were understood and what is shown and can be said next.
///
/// The appliance asks one thing at a time and shows each reply before it listens again.
public protocol Conversation: Sendable {
  /// Begins, or resumes: what is to be shown at first, and what can be said.
  ///
  /// Called once. Throws where nothing can be said at all, as without the phrases' data file.
  func begin() async throws -> Reply

  /// What is to be done about what was heard.
  ///
  /// What the reply shows has happened by then: a record that is kept is on disk when this returns.
  func reply(to heard: Heard) async -> Reply

  /// What is to be done about a line that was typed; nil where nothing that is typed means anything to it.
  func reply(toTyped line: String) async -> Reply?

  /// What is to be done about a question that was not answered within the last reply's `patience`.
  func lapse() async -> Reply

  /// Tries to mend what the last reply's `trouble` tells of; asked again and again until it is mended.
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

/// What a conversation answers.
public struct Reply: Sendable {
  /// To be shown, in this order.
  public var messages: [ConsoleMessage]
  /// What can be said from now on; nil leaves it as it was.
  public var languageModel: CompiledLanguageModel?
  /// With it, what its phrases mean; nil where nothing is known of that.
  public var meanings: Meanings?
  /// Whole lines that can be typed from now on, to complete others to; nil leaves them as they were.
  public var completions: [String]?
  /// How long an answer is waited for; nil where none is, or for ever.
  public var patience: Duration?
  /// What needs somebody's attention though play goes on, as a whole sentence; nil where nothing does.
  public var trouble: String?
  /// What the lights tell of it for a moment; nil: nothing.
  public var signal: ApplianceStateMachine.Signal?
  /// What holds from now on; nil: what held before.
  public var conditions: Set<ApplianceStateMachine.Condition>?
  /// What is done beside the conversation, such as finding an opponent's move; the conversation is told when each is done.
  public var errands: [@Sendable () async -> Void]

  /// An answer; what can be said stays as it was unless a language model is given.
  public init(
    messages: [ConsoleMessage] = [], languageModel: CompiledLanguageModel? = nil,
    meanings: Meanings? = nil, patience: Duration? = nil, trouble: String? = nil,
    signal: ApplianceStateMachine.Signal? = nil,
    conditions: Set<ApplianceStateMachine.Condition>? = nil,
    errands: [@Sendable () async -> Void] = []
  ) {
    self.messages = messages
    self.languageModel = languageModel
    self.meanings = meanings
    self.patience = patience
    self.trouble = trouble
    self.signal = signal
    self.conditions = conditions
    self.errands = errands
  }
}

extension Reply {
  /// Writes down how long whoever spoke has waited, in seconds, with all that was understood.
  mutating func note(latency: Double) {
    messages = messages.map { message in
      switch message {
      case .result(var utterance):
        utterance.latency = latency
        return .result(utterance)
      case .response(let response, var utterance?):
        utterance.latency = latency
        return .response(response, utterance)
      default: return message
      }
    }
  }
}

/// What the recogniser made of one recording.
public struct Heard: Sendable, Hashable {
  /// What the recogniser made of it.
  public var result: RecognitionResult
  /// What it was heard in, 16 kHz, one channel; empty where it was not kept.
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

  /// Why there is nothing to reply to; nil where words were understood.
  public var refusal: ConsoleMessage.Refusal? {
    switch result.outcome {
    case .recognized: nil
    case .nothingFits:
      ConsoleMessage.Refusal(code: "not_understood", reason: "That was not understood.")
    case .noSpeech:
      ConsoleMessage.Refusal(code: "no_speech", reason: "Nothing was heard.")
    }
  }
}
