/// Where a console message comes from: how somebody asked, and which command it answers.
package struct Origin: Sendable, Hashable {
  /// How something was asked for.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    /// Somebody said it.
    case voice
    /// Somebody typed it, or a program sent it as plain words.
    case typed
    /// A program sent it as a JSON object.
    case program
  }

  /// By what a program knows its command again.
  package enum ID: Sendable, Hashable {
    /// At most ``maximumLength`` bytes of UTF-8, without control characters.
    case text(String)
    /// From −``greatestNumber`` to ``greatestNumber``.
    case number(Int)
    /// The command has none that can be read.
    case unreadable

    /// The longest text, in bytes.
    package static let maximumLength = 64
    /// The greatest number that every program's JSON reader keeps exactly: 2⁵³ − 1.
    package static let greatestNumber = 9_007_199_254_740_991

    /// How it is written.
    var json: JSONLine.Value {
      switch self {
      case .text(let text): .string(text)
      case .number(let number): .integer(number)
      case .unreadable: .null
      }
    }
  }

  /// How it was asked for.
  package var source: Source
  /// The command's identification; nil if it has none.
  package var id: ID?
  /// Whether the line has been shown before, and is shown again because somebody asked for that.
  package var isRepeated = false

  /// The origin of what `source` asked for.
  package init(_ source: Source, id: ID? = nil) {
    self.source = source
    self.id = id
  }

  /// Typed by somebody.
  package static let typed = Origin(.typed)
  /// Said by somebody.
  package static let voice = Origin(.voice)

  /// Adds `source`, `answers` and `repeated` to an object for programs.
  func add(to line: inout JSONLine) {
    line.add("source", .string(source.rawValue))
    if let id { line.add("answers", id.json) }
    if isRepeated { line.add("repeated", .flag(true)) }
  }
}
