/// What went wrong with a position, a move or a game that somebody wrote down.
public struct ChessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is, for a program.
  public enum Code: String, Hashable, Sendable {
    /// The text is no FEN.
    case malformedFEN
    /// The FEN can be read but describes a position that no game has.
    case illegalPosition
    /// The text is no move in the notation expected.
    case malformedMove
    /// The move is well formed but not legal in the position.
    case illegalMove
    /// The game is over, so nothing can be played.
    case gameOver
    /// The notation fits several legal moves.
    case ambiguousMove
    /// The text is no PGN.
    case malformedPGN
    /// The text is larger than a bound that keeps memory small.
    case tooLarge
  }

  /// What kind of mistake it is.
  public var code: Code
  /// What was being done, such as "reading the FEN".
  public var activity: String
  /// On what: the text in question, shortened.
  public var subject: String
  /// 1 for the first line; nil if the text has one line only.
  public var line: Int?
  /// 1 for the first character.
  public var column: Int?
  /// What is wrong, and what was expected.
  public var reason: String

  /// Describes a mistake; `subject` is shortened to 100 characters, and what would disturb a
  /// console is escaped.
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

  /// One line: what was being done, on what, where, and what is wrong.
  public var description: String {
    var place = ""
    if let line { place += ", line \(line)" }
    if let column { place += ", column \(column)" }
    let on = subject.isEmpty ? "" : " \"\(subject)\""
    return "\(activity)\(on)\(place): \(reason)"
  }

  /// At most 100 characters, with anything that would disturb a console escaped.
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
