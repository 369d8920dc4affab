import Localization

/// Why an engine did not answer.
package struct EngineError: ExplainedError, Sendable, Hashable {
  /// The kind of failure.
  package enum Code: Sendable, Hashable {
    /// The program does not exist or cannot be started.
    case unavailable
    /// The engine has ended by itself.
    case ended
    /// The engine has said nothing within its time.
    case silent
    /// The engine played an illegal move.
    case illegal
    /// The engine was closed meanwhile.
    case closed
  }

  /// The kind of failure.
  package var code: Code
  /// The engine's program.
  package var path: String
  /// What happened, and what to do: whole sentences.
  package var message: Message

  /// A failure of the engine at `path`.
  package init(code: Code, path: String, message: Message) {
    self.code = code
    self.path = path
    self.message = message
  }
}
