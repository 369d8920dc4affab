import Chess
import ChessLanguage
import DialogueTestSupport
import Localization
import TestSupport
import Testing

@testable import Dialogue

/// A dialogue with an opponent under the test's control.
@Suite struct OpponentTests {
  private let language: ChessLanguage
  private static let failure = EngineError(
    code: .silent, message: "The engine is silent.")

  init() throws { language = try UnpronouncedLanguage.shared.get() }

  private func dialogue(side: Color = .black, _ fen: String? = nil) throws -> ChessDialogue {
    let game = try fen.map { Game(start: try Position(fen: $0)) } ?? Game()
    return ChessDialogue(
      language: language, game: game,
      opponent: Opponent(side: side, strength: .level(5), name: "toy"))
  }

  /// Makes the opponent answer its task.
  private func answer(
    _ dialogue: inout ChessDialogue, _ uci: String, score: Int? = 0
  ) throws -> [Response] {
    let task = try #require(dialogue.task)
    let move = try #require(Move(uci: uci))
    return dialogue.take(
      .success(EngineAnswer(move: move, score: score, engine: "Toy 1")), to: task)
  }

  @Test func theOpponentRepliesToAMove() throws {
    var dialogue = try dialogue()
    #expect(dialogue.task == nil)
    _ = dialogue.read("e4")
    #expect(dialogue.task?.matter == .move && dialogue.task?.strength == .level(5))
    #expect(dialogue.read("e5").first?.refusal?.reason == .notYourTurn)
    let report = try #require(try answer(&dialogue, "e7e5").first)
    #expect(report.lines == ["1... e5  Toy 1  King's Pawn Game"])
    #expect(dialogue.task == nil && dialogue.game.sans == ["e4", "e5"])
    let pgn = try #require(dialogue.read("pgn").first?.command).lines
    #expect(pgn.contains(#"[White "Player"]"#) && pgn.contains(#"[Black "Toy 1"]"#))
  }

  /// The player is asked again after the opponent's move, and can answer.
  @Test(arguments: ["resign", "new game", "set up 1. d4"])
  func aQuestionOutlastsTheOpponentsMove(line: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    _ = dialogue.read(line)
    let question = try #require(dialogue.question)
    #expect(try answer(&dialogue, "e7e5").last == .ask(question))
    _ = dialogue.read("yes")
    #expect(dialogue.game.sans != ["e4", "e5"] || dialogue.game.outcome != nil)
    // There is nothing to resign after a mate.
    dialogue = try self.dialogue(side: .white, "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")
    _ = dialogue.read("resign")
    _ = try answer(&dialogue, "e1e8")
    #expect(dialogue.question == nil)
  }

  @Test func itsCommandsAreCompletedOnlyWithAnOpponent() throws {
    let ofOpponents = ["hint", "level ", "new game as black", "new game as white"]
    let dialogue = try dialogue()
    #expect(Set(ofOpponents).isSubset(of: dialogue.completions))
    let alone = ChessDialogue(language: language, game: Game())
    #expect(Set(ofOpponents).isDisjoint(with: alone.completions))
    #expect(alone.completions.contains("new game"))
  }

  @Test func takingBackUndoesTheReplyToo() throws {
    var dialogue = try dialogue()
    for (line, reply) in [("e4", "e7e5"), ("Nf3", "b8c6")] {
      _ = dialogue.read(line)
      _ = try answer(&dialogue, reply)
    }
    #expect(dialogue.read("take back").first?.command?.lines == ["2... Nc6, 2. Nf3"])
    _ = dialogue.read("d4")
    let asked = try #require(dialogue.task)
    _ = dialogue.read("undo")
    #expect(dialogue.game.sans == ["e4", "e5"], "before it has replied only one")
    let late = EngineAnswer(move: try #require(Move(uci: "e5d4")), score: 0, engine: "Toy 1")
    #expect(dialogue.take(.success(late), to: asked).isEmpty, "what comes late is passed over")
    #expect(dialogue.game.sans == ["e4", "e5"])
  }

  @Test func itsFirstMoveAsWhiteCannotBeTakenBack() throws {
    var dialogue = try dialogue(side: .white)
    _ = try answer(&dialogue, "e2e4")
    #expect(dialogue.read("undo").first?.refusal?.reason == .nothingToUndo)
  }

  @Test func withoutAnOpponentNobodyGetsASide() throws {
    var dialogue = ChessDialogue(language: language)
    #expect(dialogue.read("new game as black").first?.lines == ["A new game. Two people play."])
  }

  @Test(arguments: [
    ("new game as black", "give up this game and begin a new one as black?"),
    ("I play white", "give up this game and begin a new one as white?"),
    ("new game", "give up this game and begin a new one?"),
  ])
  func theQuestionNamesTheSide(line: String, prompt: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    _ = dialogue.read(line)
    #expect(dialogue.question?.prompt.description == prompt)
  }

  @Test(arguments: [("new game as black", Color.white), ("New game as white", .black)])
  func thePlayerChoosesASide(line: String, side: Color) throws {
    var dialogue = try dialogue()
    for line in ["e4", line, "y"] { _ = dialogue.read(line) }
    #expect(dialogue.opponent?.side == side && dialogue.game == Game())
    #expect((dialogue.task != nil) == (side == .white))
  }

  @Test func thePlayerChoosesTheLevel() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("level 7").first?.lines == ["Level 7."])
    _ = dialogue.hear([HeardPhrase(["level", "two"], confidence: 0.9)])
    #expect(dialogue.opponent?.strength == .level(2))
    #expect(
      dialogue.read("status").first?.lines
        == ["White to move, move 1. Opponent: toy, level 2, plays black."])
    #expect(dialogue.read("level 9").first?.refusal != nil)
  }

  @Test func theOpponentGivesAHint() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("hint").isEmpty)
    #expect(dialogue.task?.matter == .hint && dialogue.task?.strength == .level(8))
    let hint = try #require(try answer(&dialogue, "g1f3").first)
    #expect(hint.lines == [#"Hint: Nf3, "knight to f three"."#])
    #expect(hint.command?.confidence == 1 && hint.command?.text == "hint")
    #expect(dialogue.task == nil && dialogue.game == Game())
    _ = dialogue.read("hint")
    _ = dialogue.read("e4")
    #expect(dialogue.task?.matter == .move, "who moves needs no hint any more")
    #expect(dialogue.read("hint").first?.refusal?.reason == .notYourTurn)
  }

  @Test func aHintToTakeSaysTakes() throws {
    var dialogue = try dialogue(
      "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    _ = dialogue.read("hint")
    let lines = try answer(&dialogue, "e4d5").first?.lines
    #expect(lines == [#"Hint: exd5, "pawn takes d five"."#])
  }

  @Test(arguments: [(-30, 1, false), (0, 1, true), (30, 1, true), (30, 2, false)])
  func theEvaluationDecidesOnADraw(score: Int, earliest: Int, isAccepted: Bool) throws {
    var dialogue = try dialogue()
    dialogue.opponent?.policy.earliestDraw = earliest
    _ = dialogue.read("e4")
    _ = try answer(&dialogue, "e7e5")
    #expect(dialogue.read("draw").isEmpty && dialogue.task?.matter == .draw)
    #expect(dialogue.task?.strength == .level(8), "whatever the opponent plays at")
    // The score is for the player, who is to move.
    let responses = try answer(&dialogue, "g1f3", score: score)
    #expect(dialogue.game.outcome == (isAccepted ? .draw(.agreement) : nil))
    #expect((responses.first?.refusal?.reason == .drawDeclined) == !isAccepted)
    #expect((responses.first?.refusal?.text == "draw") == !isAccepted)
    if isAccepted {
      let report = try #require(responses.first?.command)
      #expect(report.command == .draw && report.text == "draw" && report.confidence == 1)
    }
    #expect(dialogue.task == nil)
  }

  @Test func itsAnswersQuoteThePlayersLanguage() throws {
    let opponent = Opponent(side: .black, strength: .level(1), name: "toy")
    var dialogue = try packDialogue("de_DE", opponent: opponent)
    _ = dialogue.read("remis")
    #expect(try answer(&dialogue, "e2e4").first?.refusal?.text == "remis")
    _ = dialogue.read("Tipp")
    #expect(try answer(&dialogue, "e2e4").first?.command?.text == "Tipp")
  }

  @Test func itResignsAfterSomeLostMoves() throws {
    var dialogue = try dialogue()
    let moves = [("e4", "e7e5"), ("d4", "d7d5"), ("c4", "c7c5"), ("f4", "f7f5")]
    for (index, (line, reply)) in moves.enumerated() {
      _ = dialogue.read(line)
      // One good move in between resets the count.
      _ = try answer(&dialogue, reply, score: index == 0 ? 0 : -1_200)
      #expect((dialogue.game.outcome != nil) == (index == 3))
    }
    #expect(dialogue.game.outcome == .resignation(winner: .white))
    #expect(dialogue.read("g4").first?.refusal?.reason == .gameOver)
  }

  @Test func aNewGameResetsTheLostMoves() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    _ = try answer(&dialogue, "e7e5", score: -1_200)
    #expect(dialogue.opponent?.lostMoves == 1)
    for line in ["new game", "yes"] { _ = dialogue.read(line) }
    #expect(dialogue.game == Game() && dialogue.opponent?.lostMoves == 0)
  }

  @Test func withoutAScoreItPlaysOn() throws {
    var dialogue = try dialogue()
    dialogue.opponent?.policy.resignation = 0
    dialogue.opponent?.policy.patience = 1
    _ = dialogue.read("e4")
    _ = try answer(&dialogue, "e7e5", score: nil)
    #expect(dialogue.game.outcome == nil && dialogue.opponent?.lostMoves == 0)
    _ = dialogue.read("d4")
    _ = try answer(&dialogue, "d7d5", score: 0)
    #expect(dialogue.game.outcome == .resignation(winner: .white))
  }

  /// After time-out is taken back, an earlier request is not repeated.
  @Test(arguments: ["hint", "draw"])
  func timeUpCancelsTheRequest(line: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read(line)
    #expect(dialogue.task != nil)
    _ = dialogue.timeIsUp(for: .white)
    #expect(dialogue.task == nil && dialogue.request == nil)
    _ = dialogue.read("take back")
    #expect(dialogue.game.outcome == nil && dialogue.task == nil)
  }

  @Test func thePlayerCanResignOnEitherTurn() throws {
    var dialogue = try dialogue()
    for line in ["e4", "resign", "y"] { _ = dialogue.read(line) }
    #expect(dialogue.game.outcome == .resignation(winner: .black))
    #expect(dialogue.task == nil)
  }

  @Test func theMoveOfAFailedOpponentCanBePlayed() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    let task = try #require(dialogue.task)
    let refusal = try #require(dialogue.take(.failure(Self.failure), to: task).first?.refusal)
    #expect(refusal.reason == .opponentFailed && refusal.message.contains("is silent"))
    #expect(dialogue.task == nil)
    #expect(dialogue.read("e5").first?.move?.san == "e5")
    _ = dialogue.read("Nf3")
    #expect(dialogue.task?.matter == .move, "it is asked again for the next one")
  }

  @Test func afterUndoAFailedOpponentIsAskedAgain() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    _ = dialogue.take(.failure(Self.failure), to: try #require(dialogue.task))
    #expect(dialogue.opponent?.isOut == true && dialogue.task == nil)
    for wish in ["draw", "hint"] {
      #expect(dialogue.read(wish).first?.refusal?.reason == .opponentFailed)
    }
    _ = dialogue.read("undo")
    #expect(dialogue.opponent?.isOut == false)
    _ = dialogue.read("d4")
    #expect(dialogue.task?.matter == .move)
  }

  /// A hint is for the position of the request.
  @Test(arguments: ["e4", "undo"])
  func aHintLapsesWhenThePositionChanges(line: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("d4")
    _ = try answer(&dialogue, "d7d5")
    _ = dialogue.read("hint")
    #expect(dialogue.task?.matter == .hint)
    _ = dialogue.read(line == "e4" ? "c4" : line)
    #expect(dialogue.task?.matter == (line == "undo" ? nil : .move))
  }

  /// The help lists the engine's commands only with an engine.
  @Test func helpListsTheOpponentsCommands() throws {
    var with = try dialogue()
    var without = ChessDialogue(language: language)
    let commands: [Message] = ["hint", "level five", "new game as black"]
    let (mine, none) = (
      try #require(with.read("help").first?.command).lines,
      try #require(without.read("help").first?.command).lines
    )
    #expect(mine.contains(commands[0]) && mine.contains(commands[1]) && mine.contains(commands[2]))
    #expect(commands.allSatisfy { !none.contains($0) })
    #expect(mine.last == "what can I say" && none.last == "what can I say")
    // Five examples and nine commands.
    #expect(none.count == 14 && mine.count == 17)
  }

  @Test func theDefaultPolicyIsCautious() {
    let policy = Opponent.Policy()
    #expect(policy.resignation == -1_000 && policy.patience == 3)
    #expect(policy.draw == 0 && policy.earliestDraw == 10)
  }

  /// A request about one game does not carry over to the next.
  @Test func aNewGameDropsTheHint() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("hint")
    #expect(dialogue.task != nil)
    _ = dialogue.read("new game")
    #expect(dialogue.task == nil)
  }

  /// Taking back resets the count of lost moves.
  @Test func undoResetsTheLostMoves() throws {
    var dialogue = try dialogue()
    func lose(_ line: String, _ reply: String) throws {
      _ = dialogue.read(line)
      _ = try answer(&dialogue, reply, score: -1_200)
    }
    try lose("e4", "e7e5")
    _ = dialogue.read("undo")
    #expect(dialogue.opponent?.lostMoves == 0)
    try lose("d4", "d7d5")
    try lose("c4", "c7c5")
    #expect(dialogue.game.outcome == nil)
    try lose("f4", "f7f5")
    #expect(dialogue.game.outcome == .resignation(winner: .white))
  }

  @Test func withoutAnOpponentItsCommandsAreRefused() throws {
    var dialogue = ChessDialogue(language: language)
    for line in ["hint", "level five"] {
      #expect(dialogue.read(line).first?.refusal?.reason == .noOpponent)
    }
    _ = dialogue.read("new game as black")
    #expect(dialogue.task == nil)
  }
}
