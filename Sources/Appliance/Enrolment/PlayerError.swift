import Localization

/// Why a player's voice cannot be used or kept.
package struct PlayerError: ExplainedError, Sendable, Hashable {
  /// What kind of failure it is, for a program.
  package enum Code: String, Sendable, Hashable {
    /// The name cannot be a file's.
    case badName
    /// Nobody has enrolled under that name.
    case unknown
    /// The file is damaged.
    case damaged
    /// The voice was made with a different acoustic model.
    case otherModel
    /// Another program has changed it.
    case changed
    /// Too little was heard to learn how the player speaks.
    case tooLittle
    /// The disk failed.
    case storage
  }

  /// What kind of failure it is.
  package var code: Code
  /// The player's name.
  package var player: String
  /// What is known about the cause, and what to do.
  let explanation: Message

  init(_ code: Code, _ player: String, _ explanation: Message) {
    self.code = code
    self.player = player
    self.explanation = explanation
  }

  /// What cannot be done, why, and what to do about it.
  package var message: Message {
    Message("Cannot use the voice of \"\(player)\": \(explanation).")
  }
}
