/// What is wrong with a written position, move or game.
public struct ChessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is, for a program.
  public enum Code: String, Hashable, Sendable {
    /// The text is not FEN.
    case malformedFEN
    /// The FEN can be read but describes an impossible position.
    case illegalPosition
    /// The text is not a move in the expected notation.
    case malformedMove
    /// The move is well formed but not legal in the position.
    case illegalMove
    /// The game is over, so nothing can be played.
    case gameOver
    /// The notation fits several legal moves.
    case ambiguousMove
    /// The text is not PGN.
    case malformedPGN
    /// The text exceeds a limit that bounds memory use.
    case tooLarge
  }

  /// What kind of mistake it is.
  public var code: Code
  /// What was attempted, such as "reading the FEN".
  public var activity: String
  /// The text in question, shortened.
  public var subject: String
  /// Counted from 1; nil if the text has only one line.
  public var line: Int?
  /// Counted from 1.
  public var column: Int?
  /// What is wrong, and what was expected.
  public var reason: String

  /// Describes a mistake; `subject` is cut to 100 characters and escaped for a console.
  public init(
    _ code: Code, _ activity: String, _ subject: String, line: Int? = nil, column: Int? = nil,
    _ reason: String
  ) {
    self.code = code
    self.activity = activity
    self.subject = ChessError.shortened(subject)
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// One line: what was attempted, on what, where, and what is wrong.
  public var description: String {
    var place = ""
    if let line { place += ", line \(line)" }
    if let column { place += ", column \(column)" }
    let on = subject.isEmpty ? "" : " \"\(subject)\""
    return "\(activity)\(on)\(place): \(reason)"
  }

  /// At most 100 characters, with anything that could disturb a console escaped.
  static func shortened(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(100) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        result += scalar.escaped(asASCII: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.dropFirst(100).isEmpty ? result : result + "…"
  }
}
