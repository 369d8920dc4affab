import ApplianceCore
import Chess
import Dialogue
import Foundation
import TestSupport
import Testing

@testable import Appliance

/// The screens that the README shows are what the console shows.
@Suite struct ReadmeScreensTests {
  /// What a terminal of 80 columns shows of lines that are typed and of what comes of them.
  private func shown(of lines: [String], board: BoardDrawing?) throws -> [String] {
    var dialogue = ChessDialogue(language: try EnglishLanguage.shared.get(), game: Game())
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    var editor = LineEditor()
    let time = TimeStamp(wall: 0, monotonic: 0)
    var sent = formatter.bytes(for: .state(.available), at: time)
    for byte in lines.joined(separator: "\r").utf8 {
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
        if let board, dialogue.game != before {
          sent += formatter.bytes(for: .board(board.lines(of: dialogue.game)), at: time)
        }
      default: break
      }
    }
    return screen(sent)
  }

  @Test(arguments: [
    (["Nf3", "d5", "d3", "d4", "nd2", ""], nil as BoardDrawing?),
    (["e4", ""], BoardDrawing()),
    (["e4", "e5", "Nf3", "Nc6", "Bc4", "N\t"], nil),
  ])
  func theReadmeShowsWhatTheConsoleShows(lines: [String], board: BoardDrawing?) throws {
    let shown = try shown(of: lines, board: board).filter { !$0.isEmpty }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
    let block = shown.dropFirst().map { "    " + $0 }.joined(separator: "\n")
    #expect(readme.contains(block), "the README does not show:\n\(block)")
  }
}
