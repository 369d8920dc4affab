import Chess
import ChessLanguage
import DialogueTestSupport
import Testing

@testable import Dialogue

/// Questions about moves, and their answers.
@Suite struct QuestionTests {
  @Test(arguments: [
    ("first", 0), ("second", 1), ("knight b d two", nil), ("knight f d two", nil),
  ])
  func anAmbiguousMoveIsAskedAbout(answer: String, index: Int?) throws {
    var dialogue = try dialogue(twoKnights)
    let responses = dialogue.hear([heard("knight d two")])
    guard case .ask(let question) = try #require(responses.first),
      case .choice(let moves) = question.subject
    else {
      Issue.record("\(responses)")
      return
    }
    #expect(Set(moves.map(\.uci)) == ["b1d2", "f3d2"])
    #expect(question.choices.count == 2)
    #expect(question.prompt.contains(" or "))
    #expect(dialogue.listening == .choice(moves, dialogue.game.position))

    guard case .move(let report) = try #require(dialogue.hear([heard(answer)]).first) else {
      Issue.record("not answered")
      return
    }
    if let index {
      #expect(report.move == moves[index])
    } else {
      #expect(report.uci == (answer.contains(" b ") ? "b1d2" : "f3d2"))
    }
    #expect(dialogue.question == nil)
  }

  @Test func answeringNoWithdrawsAQuestion() throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.hear([heard("knight d two")])
    #expect(refused(dialogue.hear([heard("no")]))?.reason == .declined)
    #expect(dialogue.question == nil)
    #expect(dialogue.game.moves.isEmpty)
  }

  @Test func otherWordsLeaveTheQuestionOpen() throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.hear([heard("knight d two")])
    let question = try #require(dialogue.question)
    for (hypotheses, reason) in [
      ([], Refusal.Reason.notUnderstood), ([heard("first", 0.2)], .uncertain),
    ] {
      let responses = dialogue.hear(hypotheses)
      #expect(responses.first?.refusal?.reason == reason)
      #expect(responses.dropFirst() == [.ask(question)], "it is shown again")
    }
    #expect(dialogue.question == question)
  }

  @Test func anUnansweredQuestionLapses() throws {
    var dialogue = try dialogue(twoKnights)
    #expect(dialogue.lapse().isEmpty)
    _ = dialogue.hear([heard("knight d two")])
    #expect(refused(dialogue.lapse())?.reason == .lapsed)
    #expect(dialogue.listening == .position(dialogue.game.position))
    #expect(dialogue.lapse().isEmpty)
  }

  @Test(arguments: [(0.45, 0.40), (0.54, 0.46), (0.30, 0.25)])
  func nearlyEqualMovesAreAskedAbout(first: Double, second: Double) throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([heard("d four", first), heard("b four", second)])
    guard case .ask(let question) = try #require(responses.first) else {
      Issue.record("\(responses)")
      return
    }
    #expect(question.subject == .choice([Move(uci: "d2d4"), Move(uci: "b2b4")].compactMap { $0 }))
    #expect(question.confidence == first)
  }

  @Test(arguments: [(0.26, 0.02, true), (0.24, 0.02, false), (0.4, 0.3, false)])
  func aFairlySureNoClosesAQuestion(no: Double, yes: Double, isAccepted: Bool) throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.hear([heard("knight d two")])
    let told = dialogue.hear([heard("no", no), heard("first", yes)]).first?.refusal?.reason
    #expect((told == .declined) == isAccepted && (dialogue.question == nil) == isAccepted)
  }

  @Test func phrasesOfOneMoveAddUp() throws {
    for (second, sum) in [(0.25, 0.85), (0.7, 1)] {
      var dialogue = try dialogue()
      let responses = dialogue.hear([heard("d four", 0.6), heard("pawn to d four", second)])
      let report = try #require(responses.first?.move)
      #expect(abs(report.confidence - sum) < 1e-9)
    }
  }

  @Test func aMoveFarAheadIsPlayed() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("d four", 0.65), heard("b four", 0.3)])
    #expect(dialogue.game.sans == ["d4"])
  }

  /// 0.375 is three quarters of the confidence that a move needs here.
  @Test(arguments: [(0.4, 0.1, true), (0.36, 0.1, false), (0.29, 0.3, false)])
  func aFairlySureMoveIsAskedAbout(first: Double, illegal: Double, isAsked: Bool) throws {
    var dialogue = try dialogue()
    let readings = [heard("d four", first), heard("queen d four", illegal)]
    let question = dialogue.hear(readings).first?.asked
    let pawn = try Position.start.move(san: "d4")
    #expect((question?.subject == .move(pawn)) == isAsked)
    #expect(dialogue.game.moves.isEmpty)
    guard isAsked else { return }
    // The same move again counts as a "yes".
    _ = dialogue.hear(readings)
    #expect(dialogue.game.sans == ["d4"])
  }

  /// A command that changes nothing needs 0.55 of a move's confidence. It asks before one that ends
  /// the game, and refuses others.
  @Test(arguments: [
    ("status", Command.status), ("say again", .repeatLast), ("resign", .resign), ("undo", nil),
  ])
  func aFairlySureCommandRunsOnlyIfItChangesNothing(words: String, command: Command?) throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("d four")])
    var unsure = dialogue
    #expect(unsure.hear([heard(words, 0.26)]).first?.refusal != nil)
    let response = try #require(dialogue.hear([heard(words, 0.29)]).first)
    switch response {
    case .ask(let question): #expect(question.subject == command.map { .confirmation($0) })
    case .command(let report): #expect(report.command == command)
    default: #expect(words == "undo" && response.refusal?.reason == .uncertain)
    }
    #expect(dialogue.game.sans == ["d4"] && dialogue.game.outcome == nil)
  }

  /// What is said to somebody else sounds like a move now and then.
  @Test func aMoveInsteadOfYesOrNoNeedsMoreConfidence() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("resign")
    let uncertain = dialogue.hear([heard("e four", 0.7)])
    #expect(uncertain.first?.refusal?.reason == .uncertain && uncertain.last?.asked != nil)
    #expect(dialogue.hear([heard("d four")]).first?.move?.san == "d4")
  }
}
