/// The origin of a console message: how somebody asked, and the command's id.
package struct Origin: Sendable, Hashable {
  /// How somebody asked.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    /// Somebody said it.
    case voice
    /// Somebody typed it, or a program sent it as plain words.
    case typed
    /// A program sent it as a JSON object.
    case program
  }

  /// A program's identification of its command.
  package enum ID: Sendable, Hashable {
    /// At most ``maximumLength`` bytes of UTF-8, without control characters.
    case text(String)
    /// From −``greatestNumber`` to ``greatestNumber``.
    case number(Int)
    /// The id is unreadable.
    case unreadable

    /// The longest text, in bytes.
    package static let maximumLength = 64
    /// The greatest integer that every JSON reader represents exactly: 2⁵³ − 1.
    package static let greatestNumber = 9_007_199_254_740_991

    /// Its JSON form.
    var json: JSONLine.Value {
      switch self {
      case .text(let text): .string(text)
      case .number(let number): .integer(number)
      case .unreadable: .null
      }
    }
  }

  /// How somebody asked.
  package var source: Source
  /// The command's id; nil if it has none.
  package var id: ID?
  /// Whether the line was shown before, and is repeated on request.
  package var isRepeated = false

  /// The origin of a request by `source`.
  package init(_ source: Source, id: ID? = nil) {
    self.source = source
    self.id = id
  }

  /// Typed by a person.
  package static let typed = Origin(.typed)
  /// Spoken by a person.
  package static let voice = Origin(.voice)

  /// Adds `source`, `answers` and `repeated` to an object for programs.
  func add(to line: inout JSONLine) {
    line.add("source", .string(source.rawValue))
    if let id { line.add("answers", id.json) }
    if isRepeated { line.add("repeated", .flag(true)) }
  }
}
