import Chess
import ChessLanguage
import DialogueTestSupport
import Testing

@testable import Dialogue

/// Spoken moves.
@Suite struct ChessDialogueTests {
  @Test func aMoveIsPlayedAndReported() throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([heard("knight f three", 0.8)])
    guard case .move(let report) = try #require(responses.first), responses.count == 1 else {
      Issue.record("\(responses)")
      return
    }
    #expect(report.text == "knight f three")
    #expect(report.san == "Nf3")
    #expect(report.uci == "g1f3")
    #expect(report.number == 1)
    #expect(report.color == .white)
    #expect(report.confidence == 0.8)
    #expect(report.fen == "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")
    #expect(!report.isCheck && !report.isMate && !report.isDraw)
    #expect(dialogue.game.sans == ["Nf3"])
    #expect(dialogue.listening == .position(dialogue.game.position))
  }

  @Test func mateEndsTheGameAndIsReportedAfterTheMove() throws {
    var dialogue = try dialogue(mateInOne)
    let responses = dialogue.hear([heard("rook e eight mate")])
    try #require(responses.count == 2)
    guard case .move(let report) = responses[0], case .game(let game) = responses[1] else {
      Issue.record("\(responses)")
      return
    }
    #expect(report.san == "Re8#")
    #expect(report.isCheck && report.isMate)
    #expect(game.outcome == .checkmate(winner: .white))
    #expect(game.result == .whiteWins)
  }

  @Test func stalemateIsADraw() throws {
    var dialogue = try dialogue("7k/8/8/6Q1/8/8/8/K7 w - - 0 60")
    let responses = dialogue.hear([heard("queen g six")])
    let report = try #require(responses.first?.move)
    #expect(report.isDraw && !report.isCheck)
    let game = try #require(responses.last?.game)
    #expect(game.outcome == .draw(.stalemate))
  }

  /// The required confidence grows with the caution.
  @Test(arguments: [(0, 0), (0.5, 0.6), (1, 0.95), (2, 0.95), (-1, 0)] as [(Double, Double)])
  func cautionSetsTheRequiredConfidence(caution: Double, acceptance: Double) throws {
    let policy = DialoguePolicy(caution: caution)
    #expect(abs(policy.acceptance - acceptance) < 1e-9)
    #expect(policy.margin == 0.2 && policy.choice == 0.02)
    #expect(DialoguePolicy().acceptance == 0.5)
  }

  @Test(arguments: [
    ("knight e five", " (no knight can go there)"), ("king e two", " (your own piece is on e2)"),
    ("e five", " (only Black can play that)"),
    ("castles kingside", " (a piece is between king and rook)"),
    ("e two e five", " (the pawn on e2 cannot go there)"),
  ])
  func anIllegalMoveIsRefusedWithTheReason(text: String, obstacle: String) throws {
    var dialogue = try dialogue()
    let refusal = try #require(refused(dialogue.hear([heard(text)])))
    #expect(refusal.reason == .notLegal)
    #expect(refusal.message == "That is not legal here: \(text)\(obstacle).")
  }

  /// "Repeat" skips repetitions, and refusals other than of a move.
  @Test func repeatShowsTheLastResponse() throws {
    var dialogue = try dialogue()
    let refused = dialogue.hear([heard("knight e five")])
    #expect(Array(dialogue.read("repeat").dropFirst()) == refused)
    let played = dialogue.read("e4")
    _ = dialogue.read("hodge podge")
    let illegal = dialogue.hear([heard("knight e five")])
    #expect(Array(dialogue.read("repeat").dropFirst()) == played + illegal)
    #expect(Array(dialogue.read("why not").dropFirst()) == illegal)
    _ = dialogue.read("undo")
    _ = dialogue.read("e4")
    #expect(Array(dialogue.read("repeat").dropFirst()) == played)
    #expect(Array(dialogue.read("repeat").dropFirst()) == played)
    // A question only while it is open.
    let asked = dialogue.read("resign")
    #expect(Array(dialogue.read("repeat").dropFirst()) == played + asked)
    _ = dialogue.read("no")
    #expect(Array(dialogue.read("repeat").dropFirst()) == played)
    // A program's polls are not for the players.
    for line in ["status", "position", "moves"] { _ = dialogue.read(line, fromProgram: true) }
    #expect(Array(dialogue.hear([heard("repeat")]).dropFirst()) == played)
  }

  /// Typed text is certain.
  @Test func typedTextIsCertain() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("e4").first?.move?.confidence == 1)
    #expect(dialogue.read("e seven e five").first?.move?.confidence == 1)
    _ = dialogue.read("fen \(twoKnights)")
    #expect(dialogue.question?.confidence == 1)
    #expect(dialogue.read("y").first?.command?.confidence == 1)
  }

  @Test func confidencesOfTheSameMeaningAddUp() throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([
      heard("knight f three", 0.3), heard("knight to f three", 0.3), heard("knight h three", 0.1),
    ])
    guard case .move(let report) = try #require(responses.first) else {
      Issue.record("\(responses)")
      return
    }
    #expect(report.san == "Nf3")
    #expect(abs(report.confidence - 0.6) < 1e-9)
    #expect(report.text == "knight f three")
  }

  @Test(arguments: [
    (Refusal.Reason.notUnderstood, ""),
    (.notUnderstood, "two flat whites please"),
    (.notLegal, "knight e five"),
    (.notLegal, "king takes queen"),
  ])
  func otherWordsAndIllegalMovesAreRefused(reason: Refusal.Reason, text: String) throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear(text.isEmpty ? [] : [heard(text)])
    #expect(refused(responses)?.reason == reason)
    #expect(refused(responses)?.text == text)
    #expect(dialogue.game == Game())
  }

  @Test func anUncertainMoveIsRefusedByName() throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([heard("e four", 0.3), heard("d four", 0.05)])
    let refusal = try #require(refused(responses))
    #expect(refusal.reason == .uncertain)
    #expect(refusal.move?.uci == "e2e4")
    #expect(refusal.confidence == 0.3)
  }

  @Test func aMoveAsLikelyAsAnIllegalOneIsAskedAbout() throws {
    let near = [heard("queen h five", 0.49), heard("pawn a three", 0.45)]
    var dialogue = try dialogue()
    _ = dialogue.hear(near)
    #expect(dialogue.question?.sans == ["a3"])
    #expect(dialogue.game.moves.isEmpty)
    var declined = dialogue
    #expect(dialogue.hear(near).first?.move?.san == "a3")
    _ = declined.read("no")
    #expect(declined.question == nil)
    #expect(declined.game.moves.isEmpty)
  }

  @Test func anIllegalMoveThatWasHeardIsRefusedAsIllegal() throws {
    var dialogue = try dialogue()
    let refusal = try #require(
      refused(dialogue.hear([heard("queen h five", 0.8), heard("pawn a three", 0.1)])))
    #expect(refusal.reason == .notLegal)
    #expect(refusal.text == "queen h five")
    #expect(
      refusal.message == "That is not legal here: queen h five (the pawn on e2 is in the way).")
    #expect(refusal.confidence == 0.8)
    #expect(dialogue.game.moves.isEmpty)
    // The phrases of a move add up, and compete with what is legal.
    let split = [
      heard("pawn a three", 0.5), heard("queen h five", 0.3), heard("queen to h five", 0.25),
    ]
    #expect(refused(dialogue.hear(split))?.reason == .notLegal)
    // Too little for a question.
    let little = [heard("pawn a three", 0.29), heard("queen h five", 0.4)]
    #expect(refused(dialogue.hear(little))?.reason == .uncertain)
    #expect(dialogue.game.moves.isEmpty)
    let far = [heard("pawn a three", 0.8), heard("queen h five", 0.1)]
    guard case .move(let report) = try #require(dialogue.hear(far).first) else {
      Issue.record("not played")
      return
    }
    #expect(report.san == "a3")
  }

  @Test func theLikeliestOfSeveralIllegalMovesIsNamed() throws {
    for phrases in [[("h five", 0.3), ("h six", 0.6)], [("h six", 0.6), ("h five", 0.3)]] {
      var dialogue = try dialogue()
      let said = phrases.map { heard("queen " + $0.0, $0.1) }
      #expect(refused(dialogue.hear(said))?.text == "queen h six")
    }
  }

  @Test func inCheckTheReasonIsTheCheck() throws {
    var dialogue = try dialogue("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1")
    #expect(
      refused(dialogue.hear([heard("rook a four", 0.9)]))?.message
        == "That is not legal here: rook a four (the king is in check).")
  }
}
