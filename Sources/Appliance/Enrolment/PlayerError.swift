import Localization

/// Why a player's voice cannot be used or saved.
package struct PlayerError: ExplainedError, Sendable, Hashable {
  /// The kind of failure, for programs.
  package enum Code: String, Sendable, Hashable {
    /// The name cannot be a file name.
    case badName
    /// Nobody has enrolled under that name.
    case unknown
    /// The file is damaged.
    case damaged
    /// The voice was made with a different acoustic model.
    case otherModel
    /// Another program has changed it.
    case changed
    /// There was too little speech to learn the voice.
    case tooLittle
    /// The disk failed.
    case storage
  }

  /// The kind of failure.
  package var code: Code
  /// The player's name.
  package var player: String
  /// The cause as far as known, and the advice.
  let explanation: Message

  init(_ code: Code, _ player: String, _ explanation: Message) {
    self.code = code
    self.player = player
    self.explanation = explanation
  }

  /// What failed, why, and what to do about it.
  package var message: Message {
    Message("Cannot use the voice of \"\(player)\": \(explanation).")
  }
}
