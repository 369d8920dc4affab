import Acoustics
import ApplianceCore
import LanguageModel
import Speech

/// A conversation's answer: messages to show now, and the preparation of the next turn.
package struct Reply: Sendable {
  /// The messages to show, in order.
  package var messages: [ConsoleMessage] = []
  /// The effects on lights and questions.
  package var effects = ApplianceStateMachine.ReplyEffects()
  /// Work outside the conversation, such as finding the opponent's move. Each errand ends with a
  /// question to the conversation.
  package var errands: [@Sendable () async -> Void] = []
  /// Computes the phrases of the next turn once the messages are shown. Nil: they stay the same.
  package var preparation: (@Sendable () async throws -> Sayable)?
  /// Messages for others than the asker, with the origins of their questions; shown first.
  package var late: [(message: ConsoleMessage, origin: Origin?)] = []
  /// Whether the appliance must end and start again, in the language that a player chose.
  package var isLast = false
}

/// What can be said and typed in a turn.
package struct Sayable: Sendable {
  /// The phrases.
  package var languageModel: CompiledLanguageModel
  /// Their meanings; nil if unknown.
  package var meanings: Meanings?
  /// The completions for typed text; nil keeps the earlier ones.
  package var completions: [String]?
  /// The expected voice; nil is the model's speaker.
  package var speaker: SpeakerAdaptation?
}

extension Reply {
  /// Adds the latency for the speaker, in seconds, to everything that was understood.
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
