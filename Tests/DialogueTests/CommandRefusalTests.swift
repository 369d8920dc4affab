import Chess
import ChessLanguage
import DialogueTestSupport
import Testing

@testable import Dialogue

/// The confirmations and refusals of commands.
@Suite struct CommandRefusalTests {
  private static let mate = ["f3", "e5", "g4", "Qh4"]

  private func dialogue(after lines: [String], opponent: Bool = false) throws -> ChessDialogue {
    var dialogue = ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(),
      opponent: opponent ? Opponent(side: .black, strength: .level(5), name: "toy") : nil)
    for line in lines { _ = dialogue.read(line) }
    return dialogue
  }

  @Test(
    arguments: [
      ([], "undo", "There is no move to take back."),
      ([], "repeat", "There is nothing to repeat yet."),
      (
        [], "hint",
        "There is no opponent. Set opponent.engine in the configuration, or --opponent for play."
      ),
      (
        [], "level five",
        "There is no opponent. Set opponent.engine in the configuration, or --opponent for play."
      ),
      (
        mate, "resign",
        "The game is over (checkmate, black wins); say \"new game\" or \"take back\"."
      ),
      (
        mate, "draw",
        "The game is over (checkmate, black wins); say \"new game\" or \"take back\"."
      ),
      (
        mate, "e4",
        "The game is over (checkmate, black wins); say \"new game\" or \"take back\"."
      ),
      (
        ["set up 7k/8/8/8/8/8/8/K7 w - - 0 1"], "Kb1",
        "The game is over (draw by dead position); say \"new game\"."
      ),
      (["e4", "resign"], "n", "Nothing was done."),
      (["e4", "new game"], "first", "That does not answer the question."),
      (["e4"], "No!", "Nothing was asked; say \"take back\" to undo the last move."),
      (["e4"], "never mind", "Nothing was asked; say \"take back\" to undo the last move."),
      (["e4"], "yes", "Nothing was asked; say \"what can I say\" for examples."),
      ([], "no", "Nothing was asked; say \"what can I say\" for examples."),
      ([], "1.", "Nothing was asked; say \"what can I say\" for examples."),
      ([], "xyzzy", "That has no meaning here; say \"what can I say\" for examples."),
    ] as [([String], String, String)])
  func refusedCommandsGiveTheReason(before: [String], line: String, message: String) throws {
    var dialogue = try dialogue(after: before)
    let refusal = try #require(dialogue.read(line).first?.refusal)
    #expect(refusal.message.description == message)
  }

  @Test(
    arguments: [
      ([], "resign", "white resigns?"), (["e4"], "resign", "black resigns?"),
      (["e4"], "draw", "is a draw agreed?"),
      (["e4"], "new game", "give up this game and begin a new one?"),
      (["e4"], "set up d4", "give up this game and set up the position?"),
    ] as [([String], String, String)])
  func losingAGameNeedsConfirmation(before: [String], line: String, prompt: String) throws {
    var dialogue = try dialogue(after: before)
    _ = dialogue.read(line)
    let question = try #require(dialogue.question)
    #expect(question.prompt.description == prompt && question.choices == ["yes", "no"])
    let answer = line.hasPrefix("set up") ? String(line.dropFirst("set up ".count)) : line
    #expect(question.confidence == 1 && question.text == answer)
  }

  @Test func theOpponentIsNotAskedAfterTheEnd() throws {
    var dialogue = try dialogue(after: ["resign", "y"], opponent: true)
    for line in ["hint", "draw", "resign"] {
      #expect(dialogue.read(line).first?.refusal?.reason == .gameOver, "\(line)")
    }
    #expect(dialogue.task == nil)
    // Taking back the resignation says so.
    #expect(
      dialogue.read("undo").first?.lines.map(\.description)
        == ["Taken back: white resigns, black wins."])
  }

  @Test func aNumberBeyondTheChoicesIsNotAnAnswer() throws {
    for answer in ["3", "y"] {
      var dialogue = try DialogueTests.dialogue(twoKnights)
      _ = dialogue.read("Nd2")
      let question = try #require(dialogue.question)
      let responses = dialogue.read(answer)
      #expect(responses.first?.refusal?.message == "That does not answer the question.")
      #expect(responses.last == .ask(question) && dialogue.question == question)
    }
  }

  /// An engine that fails at a hint is still asked for its move.
  @Test func aFailedHintIsOnlyReported() throws {
    var dialogue = try dialogue(after: ["hint"], opponent: true)
    let failure = EngineError(code: .silent, message: "The engine is silent.")
    let told = dialogue.take(.failure(failure), to: try #require(dialogue.task))
    #expect(told.first?.refusal?.message == "The engine is silent.")
    #expect(dialogue.opponent?.isOut == false && dialogue.task == nil)
    _ = dialogue.read("e4")
    let move = try #require(dialogue.task)
    let lost = dialogue.take(.failure(failure), to: move)
    #expect(
      lost.first?.refusal?.message.description
        == "The engine is silent. You can play its move yourself, or say \"take back\".")
  }

  /// Without a score, the engine's opinion on a draw is unknown, so it declines.
  @Test func withoutAScoreADrawIsDeclined() throws {
    var dialogue = try dialogue(after: [], opponent: true)
    dialogue.opponent?.policy.earliestDraw = 0
    _ = dialogue.read("draw")
    let move = try #require(Move(uci: "e2e4"))
    let answer = EngineAnswer(move: move, score: nil, engine: "Toy 1")
    let told = dialogue.take(.success(answer), to: try #require(dialogue.task))
    #expect(told.first?.refusal?.message == "The opponent declines the draw.")
    #expect(dialogue.game.outcome == nil && dialogue.opponent?.name == "Toy 1")
    #expect(dialogue.players == PlayerNames(white: "Player", black: "Toy 1"))
    _ = dialogue.read("new game as black")
    #expect(dialogue.players == PlayerNames(white: "Toy 1", black: "Player"))
  }
}
