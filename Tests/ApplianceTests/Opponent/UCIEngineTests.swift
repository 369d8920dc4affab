import Chess
import DeviceIO
import Dialogue
import DialogueTestSupport
import Foundation
import TestSupport
import Testing

@testable import Appliance

@Suite struct UCIMessageTests {
  @Test(arguments: [
    ("id name Stockfish 15.1", UCIMessage.name("Stockfish 15.1")), ("uciok", .identified),
    ("readyok", .ready), ("bestmove e2e4 ponder e7e5", .bestMove("e2e4")),
    ("bestmove", .bestMove("")),
    (
      "option name Skill Level type spin default 20 min 0 max 20",
      .option("Skill Level", range: 0...20)
    ),
    ("option name Ponder type check default false", .option("Ponder", range: nil)),
    ("option name X type spin min 5 max 1", .option("X", range: nil)),
    ("info depth 10 score cp -35 nodes 39060 pv c7c5", .score(-35)),
    ("info score mate 3", .score(99_997)), ("info score mate -2", .score(-99_998)),
    ("info score mate 99999999999999999999", .other), ("info string mate", .other), ("", .other),
    ("info score mate -9223372036854775808", .other),
    ("info score mate 9223372036854775807", .other),
    ("info score cp -9223372036854775808", .other), ("info score cp 2147483647", .score(100_000)),
    (
      "option name Skill Level type spin min -9223372036854775808 max 9223372036854775807",
      .option("Skill Level", range: nil)
    ),
    (
      "option name Skill Level type spin min -2147483648 max 2147483647",
      .option("Skill Level", range: -2_147_483_648...2_147_483_647)
    ),
    ("id author somebody", .other), ("info score cp -9999999", .score(-100_000)),
  ])
  func linesHaveTheirMeaning(line: String, message: UCIMessage) {
    #expect(UCIMessage(line) == message)
  }

  @Test func anyLineIsReadOrIgnored() {
    for line in ["option name Skill Level type spin min 0 max 20", "info score mate 3"] {
      for bytes in Mutations(of: line.utf8, count: 500) {
        _ = UCIMessage(String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}

@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct UCIEngineTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// A program that answers each command by a line of a shell's `case`.
  private func engine(
    _ cases: String, before: String = "", isReady: String = "echo readyok",
    limits: UCIEngine.Limits = UCIEngine.Limits()
  ) throws -> UCIEngine {
    let path = "\(scratch.path)/engine"
    let script = """
      #!/bin/sh
      \(before)
      while read -r command rest; do
        case "$command" in
          uci) echo "id name Toy 1"; echo "option name UCI_Elo type spin default 5 min 1 max 9"
               echo "option name UCI_LimitStrength type check default false"; echo uciok;;
          isready) \(isReady);;
          setoption) echo "$rest" >>options;;
          position) echo "$rest" >>positions;;
          \(cases)
        esac
      done
      """
    try Data(script.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return try UCIEngine(path: path, directory: "\(scratch.path)/engine-files", limits: limits)
  }

  private func written(_ name: String) throws -> String {
    try String(contentsOfFile: "\(scratch.path)/engine-files/\(name)", encoding: .utf8)
  }

  @Test func anEngineAnswersWithAMove() throws {
    var game = Game()
    try game.play(san: "e4")
    let engine = try engine(#"go) echo "info score cp 17"; echo "bestmove e7e5";;"#)
    let answer = try engine.answer(game, .elo(2_000))
    let move = try #require(Move(uci: "e7e5"))
    #expect(answer == EngineAnswer(move: move, score: 17, engine: "Toy 1"))
    #expect(try written("positions").contains("w KQkq - 0 1 moves e2e4"))
    #expect(try written("options").contains("name UCI_Elo value 9"))
    _ = try engine.answer(game, .level(3))
    #expect(try written("options").contains("name UCI_LimitStrength value false"))
    engine.close()
  }

  @Test func theStrengthUsesTheEnginesRange() throws {
    for bounds in ["-2147483648 max 2147483647", "-9223372036854775808 max 9223372036854775807"] {
      let options = """
        echo "option name Skill Level type spin min \(bounds)"
        echo "option name UCI_Elo type spin min \(bounds)"
        """
      let engine = try engine("go) echo bestmove e2e4;;", before: options)
      #expect(try engine.answer(Game(), .level(1)).move.uci == "e2e4")
      #expect(try engine.answer(Game(), .level(8)).move.uci == "e2e4")
      #expect(try engine.answer(Game(), .elo(2_000)).move.uci == "e2e4")
    }
    let options = try written("options")
    for value in ["Skill Level value -2147483648", "Skill Level value 2147483647"] {
      #expect(options.contains("name \(value)\n"))
    }
  }

  @Test func anEarlyMoveIsIgnored() throws {
    let engine = try engine(
      #"go) echo "bestmove e2e4";;"#,
      isReady: #"printf 'bestmove a2a3\nreadyok\nbestmove d2d4\n'"#)
    for _ in 1...3 { #expect(try engine.answer().move.uci == "e2e4") }
  }

  @Test func anEngineThatEndsIsRestarted() throws {
    let engine = try engine(
      #"go) if [ -e died ]; then echo "bestmove e2e4"; else touch died; exit 1; fi;;"#)
    #expect(try engine.answer().move.uci == "e2e4")
  }

  @Test(arguments: [
    ("go) exit 1;;", EngineError.Code.ended), ("go) ;;", .silent),
    ("go) echo bestmove e2e5;;", .illegal), ("go) echo 'bestmove (none)';;", .illegal),
    ("go) head -c 100000 /dev/zero;;", .silent),
  ])
  func anEngineThatFailsTwiceIsReportedInTime(cases: String, code: EngineError.Code) throws {
    var limits = UCIEngine.Limits()
    limits.grace = .milliseconds(400)
    let engine = try engine(cases, limits: limits)
    let began = ContinuousClock.now
    let error = try thrown(EngineError.self) { try engine.answer() }
    #expect(error.code == code)
    #expect(began.duration(to: .now) < .seconds(60))
  }

  @Test func whenMemoryRunsOutTheEngineIsKilledFirst() throws {
    let engine = try engine("go) cat /proc/$$/oom_score_adj >score; echo bestmove e2e4;;")
    _ = try engine.answer()
    #expect(try written("score") == "1000\n")
  }

  @Test func anEngineThatNeverIntroducesItselfIsReported() throws {
    var limits = UCIEngine.Limits()
    limits.start = .milliseconds(200)
    let engine = try engine("", before: "cat >/dev/null", limits: limits)
    #expect(try thrown(EngineError.self) { try engine.answer() }.code == .silent)
  }

  @Test func anythingButAProgramIsReported() throws {
    for path in ["/nowhere/engine", scratch.path] {
      let engine = try UCIEngine(path: path, directory: scratch.path)
      let error = try thrown(EngineError.self) { try engine.answer() }
      #expect(error.code == .unavailable && error.description.contains(path))
    }
    #expect(UCIEngine.program(named: "/nowhere/engine") == nil)
    #expect(UCIEngine.program(named: "no-such-engine") == nil)
    #expect(UCIEngine.program(named: "sh") != nil)
  }

  @Test func closingDoesNotWaitForTheEngine() async throws {
    var limits = UCIEngine.Limits()
    // Other tests may occupy the threads for a long time before it is closed.
    limits.grace = .seconds(240)
    let engine = try engine("go) echo thinking >thinks;;", limits: limits)
    // On a separate thread: the answer blocks, and all tests share a few threads.
    let answer = Task {
      try await BlockingThread.run(name: "answer") {
        try thrown(EngineError.self) { try engine.answer() }.code
      }
    }
    while (try? written("thinks")) == nil { await Task.yield() }
    engine.close()
    #expect(try await answer.value == .closed)
  }

  @Test func stockfishPlaysAndFindsMate() throws {
    let path = try #require(UCIEngine.program(named: "stockfish"), "apt-get install stockfish")
    let engine = try UCIEngine(path: path, directory: scratch.path)
    var game = Game()
    for level in [1, 8, 1, 8] {
      let answer = try engine.answer(game, .level(level))
      #expect(answer.engine.hasPrefix("Stockfish") && answer.score != nil)
      try game.play(answer.move)
    }
    let mate = Game(start: try Position(fen: "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 30"))
    #expect(try engine.answer(mate).move.uci == "e1e8")
  }
}

extension UCIEngine {
  fileprivate func answer(
    _ game: Game = Game(), _ strength: EngineStrength = .level(8)
  ) throws(EngineError) -> EngineAnswer {
    try answer(game, at: strength, thinking: .milliseconds(20))
  }
}
