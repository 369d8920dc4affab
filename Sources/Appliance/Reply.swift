import ApplianceCore
import LanguageModel
import Speech

/// What a conversation answers: what is to be shown at once, and how the next turn is prepared.
public struct Reply: Sendable {
  /// To be shown, in this order.
  public var messages: [ConsoleMessage]
  /// Finds out what can be said from now on, once the messages are shown; nil: as before.
  public var preparation: (@Sendable () async throws -> Sayable)?
  /// How long an answer is waited for; nil if none is, or for ever.
  public var patience: Duration?
  /// What needs somebody's attention though play goes on, as a whole sentence; nil if nothing
  /// does.
  public var trouble: String?
  /// What the lights tell of it for a moment; nil: nothing.
  public var signal: ApplianceStateMachine.Signal?
  /// What holds from now on; nil: what held before.
  public var conditions: Set<ApplianceStateMachine.Condition>?
  /// What is done beside the conversation, such as finding an opponent's move; the conversation is
  /// told when each is done.
  public var errands: [@Sendable () async -> Void]

  /// An answer; what can be said stays as it was unless there is a preparation.
  public init(
    messages: [ConsoleMessage] = [], patience: Duration? = nil, trouble: String? = nil,
    signal: ApplianceStateMachine.Signal? = nil,
    conditions: Set<ApplianceStateMachine.Condition>? = nil,
    errands: [@Sendable () async -> Void] = [],
    preparation: (@Sendable () async throws -> Sayable)? = nil
  ) {
    self.messages = messages
    self.preparation = preparation
    self.patience = patience
    self.trouble = trouble
    self.signal = signal
    self.conditions = conditions
    self.errands = errands
  }
}

/// What can be said and typed from some moment on.
public struct Sayable: Sendable {
  /// What can be said.
  public var languageModel: CompiledLanguageModel
  /// What its phrases mean; nil if nothing is known of that.
  public var meanings: Meanings?
  /// Whole lines that can be typed, to complete others to; nil leaves them as they were.
  public var completions: [String]?

  /// What can be said, and what is known of it.
  public init(
    languageModel: CompiledLanguageModel, meanings: Meanings? = nil, completions: [String]? = nil
  ) {
    self.languageModel = languageModel
    self.meanings = meanings
    self.completions = completions
  }
}

extension Reply {
  /// What comes of it, but for what is shown.
  var outcome: ApplianceStateMachine.ReplyEffects {
    .init(patience: patience, trouble: trouble, signal: signal, conditions: conditions)
  }

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
