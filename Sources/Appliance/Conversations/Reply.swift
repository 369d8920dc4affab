import Acoustics
import ApplianceCore
import LanguageModel
import Localization
import Speech

/// A conversation's answer: what to show at once, and how to prepare for the next turn.
package struct Reply: Sendable {
  /// The messages to show, in order.
  package var messages: [ConsoleMessage] = []
  /// The effects on lights and questions.
  package var effects = ApplianceStateMachine.ReplyEffects()
  /// Work beside the conversation, such as finding the opponent's move. Each errand ends with a
  /// question to the conversation.
  package var errands: [@Sendable () async -> Void] = []
  /// Computes the phrases of the next turn, after the messages are shown. Nil: they stay the same.
  package var preparation: (@Sendable () async throws -> Sayable)?
  /// Messages that answer others than whoever is replied to; shown first.
  package var late: [Late] = []
  /// Whether the appliance is to end and start again, with what players have chosen.
  package var isLast = false

  /// A message with its origin.
  package struct Late: Sendable, Hashable {
    /// The message.
    package var message: ConsoleMessage
    /// The origin of the question; nil if there was none.
    package var origin: Origin?
  }
}

/// What can be said and typed at some point.
package struct Sayable: Sendable {
  /// What can be said.
  package var languageModel: CompiledLanguageModel
  /// What its phrases mean; nil if that is unknown.
  package var meanings: Meanings?
  /// Whole lines that typed text can be completed to; nil leaves the earlier ones.
  package var completions: [String]?
  /// The voice that is expected; nil is that of the recognizer's model.
  package var speaker: SpeakerAdaptation?

  /// The phrases, their meanings, and lines to complete.
  package init(
    languageModel: CompiledLanguageModel, meanings: Meanings? = nil, completions: [String]? = nil
  ) {
    self.languageModel = languageModel
    self.meanings = meanings
    self.completions = completions
  }
}

extension Reply {
  /// Adds how long the speaker has waited, in seconds, to everything that was understood.
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
