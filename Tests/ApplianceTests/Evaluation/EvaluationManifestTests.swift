import Chess
import Testing

@testable import Appliance

@Suite struct EvaluationManifestTests {
  private func manifest(_ text: String, file: String = "set/list.jsonl") -> EvaluationManifest {
    EvaluationManifest(text.utf8, file: file)
  }

  @Test func aLineGivesTheRightAnswer() throws {
    let manifest = manifest(
      """
      {"audio": "a.wav", "uci": "e2e4", "group": "voices", "id": "one", "phrase": "e four"}
      {"audio": "sub/b.flac", "uci": null, "fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1"}

      {"audio": "/tmp/c.wav", "phrase": "Play the Winawer variation"}\r
      """)
    #expect(manifest.problems.isEmpty)
    let cases = manifest.cases
    try #require(cases.count == 3)
    let move = try Position.start.move(uci: "e2e4")
    #expect(cases[0].expectation == .move(move))
    #expect(cases[0].audio == "set/a.wav")
    #expect(cases[0].group == "voices")
    #expect(cases[0].id == "one")
    #expect(cases[0].position == .start)
    #expect(cases[1].expectation == .refusal)
    #expect(cases[1].audio == "set/sub/b.flac")
    #expect(cases[1].id == "b")
    #expect(cases[1].group == "all")
    #expect(cases[1].position.fen == "8/8/8/8/8/8/8/K1k5 w - - 0 1")
    #expect(cases[2].expectation == .words("Play the Winawer variation"))
    #expect(cases[2].audio == "/tmp/c.wav")
    #expect(cases[2].line == 4)
  }

  @Test func aLineMayHaveTypedLinesAndAnotherOutcome() throws {
    let manifest = manifest(
      """
      {"audio": "a.wav", "typed": ["e4", "e5"], "uci": "g1f3"}
      {"audio": "a.wav", "typed": ["resign"], "command": "no"}
      {"audio": "a.wav", "command": "new-game"}
      {"audio": "a.wav", "typed": ["resign"], "result": "0-1"}
      {"audio": "a.wav", "typed": ["d4"], "corrects": "e2e4"}
      """)
    #expect(manifest.problems.isEmpty)
    let knight = try Position.start.move(uci: "g1f3")
    let move = try Position.start.move(uci: "e2e4")
    #expect(
      manifest.cases.map(\.expectation) == [
        .move(knight), .command(nil), .command(.newGame),
        .result(.blackWins), .correction(move),
      ])
    #expect(
      manifest.cases.map(\.typed) == [["e4", "e5"], ["resign"], [], ["resign"], ["d4"]])
  }

  @Test func aLineMayNameARepetition() {
    let manifest = manifest(
      #"{"audio": "a.wav", "again": "b.wav", "uci": null}"# + "\n"
        + #"{"audio": "a.wav", "again": "/b.wav", "uci": null}"#)
    #expect(manifest.cases.map(\.again?.last) == ["v", "v"])
    #expect(manifest.cases.first?.again?.dropLast(5) == manifest.cases.first?.audio.dropLast(5))
    #expect(manifest.cases.last?.again == "/b.wav")
  }

  @Test func equalProblemsAreFolded() {
    let manifest = manifest("{}\n{}\nnonsense\n{}\n")
    #expect(
      manifest.foldedProblems.map(\.description) == [
        "\(manifest.problems[0]) (and lines 2, 4)", manifest.problems[2].description,
      ])
    let two = self.manifest("{}\n{}\n").foldedProblems
    #expect(two.count == 1 && two[0].message.hasSuffix(" (and line 2)"))
    let many = self.manifest(String(repeating: "{}\n", count: 100)).foldedProblems
    #expect(many.count == 1 && many[0].message.hasSuffix(", 20, 21 and 79 more)"), "\(many)")
  }

  @Test func theGivenPositionAppliesToCasesWithoutOne() throws {
    let position = try Position(fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1")
    let manifest = EvaluationManifest(
      #"{"audio":"a.wav","uci":"a1a2"}"#.utf8, file: "m", position: position)
    #expect(manifest.cases.map(\.position) == [position])
    #expect(manifest.cases.map(\.audio) == ["a.wav"])
  }

  @Test(arguments: [
    ("nonsense", "not a JSON object: a value is expected here (column 1)"),
    (
      #"{"audio": "a.wav", "audio": "b.wav", "uci": null}"#,
      "not a JSON object: the key \"audio\" is here twice (column 20)"
    ),
    ("[1, 2]", "not a JSON object"),
    ("{\"audio\": 7, \"uci\": null}", "\"audio\" has the wrong type"),
    ("{\"uci\": \"e2e4\"}", "no \"audio\""),
    ("{\"audio\": \"\", \"uci\": \"e2e4\"}", "no \"audio\""),
    (#"{"audio": "a\u0000b.wav", "uci": "e2e4"}"#, "zero byte"),
    (#"{"audio": "a.wav", "again": "\u0000", "uci": null}"#, "\"again\" has a zero byte"),
    (#"{"audio": "a.wav", "again": 7, "uci": null}"#, "\"again\" has the wrong type"),
    ("{\"audio\": \"a.wav\", \"uci\": \"e2e5\"}", "not legal"),
    ("{\"audio\": \"a.wav\", \"uci\": \"knight\"}", "expected two squares"),
    ("{\"audio\": \"a.wav\", \"uci\": null, \"fen\": \"8/8 w\"}", "reading the FEN"),
    ("{\"audio\": \"a.wav\"}", "neither \"uci\""),
    (#"{"audio": "a.wav", "command": "fly"}"#, "\"command\" is \"no\" or one of undo,"),
    (#"{"audio": "a.wav", "result": "2-0"}"#, "\"result\" is \"1-0\""),
    (#"{"audio": "a.wav", "result": "*"}"#, "\"result\" is \"1-0\""),
    (#"{"audio": "a.wav", "corrects": "knight"}"#, "not a move in UCI notation"),
    (#"{"audio": "a.wav", "uci": "e2e4", "command": "undo"}"#, "only one of them"),
    (#"{"audio": "a.wav", "typed": "e4", "uci": null}"#, "\"typed\" has the wrong type"),
    (
      "{\"audio\": \"a.wav\", \"uci\": \"e2e4\"",
      "not a JSON object: \",\" or \"}\" is expected here (column 33)"
    ),
    ("\"" + String(repeating: "x", count: 70_000), "longer than"),
  ])
  func aBadLineIsReportedAndTheOthersCount(line: String, message: String) throws {
    let manifest = manifest("{\"audio\":\"a.wav\",\"uci\":null}\n\(line)\n")
    #expect(manifest.cases.count == 1)
    let problem = try #require(manifest.problems.first)
    #expect(manifest.problems.count == 1)
    #expect(problem.line == 2)
    #expect(problem.description.hasPrefix("set/list.jsonl:2: "))
    #expect(problem.message.contains(message), "\(problem.message)")
  }

  @Test func bytesThatAreNotTextAreAProblem() {
    let manifest = EvaluationManifest([0xFF, 0xFE, 0x0A, 0x00], file: "m")
    #expect(manifest.cases.isEmpty)
    #expect(manifest.problems.map(\.line) == [1, 2])
  }
}
