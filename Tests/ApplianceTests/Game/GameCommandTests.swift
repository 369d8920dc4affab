import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct GameCommandTests {
  private struct Answer: Decodable {
    struct Move: Decodable {
      var uci: String
      var san: String
      var phrases: [String]
    }
    var fen: String
    var moves: [Move]?
    var error: String?
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ line: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(line.utf8))
  }

  @Test func sayListsThePhrases() throws {
    let table = try Program().run("say")
    #expect(table.status == 0 && table.lines.count == 20)
    #expect(table.lines.contains { $0.hasPrefix("g1f3   Nf3  ") && $0.contains("knight f three") })

    let json = try Program().run("say", "--json", "--fen", "k7/8/8/8/8/8/6r1/7K w - - 0 1")
    let answer = try decode(Answer.self, json.output)
    #expect(answer.fen == "k7/8/8/8/8/8/6r1/7K w - - 0 1")
    #expect(answer.moves?.map(\.san) == ["Kxg2"])
    #expect(answer.moves?.first?.phrases.contains("king takes g two") == true)

    let wrong = try Program().run("say", "--fen", "k7/8")
    #expect(wrong.status == 2 && wrong.output == "" && wrong.errors.contains("k7/8"))
    #expect(try Program().run("say", "--limit", "-1").status == 2)
  }

  @Test func sayAnswersEachPosition() throws {
    let program = try Program()
    let process = try program.start(["say", "--fen", "-", "--limit", "1"])
    let lines = [
      "k7/8/8/8/8/8/6r1/7K w - - 0 1", "", "nonsense \"\\ \u{e9}",
      String(repeating: "x", count: 9_999),
      "k7/8/8/8/8/8/6r1/7K w - - 0 1",
    ]
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    // The last line has no end.
    try typing.write(contentsOf: Data(lines.joined(separator: "\n").utf8))
    try typing.close()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 3)
    let told = outcome.errors.split(separator: "\n").map { $0.prefix(19) }
    #expect(told == ["spokenmove: line 2:", "spokenmove: line 3:", "spokenmove: line 4:"])
    let answers = try outcome.lines.map { try decode(Answer.self, $0) }
    try #require(answers.count == lines.count)
    for (line, answer) in zip(lines, answers) {
      #expect(answer.fen == String(line.prefix(1_024)))
      #expect((answer.moves == nil) == (answer.error != nil))
      #expect((answer.moves != nil) == line.hasPrefix("k7"))
    }
  }

  @Test func thePlayersNameIsChecked() throws {
    let outcome = try Program().run("say", "--player", "../../x")
    #expect(outcome.status == 1 && outcome.output == "" && outcome.errors.contains("../../x"))
    #expect(try Program().run("say", "--player", "anna", "--limit", "0").status == 0)
  }

  @Test func recognizeUsesThePosition() throws {
    let clip = try ScriptedInput.path("2-knight")
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    let text = try Program().run("recognize", "--fen", start, clip)
    #expect(text.status == 0)
    #expect(text.output.hasPrefix("\(clip): 1. Nf3  \"knight to king bishop three\""))
    let json = try Program().run("recognize", "--json", "--fen", start, clip)
    #expect(json.output.contains(#""uci":"g1f3""#) && json.output.contains(#""file":"#))
    let wrong = try Program().run("recognize", "--fen", "what", clip)
    #expect(wrong.status == 2 && wrong.errors.contains("what"))
  }

  private struct Figures: Decodable {
    struct Counts: Decodable, Equatable { var cases, right, wrong, refused: Int }
    struct Latency: Decodable { var median, p95, max: Double }
    var cases, right, wrong, refused: Int
    var groups: [String: Counts]
    var latencyMs: Latency
    var realTimeFactor: Double
    var peakRssMib: Double
  }

  @Test func evaluateMeasuresRecordings() throws {
    let program = try Program()
    let knight = try ScriptedInput.path("2-knight")
    let manifest = try program.write(
      """
      {"audio": "\(knight)", "uci": "g1f3", "group": "moves", "id": "knight"}
      {"audio": "\(knight)", "uci": null, "group": "others"}
      {"audio": "\(knight)", "phrase": "Knight to king bishop 3", "group": "words"}
      this is no case
      {"audio": "missing.wav", "uci": "e2e4"}
      {"audio": "\(knight)", "uci": "e2e5"}

      """, as: "list.jsonl")
    let report = program.folder.appending(path: "report.html").path
    let outcome = try program.run("evaluate", manifest, "--json", "--report", report, "--cases")
    #expect(outcome.status == 1)
    for line in ["list.jsonl:4: ", "list.jsonl:5: ", "list.jsonl:6: "] {
      #expect(outcome.errors.contains(line), "\(outcome.errors)")
    }
    #expect(outcome.errors.contains("4 of 4: right 2, wrong 1"))
    let figures = try decode(Figures.self, try #require(outcome.lines.last))
    #expect(figures.cases == 3 && figures.right == 2 && figures.wrong == 1)
    #expect(figures.groups["moves"] == .init(cases: 1, right: 1, wrong: 0, refused: 0))
    #expect(figures.groups["others"] == .init(cases: 1, right: 0, wrong: 1, refused: 0))
    #expect(figures.latencyMs.max >= figures.latencyMs.median && figures.latencyMs.median > 0)
    #expect(figures.realTimeFactor > 0 && figures.peakRssMib > 1)
    #expect(
      outcome.lines.contains { $0.contains(#""id":"knight""#) && $0.contains(#""got":"Nf3""#) })
    #expect(try String(contentsOfFile: report, encoding: .utf8).contains("</html>"))
  }

  @Test(arguments: ["", "\n\n", "{}\n", "\u{0}"])
  func aManifestWithoutCasesIsRefused(text: String) throws {
    let program = try Program()
    let outcome = try program.run("evaluate", try program.write(text, as: "empty.jsonl"), "--json")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.contains("no recording that can be used"))
  }

  @Test func aMissingManifestIsReportedOnce() throws {
    let outcome = try Program().run("evaluate", "/nowhere/list.jsonl")
    #expect(outcome.status == 1 && outcome.errors.contains("/nowhere/list.jsonl"))
  }

  @Test func aGameContinuesAfterTheProgramWasKilled() async throws {
    let program = try Program()
    let config = try program.write(Program.panelless, as: "c.yaml")
    for (typed, shown) in [("e2e4\n", #""san":"e4""#), ("knight f six\n", #""san":"Nf6""#)] {
      let process = try program.start(["run", "--config", config])
      let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
      try typing.write(contentsOf: Data(typed.utf8))
      try await program.waitForOutput { $0.contains(shown) }
      kill(process.processIdentifier, SIGKILL)
      process.ended()
    }
    let pgn = try program.text("state/current.pgn")
    #expect(pgn.hasSuffix("1. e4 Nf6 *\n"))
  }
}
