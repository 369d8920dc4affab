import Chess
import Dialogue
import Foundation
import TestSupport
import Testing

@testable import Appliance
@testable import ApplianceCore

/// The console shows the same screens as the documents.
@Suite(.timeLimit(.patientMinutes(2))) struct ReadmeScreensTests {
  /// The typed lines, the position before them, and the lines omitted from the README.
  private struct Session {
    var fen = Position.start.fen
    var lines: [String]
    var board: BoardDrawing?
    /// How many lines at the beginning the README omits.
    var dropped = 1
    /// A language other than English.
    var locale: String?
  }

  /// A game in each language with messages: an opening, a move, a refusal, a question, a result.
  private static let languages = [
    Session(
      lines: [
        "spiele sizilianische Verteidigung", "Springer f drei", "Dame h fünf", "aufgeben", "ja", "",
      ], locale: "de_DE"),
    Session(
      lines: ["juega la siciliana", "caballo f tres", "dama h cinco", "abandono", "sí", ""],
      locale: "es_ES"),
    Session(
      lines: ["joue la sicilienne", "cavalier f trois", "dame h cinq", "j'abandonne", "oui", ""],
      locale: "fr_FR"),
    Session(
      lines: ["gioca la siciliana", "cavallo f tre", "donna h cinque", "abbandono", "sì", ""],
      locale: "it_IT"),
    Session(
      lines: ["speel Siciliaans", "paard f drie", "dame h vijf", "ik geef op", "ja", ""],
      locale: "nl_NL"),
  ]

  private static let sessions = [
    Session(
      fen: "r1bq1r1k/pp1nbppp/2p1pn2/3pN3/3P1B2/2NBP3/PPP2PPP/R2QK2R w KQ - 0 12",
      lines: ["knight takes f seven check", ""], dropped: 2),
    Session(lines: ["e4", "e5", "Nf3", "Nc6", "Bc4", "N\t"]),
    Session(lines: ["e4", ""], board: BoardDrawing()),
    Session(lines: ["Nf3", "d5", "d3", "d4", "nd2", ""]),
  ]

  /// The screen of a terminal of 80 columns: the typed lines and their answers.
  private func shown(of session: Session) throws -> [String] {
    let pack = try session.locale.map { try PackLanguage($0) }
    let translation = pack?.translation ?? .english
    var dialogue = ChessDialogue(
      language: try pack?.language ?? EnglishLanguage.shared.get(),
      game: Game(start: try Position(fen: session.fen)), translation: translation)
    var formatter = ConsoleFormatter(
      format: .text, surface: .rawTerminal, hasLetters: pack != nil, translation: translation)
    var editor = LineEditor()
    let time = TimeStamp(wall: 0, monotonic: 0)
    var sent = formatter.bytes(for: .state(.available), at: time)
    for byte in session.lines.joined(separator: "\r").utf8 {
      editor.completions = dialogue.completions
      switch editor.receive(byte) {
      case .edited: sent += formatter.bytes(forTyped: editor.head, editor.tail)
      case .choices(let choices): sent += formatter.bytes(forChoices: choices)
      case .line(let line):
        sent += formatter.bytesForTypedLine()
        let before = dialogue.game
        for response in dialogue.read(line) {
          sent += formatter.bytes(for: .response(response, nil), at: time)
        }
        if let board = session.board, dialogue.game != before {
          sent += formatter.bytes(for: .board(board.lines(of: dialogue.game)), at: time)
        }
      default: break
      }
    }
    return screen(sent).filter { !$0.isEmpty }
  }

  /// The documents' blocks that show screens: they have a typed line, a move, or "ready".
  private func screens() throws -> [[String]] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try ["README.md", "grammars/README.md", "deploy/USING.md"].map {
      try String(contentsOf: package.appending(path: $0), encoding: .utf8)
    }
    let lines = text.joined(separator: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    let blocks = lines.split { !$0.hasPrefix("    ") }.map { $0.map { String($0.dropFirst(4)) } }
    return blocks.filter { block in
      block.contains { line in
        let isMove = line.prefix { $0.isNumber }.count > 0 && line.contains(". ")
        return isMove || line.hasPrefix(">") || line.hasPrefix("Ready:")
      }
    }
  }

  @Test func theDocumentsShowTheConsolesScreens() throws {
    var screens = try screens()
    let demonstration = try #require(screens.first)
    screens.removeFirst()
    let made = try (Self.languages + Self.sessions).map { session in
      Array(try shown(of: session).dropFirst(session.dropped))
    }
    let english = Array(made.dropFirst(Self.languages.count))
    // The final prompt is omitted unless it shows something.
    let expected =
      (made.prefix(Self.languages.count) + english.prefix(1)).map { Array($0.dropLast()) }
      + english.dropFirst()
    #expect(screens == expected)

    // Without the lights, the keys and the board, but in the same order.
    let demo = try Program().run("demo")
    #expect(demo.status == 0, "\(demo.errors)")
    var rest = demo.lines[...]
    for line in demonstration {
      let index = try #require(rest.firstIndex(of: line), "\(line) is not in: \(demo.output)")
      rest = rest[(index + 1)...]
    }
  }
}
