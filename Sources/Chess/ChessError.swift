import Localization

/// A mistake in a written position, move or game.
public struct ChessError: ExplainedError, Hashable, Sendable {
  /// The kind of mistake, for programs.
  public enum Code: String, Hashable, Sendable {
    /// The text is not FEN.
    case malformedFEN
    /// The FEN is readable but describes an impossible position.
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

  /// The kind of mistake.
  public var code: Code
  /// What was attempted, such as "reading the FEN".
  public var activity: String { attempt.description }
  /// The text in question, shortened.
  public var subject: String
  /// Counted from 1; nil if the text has only one line.
  public var line: Int?
  /// Counted from 1.
  public var column: Int?
  /// The mistake, and the correct form.
  public var reason: String { explanation.description }
  /// The same as `activity`, for translations.
  package var attempt: Message
  /// The same as `reason`, for translations.
  package var explanation: Message

  /// Describes a mistake; cuts `subject` to 100 characters and escapes it for a console.
  package init(
    _ code: Code, _ activity: Message, _ subject: String, line: Int? = nil, column: Int? = nil,
    _ reason: Message
  ) {
    self.code = code
    attempt = activity
    self.subject = ChessError.shortened(subject)
    self.line = line
    self.column = column
    explanation = reason
  }

  /// One line: the attempt, its subject, the place, and the mistake.
  public var message: Message {
    let what = subject.isEmpty ? [attempt] : [attempt, .verbatim(subject).quoted]
    let place = [line.map { Message("line \($0)") }, column.map { Message("column \($0)") }]
    let parts = [.joined(what)] + place.compactMap(\.self)
    return .joined([.joined(parts, separator: ", "), explanation], separator: ": ")
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
