import Chess
import ChessLanguage
import DialogueTestSupport
import Testing

@testable import Dialogue

/// With `confirm`, it repeats each move, and plays it only after a "yes".
@Suite struct ConfirmationTests {
  private func dialogue(opponent: Opponent? = nil) throws -> ChessDialogue {
    var policy = DialoguePolicy()
    policy.confirms = true
    return ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(), policy: policy, opponent: opponent)
  }

  @Test(arguments: [
    ("yes", ["Nf3"]), ("knight f three", ["Nf3"]), ("no", []), ("undo", []),
    ("what is on e two", []),
  ])
  func aSpokenMoveWaitsForAnAnswer(answer: String, sans: [String]) throws {
    var dialogue = try dialogue()
    let question = try #require(dialogue.hear([heard("knight f three", 0.8)]).first?.asked)
    let knight = try Position.start.move(san: "Nf3")
    #expect(question.subject == .move(knight))
    #expect(question.prompt == "knight to f three?" && question.sans == ["Nf3"])
    #expect(dialogue.game.moves.isEmpty)
    let responses = dialogue.hear([heard(answer)])
    #expect(dialogue.game.sans == sans, "\(answer)")
    // Only a question about the board leaves it open.
    #expect((dialogue.question != nil) == (answer == "what is on e two"))
    #expect((responses.first?.refusal?.reason == .declined) == ["no", "undo"].contains(answer))
    if answer == "yes" {
      #expect(responses.first?.move?.text == "knight f three")
      #expect(responses.first?.move?.confidence == 0.8)
    }
  }

  @Test(arguments: ["y", "Nf3", "g1f3"]) func aTypedMoveWaitsForAnAnswer(answer: String) throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("Nf3").first?.asked != nil)
    #expect(dialogue.read(answer).first?.move?.san == "Nf3", "\(answer)")
    #expect(dialogue.question == nil)
  }

  @Test func anotherMoveOrACorrectionReplacesTheMoveAskedAbout() throws {
    var dialogue = try dialogue()
    for (line, san) in [("e four", "e4"), ("d four", "d4"), ("no knight f three", "Nf3")] {
      #expect(dialogue.hear([heard(line)]).first?.asked?.sans == [san], "\(line)")
      #expect(dialogue.game.moves.isEmpty)
    }
    _ = dialogue.hear([heard("yes")])
    #expect(dialogue.game.sans == ["Nf3"])
    // A correction of a move on the board needs a "yes" too.
    _ = dialogue.hear([heard("i meant e four")])
    #expect(dialogue.game.moves.isEmpty && dialogue.question?.sans == ["e4"])
    _ = dialogue.hear([heard("yes")])
    #expect(dialogue.game.sans == ["e4"])
  }

  @Test func theOpponentsMoveNeedsNoConfirmation() throws {
    var dialogue = try dialogue(
      opponent: Opponent(side: .black, strength: .level(1), name: "toy"))
    _ = dialogue.read("e4")
    #expect(dialogue.task == nil)
    _ = dialogue.read("yes")
    let task = try #require(dialogue.task)
    let answer = EngineAnswer(
      move: try dialogue.game.position.move(san: "e5"), score: 0, engine: "toy")
    #expect(dialogue.take(.success(answer), to: task).first?.move?.san == "e5")
    #expect(dialogue.game.sans == ["e4", "e5"])
  }

  @Test func withoutAnAnswerNothingIsPlayed() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    #expect(dialogue.lapse().first?.refusal?.reason == .lapsed)
    #expect(dialogue.game.moves.isEmpty && dialogue.question == nil)
  }

  /// For each kind of question, the voice explains twice how to answer.
  @Test func theThirdQuestionIsBrief() throws {
    var dialogue = try dialogue()
    var brief: [Bool] = []
    for line in ["e4", "no", "d4", "no", "c4", "no"] {
      brief += dialogue.read(line).compactMap { $0.asked?.isBrief }
    }
    #expect(brief == [false, false, true])
    for line in ["e4", "yes", "resign"] {
      brief += dialogue.read(line).compactMap { $0.asked?.isBrief }
    }
    #expect(brief == [false, false, true, true, false])
  }
}
