import Chess
import Dialogue
import Dispatch
import TestSupport
import Testing

@testable import Appliance
@testable import ApplianceCore

/// The lines that answer programs' commands. The bench checks every line of every appliance against
/// the schema.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct AnswersTests {
  private let scratch: ScratchDirectory
  private var settings = Configuration()

  init() throws {
    scratch = try ScratchDirectory()
    settings.record.directory = scratch.path
  }

  private func bench(
    _ clips: [ScriptedInput.Sound] = [], _ engine: ScriptedEngine? = nil
  ) async throws -> Bench {
    let bench = try Bench(
      clips,
      conversation: try GameConversation.english(settings, engine: engine))
    await bench.becomesAvailable()
    return bench
  }

  /// Sends a command, with its number.
  private func send(_ text: String, _ number: Int, to bench: Bench) {
    bench.console.typed.yield(ConsoleLine(text, from: Origin(.program, id: .number(number))))
  }

  /// The lines that answer a command, once there are this many.
  private func answers(_ number: Int, _ count: Int, on bench: Bench) async throws -> [ReceivedLine]
  {
    try await Patience.wait(for: "the answers to \(number)") {
      try answers(number, on: bench).count >= count
    }
    return try answers(number, on: bench)
  }

  private func answers(_ number: Int, on bench: Bench) throws -> [ReceivedLine] {
    try bench.console.written.map { try ReceivedLine($0) }.filter { $0["answers"] == number }
  }

  @Test func everyLineCausedByACommandAnswersIt() async throws {
    let bench = try await bench()
    for (index, text) in ["e4", "e9", "undo", "position", "resign", "status", "no"].enumerated() {
      send(text, index, to: bench)
    }
    let types = [
      ["result"], ["refused"], ["command", "game"], ["game"], ["ask"],
      ["available", "command", "ask"], ["refused"],
    ]
    for (index, types) in types.enumerated() {
      let lines = try await answers(index, types.count, on: bench)
      #expect(lines.map { $0["type"] } == types.map { Optional($0) }, "\(lines)")
      #expect(lines.allSatisfy { $0["source"] == "program" && !$0.has("repeated") })
    }
    let position = try #require(try answers(3, on: bench).first)
    #expect(position["turn"] == "white" && position["moves_uci"] == [String]())
    try await bench.end()
  }

  /// As the console delivers them: each gets at least one line.
  @Test func everyCommandIsAnswered() async throws {
    let bench = try await bench([.clip("1-pawn")])
    let members = [
      "move": #","move":"e4""#, "correct": #","move":"d4""#, "say": #","text":"e five""#,
      "choose": #","choice":1"#,
      "level": #","level":3"#, "name": #","color":"white","name":"Anna""#,
      "set-up": #","position":"k7/8/8/8/8/8/6r1/7K w - - 0 1""#,
    ]
    var input = ProgramInput()
    for (number, name) in ProgramCommand.names.enumerated() where name != "stop" {
      let text = #"{"command":"\#(name)","id":\#(number)\#(members[name] ?? "")}"#
      for byte in (text + "\n").utf8 {
        if case .line(let line) = input.receive(byte) { bench.console.typed.yield(line) }
      }
      let lines = try await answers(number, 1, on: bench)
      #expect(!lines.isEmpty, "\(text)")
      if name == "start" {
        await bench.message { $0.isPartial }
        send("stop", 1_000, to: bench)
        #expect(try await answers(1_000, 1, on: bench).first?["recording"] == false)
        await bench.tailPasses()
        await bench.becomesAvailable()
      }
    }
    try await bench.end()
  }

  @Test func unrequestedLinesHaveNoSource() async throws {
    let bench = try await bench()
    bench.console.typed.yield("e4")
    await bench.message { $0.text?.hasPrefix("1. e4") == true }
    let lines = try bench.console.written.map { try ReceivedLine($0) }
    for line in lines {
      #expect(!line.has("answers"))
      #expect(line["source"] == (line["type"] == "result" ? "typed" : nil))
    }
    #expect(lines.contains { $0["type"] == "game" } && lines.contains { $0["type"] == "result" })
    try await bench.end()
  }

  @Test func repeatedLinesAreMarked() async throws {
    let bench = try await bench()
    send("e4", 1, to: bench)
    send("repeat", 2, to: bench)
    send("repeat", 3, to: bench)
    let lines = try await answers(3, 2, on: bench)
    #expect(lines.map { $0["type"] } == ["command", "result"])
    #expect(lines.map { $0["repeated"] } == [nil, true])
    #expect(try answers(2, on: bench).map { $0["repeated"] } == [nil, true])
    #expect(try answers(1, on: bench).map { $0.has("repeated") } == [false])
    try await bench.end()
  }

  @Test func aLateHintAnswersItsCommand() async throws {
    let bench = try await bench([], ScriptedEngine([.success("e7e5"), .success("g1f3")]))
    send("e4", 1, to: bench)
    await bench.message { $0.text?.hasPrefix("1... e5") == true }
    send("hint", 2, to: bench)
    let hint = try #require(try await answers(2, 1, on: bench).first)
    #expect(hint["command"] == "hint" && hint["lines"] == ["Nf3", "knight to f three"])
    #expect(hint["source"] == "program")
    try await bench.end()
  }

  @Test func theOpponentsMoveAnswersTheCommandThatCausedIt() async throws {
    let bench = try await bench([], ScriptedEngine([.success("e7e5"), .success("b8c6")]))
    send("e4", 1, to: bench)
    let lines = try await answers(1, 2, on: bench)
    #expect(lines.map { $0["san"] } == ["e4", "e5"])
    #expect(lines.map { $0["opponent"] } == [nil, "Toy 1"])
    // Nobody waits for the reply to a move without an id.
    bench.console.typed.yield("Nf3")
    await bench.message { $0.text?.hasPrefix("2... Nc6") == true }
    let moves = try bench.console.written.map { try ReceivedLine($0) }
      .filter { $0["type"] == "result" }
    #expect(moves.map { $0["source"] } == ["program", "program", "typed", nil])
    #expect(moves.map { $0["answers"] } == [1, 1, nil, nil])
    try await bench.end()
  }

  @Test func otherCommandsDoNotGetTheOpponentsMove() async throws {
    let engine = WaitingEngine()
    let bench = try Bench(
      [],
      conversation: try GameConversation.english(settings, engine: engine))
    await bench.becomesAvailable()
    for (number, text) in ["e4", "undo", "d4", "status"].enumerated() {
      send(text, number, to: bench)
    }
    _ = try await answers(3, 2, on: bench)
    engine.answer()
    let lines = try await answers(2, 2, on: bench)
    #expect(lines.map { $0["opponent"] } == [nil, "Toy 1"])
    #expect(try answers(0, on: bench).count == 1)
    try await bench.end()
  }

  /// A program is told if its answer will not come.
  @Test func aSupersededHintIsRefused() async throws {
    let engine = WaitingEngine()
    let bench = try Bench(
      [],
      conversation: try GameConversation.english(settings, engine: engine))
    await bench.becomesAvailable()
    send("hint", 1, to: bench)
    send("hint", 2, to: bench)
    let first = try await answers(1, 1, on: bench)
    #expect(first.map { $0["code"] } == ["superseded"])
    send("new game as black", 3, to: bench)
    _ = try await answers(3, 2, on: bench)
    let second = try await answers(2, 1, on: bench)
    #expect(second.map { $0["code"] } == ["superseded"])
    engine.answer()
    let third = try await answers(3, 3, on: bench)
    #expect(third.last?["opponent"] == "Toy 1")
    try await bench.end()
  }

  /// Answers once the test allows it.
  private final class WaitingEngine: Engine {
    private let isLet = DispatchSemaphore(value: 0)

    func answer() { for _ in 0..<8 { isLet.signal() } }

    func answer(
      _ game: Game, at strength: EngineStrength, thinking time: Duration
    ) throws(EngineError) -> EngineAnswer {
      isLet.wait()
      return EngineAnswer(move: game.position.legalMoves[0], score: 0, engine: "Toy 1")
    }

    func close() { answer() }
  }

  @Test func aLateDeclinedDrawAnswersItsCommand() async throws {
    let bench = try await bench([], ScriptedEngine([.success("e7e5"), .success("g1f3")]))
    send("e4", 1, to: bench)
    await bench.message { $0.text?.hasPrefix("1... e5") == true }
    send("draw", 2, to: bench)
    let answer = try #require(try await answers(2, 1, on: bench).first)
    #expect(answer["code"] == "draw_declined")
    try await bench.end()
  }

  /// Words in a recording count as spoken, whoever started it.
  @Test func aRecordingAnswersItsStartAndStop() async throws {
    let bench = try await bench([.clip("1-pawn"), .clip("1-pawn")])
    send("start", 1, to: bench)
    await bench.message { $0.isPartial }
    send("start", 2, to: bench)
    send("status", 3, to: bench)
    await bench.message { $0 == .status(.recording) }
    send("stop", 4, to: bench)
    await bench.tailPasses()
    await bench.message { $0.text?.hasPrefix("1. e4") == true }
    let started = try answers(1, on: bench)
    #expect(started.first?["recording"] == true && started.first?["source"] == "program")
    #expect(started.last?["san"] == "e4" && started.last?["source"] == "voice")
    let partials = started.dropFirst().dropLast()
    #expect(partials.allSatisfy { $0["type"] == "partial" && $0["source"] == "voice" })
    #expect(!partials.isEmpty)
    #expect(try answers(2, on: bench).map { $0["code"] } == ["already_recording"])
    #expect(try answers(3, on: bench).first?["recording"] == true)
    let stopped = try answers(4, on: bench)
    #expect(stopped.map { $0["recording"] } == [false])
    #expect(stopped.first?["cause"] == "asked")

    // The button's own.
    await bench.becomesAvailable()
    await bench.recordsAClip()
    await bench.message { if case .response(.refused, _) = $0 { true } else { false } }
    let lines = try bench.console.written.map { try ReceivedLine($0) }
    let move = try #require(lines.firstIndex { $0["san"] == "e4" })
    let own = lines[(move + 1)...]
    let recordings = own.filter { $0["type"] == "recording" }
    #expect(recordings.map { $0["recording"] } == [true, false])
    #expect(recordings.allSatisfy { !$0.has("source") && !$0.has("answers") })
    let refused = own.filter { $0["type"] == "refused" }
    #expect(refused.map { $0["source"] } == ["voice"])
    #expect(refused.allSatisfy { !$0.has("answers") })
    try await bench.end()
  }

  @Test func aFailedRecordingAnswersItsStart() async throws {
    let bench = try await bench([.clipThenLoss("1-pawn"), .busy])
    for number in 1...2 {
      send("start", number, to: bench)
      let lines = try await answers(number, number == 1 ? 3 : 2, on: bench)
      #expect(lines.suffix(2).first?["cause"] == "lost")
      #expect(lines.last?["code"] == "microphone")
      await bench.becomesAvailable()
    }
    send("stop", 3, to: bench)
    #expect(try await answers(3, 1, on: bench).first?["code"] == "not_recording")
    try await bench.end()
  }

  /// Moves have two formats, the same on every line.
  @Test func movesHaveTheSameFormatsEverywhere() async throws {
    let bench = try await bench()
    send("play the sicilian defense", 0, to: bench)
    send("position", 1, to: bench)
    let opening = try #require(try await answers(0, 1, on: bench).first)
    #expect(opening["moves"] == ["1. e4", "1... c5"])
    #expect(opening["moves_san"] == ["e4", "c5"] && opening["moves_uci"] == ["e2e4", "c7c5"])
    let game = try #require(try await answers(1, 1, on: bench).first)
    #expect(game["moves"] == ["e4", "c5"])
    #expect(game["moves_san"] == ["e4", "c5"] && game["moves_uci"] == ["e2e4", "c7c5"])
    try await bench.end()
  }

  @Test func aQuestionsMovesHaveTheSameFormats() async throws {
    let bench = try await bench()
    for (index, text) in ["Nf3", "d5", "d3", "d4", "nd2", "status"].enumerated() {
      send(text, index, to: bench)
    }
    let ask = try #require(try await answers(4, 1, on: bench).first)
    #expect(ask["moves"] == ["b1d2", "f3d2"] && ask["moves_uci"] == ["b1d2", "f3d2"])
    #expect(ask["moves_san"] == ["Nbd2", "Nfd2"])
    _ = try await answers(5, 3, on: bench)
    send("status", 6, to: bench)
    let status = try #require(try await answers(6, 1, on: bench).first)
    #expect(status["game.ask.moves_san"] == ["Nbd2", "Nfd2"])
    #expect(status["game.moves_san"] == ["Nf3", "d5", "d3", "d4"])
    #expect(status["game.turn"] == "white" && status["state"] == "available")
    try await bench.end()
  }
}
