import Localization

/// Why an engine did not answer.
package struct EngineError: ExplainedError, Sendable, Hashable {
  /// The kind of failure.
  package enum Code: Sendable, Hashable {
    /// The program does not exist or cannot be started.
    case unavailable
    /// The engine has exited by itself.
    case ended
    /// The engine has not answered in time.
    case silent
    /// The engine played an illegal move.
    case illegal
    /// The engine was closed meanwhile.
    case closed
  }

  /// The kind of failure.
  package var code: Code
  /// What happened, and what to do about it: whole sentences.
  package var message: Message

  /// A failure with its message.
  package init(code: Code, message: Message) {
    self.code = code
    self.message = message
  }
}
