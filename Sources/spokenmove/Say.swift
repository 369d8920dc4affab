import Appliance
import ApplianceCore
import ArgumentParser
import Chess
import ChessLanguage
import Localization
import Program

/// Prints the phrases of a position.
struct Say: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print every legal move of a position, with the ways to say it.",
    discussion: """
      Prints only unambiguous phrases, the most common first.

      With "--fen -", reads positions from standard input, one FEN per line, and prints a JSON object per line: {"fen": …, \
      "moves": [{"uci": …, "san": …, "phrases": […]}, …]}, or {"fen": …, "error": …} if the line is not a position.

      Exit status: 0 success, 1 failure, 2 wrong usage, 3 some lines were no positions.
      """)

  @Option(
    help: ArgumentHelp(
      "The position; - reads positions from standard input. Default: the start of a game.",
      valueName: "fen|-"))
  var fen: String?

  @Flag(help: "Print a JSON object instead of a table.")
  var json = false

  @Option(help: ArgumentHelp("Print at most this many phrases per move.", valueName: "count"))
  var limit = 24

  @OptionGroup var options: RecognitionOptions

  func validate() throws {
    guard (0...1_000).contains(limit) else {
      throw ValidationError("--limit is from 0 to 1000, not \(limit).")
    }
    _ = try position()
  }

  func run() async throws {
    let position = try self.position()
    var configuration = try options.configuration()
    configuration.game = true
    let language = try configuration.chessLanguage(
      with: configuration.recognition.acousticModel())
    if fen == "-" {
      var isComplete = true
      var number = 0
      while let line = try InputLines.next() {
        number += 1
        do {
          StandardOutput.write(object(line.text, try Self.position(in: line), in: language))
        } catch {
          isComplete = false
          StandardOutput.write(
            JSONLine(["fen": .string(line.text), "error": .string("\(error)")]).line)
          StandardError.write("spokenmove: line \(number): \(error)")
        }
      }
      if !isComplete { throw ExitCode(3) }
      return
    }
    if json {
      StandardOutput.write(object(fen ?? position.fen, position, in: language))
    } else {
      for line in table(position, in: language) { StandardOutput.write(line) }
    }
  }

  /// The position of `--fen`.
  private func position() throws -> Position {
    try fen.flatMap { $0 == "-" ? nil : try Position(option: $0) } ?? .start
  }

  private static func position(in line: InputLines.Line) throws(ChessError) -> Position {
    guard !line.isTooLong else {
      throw ChessError(
        .tooLarge, Message("reading the FEN"), line.text,
        Message("the line is too long for a FEN"))
    }
    return try Position(fen: line.text)
  }

  private func object(_ fen: String, _ position: Position, in language: ChessLanguage) -> String {
    let bound = language.bound(to: .position(position))
    let moves = position.legalMoves.map { move in
      JSONLine.Value.object(
        JSONLine([
          "uci": .string(move.uci), "san": .string(position.san(of: move)),
          "phrases": .array(bound.phrases(for: move, limit: limit).map { .string($0) }),
        ]))
    }
    return JSONLine(["fen": .string(fen), "moves": .array(moves)]).line
  }

  private func table(_ position: Position, in language: ChessLanguage) -> [String] {
    let bound = language.bound(to: .position(position))
    let rows = position.legalMoves.map { move in
      (
        move.uci, position.san(of: move),
        bound.phrases(for: move, limit: limit).joined(separator: ", ")
      )
    }
    let width = rows.map(\.1.count).max() ?? 0
    return rows.map { uci, san, phrases in
      uci.padded(to: 6) + " " + san.padded(to: width + 2) + phrases
    }
  }
}
