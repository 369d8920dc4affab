/// Why an engine has not answered.
public struct EngineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is the matter.
  public enum Code: Sendable, Hashable {
    /// There is no such program, or it cannot be started.
    case unavailable
    /// It has ended by itself.
    case ended
    /// It has said nothing within its time.
    case silent
    /// What it played is no legal move.
    case illegal
    /// It was closed meanwhile.
    case closed
  }

  /// What is the matter.
  public var code: Code
  /// The engine's program.
  public var path: String
  /// What it was, and what to do.
  public var advice: String

  /// A failure of the engine at `path`; `advice` is whole sentences, of which "The engine …" is the
  /// beginning.
  public init(code: Code, path: String, advice: String) {
    self.code = code
    self.path = path
    self.advice = advice
  }

  /// Such as "The engine /usr/games/stockfish has ended by itself. It is started again …".
  public var description: String { "The engine \(path) \(advice)" }
}
