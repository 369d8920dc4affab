import Chess
import ChessLanguage
import Dialogue
import LanguageModel

/// Parses the commands of programs: a JSON object per line.
package enum ProgramCommand {
  private typealias Members = [String: JSONNode.Value]

  /// A command's members, and the equivalent typed line.
  private struct Form: Sendable {
    var members: [String] = []
    /// The members' meaning, for an error message.
    var meaning = ""
    /// The equivalent typed line; nil if a member is missing or malformed.
    var typed: @Sendable (Members) -> String?

    /// A command without members.
    static func plain(_ text: String) -> Form { Form { _ in text } }

    /// A command with one member.
    static func with(
      _ member: String, _ meaning: String, _ typed: @escaping @Sendable (JSONNode.Value?) -> String?
    ) -> Form {
      Form(members: [member], meaning: "the member \(member): \(meaning)") { typed($0[member]) }
    }
  }

  /// Why a command is refused, with its id.
  package struct Refused: Error, Sendable, Hashable {
    package var rejection: ConsoleMessage.Rejection
    package var origin: Origin
  }

  /// The commands without members that are typed by the same name.
  private static let plain = [
    "start", "stop", "status", "help", "config", "position", "repeat", "hint", "undo", "resign",
    "draw", "moves", "last", "fen", "pgn", "games", "yes", "no", "mute", "unmute", "players",
  ]

  private static let forms: KeyValuePairs<String, Form> = [
    "show": .plain("board"),
    "move": .with("move", "a move in SAN or UCI, such as \"Nf3\" or \"g1f3\"") { notation($0) },
    "correct": .with("move", "a move in SAN or UCI, in the place of the last one") {
      notation($0).map { "no \($0)" }
    },
    "say": .with("text", "what a person would type") { text($0) },
    "choose": .with("choice", "the number of a choice, from 1") {
      number($0, in: 1...99).map { String($0) }
    },
    "level": .with("level", "a whole number from 1 to 8") {
      number($0, in: Command.levels).map { "level \($0)" }
    },
    "name": Form(
      members: ["color", "name"],
      meaning: "the members color, \"white\" or \"black\", and name: who has it"
    ) { members in
      guard let color = color(members["color"]), let name = text(members["name"]) else {
        return nil
      }
      return "\(color.name) is \(name)"
    },
    "new-game": Form(
      members: ["color", "level", "minutes", "increment"],
      meaning: "at most the members color (yours, \"white\" or \"black\"), level (1 to 8), "
        + "minutes (1 to 300) and, with it, increment (0 to 300 seconds)", typed: newGame),
    "set-up": .with("position", "a position in FEN, or the moves of a game") {
      // A position has numbers, and so has a move.
      text($0).flatMap { $0.contains(where: \.isNumber) ? "set up \($0)" : nil }
    },
  ]

  /// The commands' names.
  package static var names: [String] { plain + forms.map(\.key) }

  /// Whether a line looks like an object.
  package static func isObject(_ line: String) -> Bool {
    line.utf8.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "{")
  }

  /// The typed line that is equivalent to the object `text`.
  package static func line(_ text: String) throws(Refused) -> ConsoleLine {
    let members = try object(text)
    let origin = try origin(members)
    func refused(_ code: String, _ reason: String) -> Refused {
      Refused(rejection: .init(code: code, reason: .verbatim(reason)), origin: origin)
    }
    guard case .string(let name) = members["command"] else {
      throw refused("wrong_member", "The object needs the member command: a command's name.")
    }
    let form = plain.contains(name) ? Form.plain(name) : forms.first { $0.key == name }?.value
    guard let form else {
      throw refused(
        "unknown_command",
        "There is no command \"\(name)\"; there are \(names.joined(separator: ", ")).")
    }
    let known = ["command", "id"] + form.members
    if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw refused(
        "wrong_member",
        "The command \(name) has no member \"\(other)\"; it has \(known.joined(separator: ", ")).")
    }
    if let member = form.members.first(where: { hasControls(members[$0]) }) {
      throw refused(
        "wrong_member",
        "The member \(member) has a line end or another control character; send it without.")
    }
    guard let typed = form.typed(members) else {
      let isComplete = form.members.allSatisfy { members[$0] != nil }
      let wrong = isComplete ? " cannot use its \(form.members.joined(separator: " and ")). It" : ""
      throw refused("wrong_member", "The command \(name)\(wrong) needs \(form.meaning).")
    }
    return ConsoleLine(typed, from: origin, canBePasted: name == "say")
  }

  @Sendable
  private static func newGame(_ members: Members) -> String? {
    var words = ["new game"]
    if let value = members["color"] {
      guard let color = color(value) else { return nil }
      words.append("as \(color.name)")
    }
    if let value = members["level"] {
      guard let level = number(value, in: Command.levels) else { return nil }
      words.append("level \(level)")
    }
    let increment = number(members["increment"] ?? .number("0"), in: TimeControl.allSeconds)
    if let value = members["minutes"] {
      guard let minutes = number(value, in: TimeControl.allMinutes), let increment else {
        return nil
      }
      words.append("\(minutes)+\(increment)")
    } else if members["increment"] != nil {
      return nil
    }
    return words.joined(separator: " ")
  }

  private static func object(_ text: String) throws(Refused) -> Members {
    // The assembler's replacement for bytes that are not UTF-8.
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

  private static func origin(_ members: Members) throws(Refused) -> Origin {
    guard let value = members["id"] else { return Origin(.program) }
    if let id = Origin.ID(value) { return Origin(.program, id: id) }
    throw Refused(
      rejection: .init(
        code: "wrong_member",
        reason: .verbatim(
          "The member id is a whole number of at most 53 bits, or a text of at most "
            + "\(Origin.ID.maximumLength) bytes without control characters.")),
      origin: Origin(.program, id: .unreadable))
  }

  private static func color(_ value: JSONNode.Value?) -> Color? {
    guard case .string(let name) = value else { return nil }
    return Color.allCases.first { $0.name == name }
  }

  /// Whether it is a text with control characters.
  private static func hasControls(_ value: JSONNode.Value?) -> Bool {
    guard case .string(let text) = value else { return false }
    return text != text.printable || text.contains("\n")
  }

  /// A text without control characters; nil for anything else.
  fileprivate static func text(_ value: JSONNode.Value?) -> String? {
    guard case .string(let text) = value, !hasControls(value),
      text.contains(where: { !$0.isWhitespace })
    else { return nil }
    return text
  }

  private static func notation(_ value: JSONNode.Value?) -> String? {
    text(value).flatMap { TypedText.isNotation($0) ? $0 : nil }
  }

  fileprivate static func number(_ value: JSONNode.Value?, in range: ClosedRange<Int>) -> Int? {
    guard case .number(let digits) = value, let number = Int(digits), range.contains(number) else {
      return nil
    }
    return number
  }
}

extension Origin.ID {
  /// A command's `id`; nil if it is neither such a number nor such a text.
  package init?(_ value: JSONNode.Value?) {
    if let number = ProgramCommand.number(value, in: -Self.greatestNumber...Self.greatestNumber) {
      self = .number(number)
    } else if let text = ProgramCommand.text(value), text.utf8.count <= Self.maximumLength {
      self = .text(text)
    } else {
      return nil
    }
  }
}
