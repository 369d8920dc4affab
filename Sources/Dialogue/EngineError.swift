/// Why an engine did not answer.
public struct EngineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
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
  public var code: Code
  /// The engine's program.
  public var path: String
  /// What happened, and what to do.
  public var advice: String

  /// A failure of the engine at `path`; `advice` completes "The engine PATH …" to whole sentences.
  public init(code: Code, path: String, advice: String) {
    self.code = code
    self.path = path
    self.advice = advice
  }

  /// Such as "The engine /usr/games/stockfish has ended by itself. It is started again …".
  public var description: String { "The engine \(path) \(advice)" }
}
