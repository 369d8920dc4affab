import Chess
import ChessLanguage
import Dialogue
import LanguageModel

/// Reads the commands that programs send: a JSON object on a line.
package enum ProgramCommand {
  /// A command's member, and the line that a person would type instead.
  private struct Form: Sendable {
    /// The member; nil: none.
    var member: String?
    /// Its form, for an error message.
    var meaning = ""
    /// The line that a person would type; nil if the member is missing or has another form.
    var typed: @Sendable (JSONNode.Value?) -> String?

    /// A command without members.
    static func plain(_ text: String) -> Form { Form { _ in text } }
  }

  /// Why a command is refused, and what it said of itself.
  package struct Refused: Error, Sendable, Hashable {
    package var rejection: ConsoleMessage.Rejection
    package var origin: Origin
  }

  private static let forms: [(name: String, form: Form)] =
    [
      "start", "stop", "status", "help", "config", "position", "repeat", "hint", "undo", "resign",
      "draw", "moves", "last", "fen", "pgn", "games", "yes", "no", "mute", "unmute",
    ].map { ($0, .plain($0)) } + [
      ("show", .plain("board")),
      (
        "move",
        Form(member: "move", meaning: "a move in SAN or UCI, such as \"Nf3\" or \"g1f3\"") {
          value in
          text(value).flatMap { TypedText.isNotation($0) ? $0 : nil }
        }
      ),
      (
        "correct",
        Form(member: "move", meaning: "a move in SAN or UCI, in the place of the last one") {
          value in
          text(value).flatMap { TypedText.isNotation($0) ? "no \($0)" : nil }
        }
      ),
      (
        "say",
        Form(member: "text", meaning: "what a person would type") { text($0) }
      ),
      (
        "choose",
        Form(member: "choice", meaning: "the number of a choice, from 1") { value in
          number(value, in: 1...99).map { String($0) }
        }
      ),
      (
        "level",
        Form(member: "level", meaning: "a whole number from 1 to 8") { value in
          number(value, in: Command.levels).map { "level \($0)" }
        }
      ),
      (
        "new-game",
        Form(member: "color", meaning: "your color, \"white\" or \"black\"") {
          value in
          guard let value else { return "new game" }
          return text(value).flatMap { name in Color.allCases.first { $0.name == name } }
            .map { "new game as \($0.name)" }
        }
      ),
      (
        "set-up",
        Form(member: "position", meaning: "a position in FEN, or the moves of a game") { value in
          text(value).map { "set up \($0)" }
        }
      ),
    ]

  /// The commands' names.
  package static var names: [String] { forms.map(\.name) }

  /// Whether a line is meant as an object.
  package static func isObject(_ line: String) -> Bool {
    line.utf8.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "{")
  }

  /// The line that a person would type in the place of the object `text`.
  package static func line(_ text: String) throws(Refused) -> ConsoleLine {
    let members = try object(text)
    let origin = try origin(members)
    func refused(_ code: String, _ reason: String) -> Refused {
      Refused(rejection: .init(code: code, reason: .verbatim(reason)), origin: origin)
    }
    guard case .string(let name) = members["command"] else {
      throw refused("wrong_member", "The object needs the member command: a command's name.")
    }
    guard let form = forms.first(where: { $0.name == name })?.form else {
      throw refused(
        "unknown_command",
        "There is no command \"\(name)\"; there are \(names.joined(separator: ", ")).")
    }
    let known = ["command", "id", form.member].compactMap { $0 }
    if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw refused(
        "wrong_member",
        "The command \(name) has no member \"\(other)\"; it has \(known.joined(separator: ", ")).")
    }
    let value = form.member.flatMap { members[$0] }
    guard let typed = form.typed(value) else {
      throw refused(
        "wrong_member",
        "The command \(name) needs the member \(form.member ?? "command"): \(form.meaning).")
    }
    return ConsoleLine(typed, from: origin)
  }

  private static func object(_ text: String) throws(Refused) -> [String: JSONNode.Value] {
    // What an assembler has put in the place of bytes that are not UTF-8.
    guard !text.contains("\u{FFFD}") else { throw damaged("the text is not UTF-8") }
    do throws(JSONNode.Malformed) {
      guard case .object(let members) = try JSONNode.parse(Array(text.utf8)).value else {
        return [:]
      }
      return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value.value) })
    } catch {
      throw damaged(error.message)
    }
  }

  private static func damaged(_ message: String) -> Refused {
    Refused(
      rejection: .init(
        code: "damaged_command",
        reason: .verbatim(
          "The line is not a JSON object: \(message). Send one object on one line.")),
      origin: Origin(.program, id: .unreadable))
  }

  private static func origin(_ members: [String: JSONNode.Value]) throws(Refused) -> Origin {
    guard let value = members["id"] else { return Origin(.program) }
    if let number = number(value, in: -Origin.ID.greatestNumber...Origin.ID.greatestNumber) {
      return Origin(.program, id: .number(number))
    }
    if let text = text(value), text.utf8.count <= Origin.ID.maximumLength {
      return Origin(.program, id: .text(text))
    }
    throw Refused(
      rejection: .init(
        code: "wrong_member",
        reason: .verbatim(
          "The member id is a whole number of at most 53 bits, or a text of at most "
            + "\(Origin.ID.maximumLength) bytes without control characters.")),
      origin: Origin(.program, id: .unreadable))
  }

  /// A text without control characters; nil for anything else.
  private static func text(_ value: JSONNode.Value?) -> String? {
    guard case .string(let text) = value, text == text.printable, !text.contains("\n"),
      text.contains(where: { !$0.isWhitespace })
    else { return nil }
    return text
  }

  private static func number(_ value: JSONNode.Value?, in range: ClosedRange<Int>) -> Int? {
    guard case .number(let digits) = value, let number = Int(digits), range.contains(number) else {
      return nil
    }
    return number
  }
}
