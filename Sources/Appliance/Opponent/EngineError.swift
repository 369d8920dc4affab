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

  /// Such as "The engine /usr/games/stockfish has ended by itself. It is started again …".
  public var description: String { "The engine \(path) \(advice)" }
}
