import Chess
import DialogueTestSupport
import TestSupport
import Testing

@testable import Dialogue

/// The ends of games, and their messages.
@Suite struct OutcomeTests {
  private static let outcomes: [Outcome] =
    Color.allCases.flatMap {
      [
        .checkmate(winner: $0), .resignation(winner: $0), .time(winner: $0), .recorded(winner: $0),
      ]
    }
    + DrawReason.allCases.map { .draw($0) } + [.time(winner: nil), .recorded(winner: nil)]

  @Test(arguments: outcomes)
  func everyOutcomeIsReported(outcome: Outcome) {
    #expect(outcome.message.description == outcome.description)
    var report = GameReport(Game())
    report.outcome = outcome
    report.result = outcome.result
    #expect(
      Response.game(report).lines.map(\.description)
        == ["\(outcome.result)  Game over: \(outcome)."])
  }

  /// A side out of time loses, unless the opponent has only a king.
  @Test(
    arguments: [
      (.white, "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", .black, "White's time is up."),
      (.white, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", nil, "White's time is up."),
      (.black, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", .white, "Black's time is up."),
      (.black, "4k3/3q4/8/8/8/8/8/4K3 b - - 0 1", nil, "Black's time is up."),
    ] as [(Color, String, Color?, String)])
  func timeUpLosesUnlessTheOpponentHasOnlyAKing(
    side: Color, fen: String, winner: Color?, text: String
  ) throws {
    var dialogue = try dialogue(fen)
    _ = dialogue.read("resign")
    #expect(dialogue.question != nil)
    let responses = dialogue.timeIsUp(for: side)
    #expect(responses.count == 2 && dialogue.question == nil)
    let refusal = try #require(responses.first?.refusal)
    #expect(refusal.reason == .timeIsUp && refusal.message.description == text)
    let game = try #require(responses.last?.game)
    #expect(game.outcome == .time(winner: winner))
    #expect(dialogue.game.outcome == .time(winner: winner))
    #expect(dialogue.report == game && dialogue.standing == .game(game))
    let again = dialogue.timeIsUp(for: side.opponent)
    #expect(again.isEmpty && dialogue.game.outcome == .time(winner: winner))
  }

  @Test func timeUpCancelsTheOpponentsTask() throws {
    var dialogue = try dialogue()
    dialogue.opponent = Opponent(side: .black, strength: .level(5), name: "toy")
    _ = dialogue.read("hint")
    #expect(dialogue.task != nil)
    _ = dialogue.timeIsUp(for: .white)
    #expect(dialogue.task == nil && dialogue.game.outcome == .time(winner: .black))
  }

  @Test func removingTheClockRestoresTheRecord() throws {
    let control = try #require(TimeControl("15+10"))
    let plain = PGN(Game())
    var pgn = plain
    var clock = ChessClock(control)
    clock.left = [.white: .seconds(4_000), .black: .seconds(59)]
    clock.write(into: &pgn)
    #expect(pgn[tag: "TimeControl"] == "900+10")
    #expect(pgn[tag: "WhiteClock"] == "1:06:40" && pgn[tag: "BlackClock"] == "0:00:59")
    ChessClock.remove(from: &pgn)
    #expect(pgn.text == plain.text)
  }

  /// A question has up to six choices.
  @Test func moreThanSixChoicesAreRefused() throws {
    var six = try dialogue("7k/8/2N1N3/1N6/8/1N3N2/2N5/K7 w - - 0 1")
    let responses = six.read("Nd4")
    #expect(responses.count == 1 && six.question?.choices.count == 6)
    var seven = try dialogue("7k/8/2N1N3/1N6/8/1N3N2/2N1N3/K7 w - - 0 1")
    let refusal = try #require(refused(seven.read("Nd4")))
    #expect(refusal.reason == .ambiguous && refusal.text == "Nd4" && refusal.confidence == 1)
    #expect(
      refusal.message.description
        == "That fits 7 moves; also say where the piece comes from.")
    #expect(seven.question == nil)
  }
}
