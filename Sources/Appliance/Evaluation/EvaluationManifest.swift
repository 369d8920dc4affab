import Chess
import ChessLanguage
import DeviceIO
import LanguageModel

/// One recording with the right answer: a line of an evaluation manifest.
package struct EvaluationCase: Sendable, Hashable {
  /// The right answer.
  package enum Expectation: Sendable, Hashable {
    /// This legal move.
    case move(Move)
    /// This command, carried out or about to be confirmed; `nil` is the "no" to a question.
    case command(Command?)
    /// The end of the game with this result.
    case result(GameResult)
    /// The last move replaced by this one.
    case correction(Move)
    /// A refusal: no move and no command.
    case refusal
    /// These words, with any meaning.
    case words(String)
  }

  /// The line of the manifest, counted from 1.
  package var line: Int
  /// The case's name in reports: the manifest's `id`, or its audio file's name.
  package var id: String
  /// The group that it counts towards: the manifest's `group`, or "all".
  package var group: String
  /// The recording's path, absolute or from the working directory.
  package var audio: String
  /// Another recording of the same phrase, used after a refusal; nil: there is none.
  package var again: String?
  /// The position of the recording, before the lines of `typed`.
  package var position: Position
  /// The lines to type before it, in order: they may make moves or open a question.
  package var typed: [String] = []
  /// The right answer.
  package var expectation: Expectation
}

/// The list of recordings to evaluate, one JSON object per line.
package struct EvaluationManifest: Sendable, Hashable {
  /// An invalid line, and what is wrong with it.
  package struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The manifest's name.
    package var file: String
    /// The line, counted from 1.
    package var line: Int
    /// The mistake, and the correct form.
    package var message: String

    /// The file, the line and the mistake, in one line.
    package var description: String { "\(file):\(line): \(message)" }
  }

  /// The longest accepted line, in bytes; a longer one is a problem.
  package static let maximumLineLength = 64 * 1024

  /// The recordings, in the order of the lines.
  package var cases: [EvaluationCase] = []
  /// The mistakes in the other lines. If there are any, don't measure.
  package var problems: [Problem] = []

  /// Reads a manifest; invalid lines become problems, the others count.
  ///
  /// - Parameters:
  ///   - text: The manifest's bytes.
  ///   - file: Its name, for problems; `audio` is relative to its folder.
  ///   - position: The position of cases without one.
  package init(
    _ text: some Collection<UInt8>, file: String, position: Position = .start
  ) {
    (cases, problems) = Self.cases(in: text, file: file) { bytes, line, folder throws(PlainError) in
      let entry = try ManifestEntry(bytes)
      guard let audio = try entry.path("audio", in: folder), !audio.isEmpty else {
        throw PlainError("no \"audio\"; it names the recording, relative to the manifest")
      }
      let position = try entry.position ?? position
      return EvaluationCase(
        line: line, id: try entry.text("id") ?? Self.name(of: audio),
        group: try entry.text("group") ?? "all", audio: audio,
        again: try entry.path("again", in: folder), position: position, typed: try entry.typed,
        expectation: try entry.expectation(in: position))
    }
  }

  /// Reads each line that is not blank; `read` gets its bytes, its number, and the file's folder.
  static func cases<Case>(
    in text: some Collection<UInt8>, file: String,
    _ read: (_ bytes: [UInt8], _ line: Int, _ folder: String) throws(PlainError) -> Case
  ) -> (cases: [Case], problems: [Problem]) {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var (cases, problems): ([Case], [Problem]) = ([], [])
    for (index, bytes) in lines.enumerated()
    where !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      do throws(PlainError) {
        guard bytes.count <= maximumLineLength else {
          throw PlainError(
            "longer than \(maximumLineLength) bytes; one JSON object a line")
        }
        cases.append(try read(Array(bytes), index + 1, folder))
      } catch {
        problems.append(Problem(file: file, line: index + 1, message: error.description))
      }
    }
    return (cases, problems)
  }

  /// The largest number of further lines that a folded problem names.
  private static let namedLines = 20

  /// Each kind of problem once: at its first line, with the other lines.
  package var foldedProblems: [Problem] {
    var folded: [Problem] = []
    var lines: [String: [Int]] = [:]
    for problem in problems {
      if lines[problem.message, default: []].isEmpty { folded.append(problem) }
      lines[problem.message, default: []].append(problem.line)
    }
    for (index, problem) in folded.enumerated() {
      let others = lines[problem.message, default: []].dropFirst()
      guard !others.isEmpty else { continue }
      let named = others.prefix(Self.namedLines).map { "\($0)" }.joined(separator: ", ")
      let rest = others.count - Self.namedLines
      let more = rest > 0 ? " and \(rest) more" : ""
      folded[index].message += " (and line\(others.count == 1 ? "" : "s") \(named)\(more))"
    }
    return folded
  }

  /// A line's object.
  static func object(_ bytes: [UInt8]) throws(PlainError) -> JSONNode {
    do throws(JSONNode.Malformed) {
      let node = try JSONNode.parse(bytes)
      if case .object = node.value { return node }
    } catch {
      let column = JSONNode.place(of: error.offset, in: bytes).column
      throw PlainError("not a JSON object: \(error.message) (column \(column))")
    }
    throw PlainError("not a JSON object: one is needed on each line")
  }

  /// A path's last component without its extension.
  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
    return String(last[..<dot])
  }
}

/// A manifest's line as written.
private struct ManifestEntry {
  private let node: JSONNode

  init(_ bytes: [UInt8]) throws(PlainError) { node = try EvaluationManifest.object(bytes) }

  /// The member; nil if it is missing or null.
  private func member(_ name: String) -> JSONNode? {
    if case .null? = node[name]?.value { return nil }
    return node[name]
  }

  func text(_ name: String) throws(PlainError) -> String? {
    guard let member = member(name) else { return nil }
    guard let text = member.text else { throw wrongType(name) }
    return text
  }

  /// A recording's path, in the manifest's folder.
  func path(_ name: String, in folder: String) throws(PlainError) -> String? {
    guard let path = try text(name) else { return nil }
    guard !path.utf8.contains(0) else {
      throw PlainError("\"\(name)\" has a zero byte in it, which no path has")
    }
    return path.hasPrefix("/") || path.isEmpty ? path : folder + path
  }

  var typed: [String] {
    get throws(PlainError) {
      guard let member = member("typed") else { return [] }
      guard let lines = member.texts else { throw wrongType("typed") }
      return lines
    }
  }

  /// The line's own position; nil if it has none.
  var position: Position? {
    get throws(PlainError) {
      guard let fen = try text("fen") else { return nil }
      do {
        return try Position(fen: fen)
      } catch {
        throw PlainError(error.description)
      }
    }
  }

  func expectation(in position: Position) throws(PlainError) -> EvaluationCase.Expectation {
    let (uci, command, phrase) = (try text("uci"), try text("command"), try text("phrase"))
    let (result, corrects) = (try text("result"), try text("corrects"))
    let members = [("uci", uci), ("command", command), ("result", result), ("corrects", corrects)]
    let named = members.filter { $0.1 != nil }.map { "\"\($0.0)\"" }
    guard named.count <= 1 else {
      throw PlainError(
        "\(named.joined(separator: " and ")): only one of them can be right")
    }
    if let command { return .command(try Self.command(command)) }
    if let result {
      guard let result = GameResult(rawValue: result), result != .unfinished else {
        throw PlainError("\"result\" is \"1-0\", \"0-1\" or \"1/2-1/2\"")
      }
      return .result(result)
    }
    if let corrects { return .correction(try Self.move(corrects)) }
    if let uci {
      // After typed lines, only they show whether it is legal.
      guard try typed.isEmpty else { return .move(try Self.move(uci)) }
      do {
        return .move(try position.move(uci: uci))
      } catch {
        throw PlainError(error.description)
      }
    }
    // Null stands for no move; a missing member says nothing.
    if node["uci"] != nil { return .refusal }
    if let phrase { return .words(phrase) }
    throw PlainError(
      "neither \"uci\" (null where it must be refused), \"phrase\", \"command\", "
        + "\"result\" nor \"corrects\": the line gives no right answer")
  }

  private func wrongType(_ name: String) -> PlainError {
    PlainError("\"\(name)\" has the wrong type")
  }

  private static func command(_ name: String) throws(PlainError) -> Command? {
    if name == "no" { return nil }
    guard let command = Command(rawValue: name) else {
      throw PlainError(
        "\"command\" is \"no\" or one of "
          + Command.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return command
  }

  private static func move(_ uci: String) throws(PlainError) -> Move {
    guard let move = Move(uci: uci) else {
      throw PlainError("\"\(uci)\" is not a move in UCI notation, such as g1f3")
    }
    return move
  }
}
