import Chess
import Testing

@testable import Dialogue

@Suite struct ChessClockTests {
  private static func game(_ sans: String...) throws -> Game {
    var game = Game()
    for san in sans { try game.play(san: san) }
    return game
  }

  @Test(arguments: [
    ("15+10", "15+10"), ("5", "5+0"), ("300+300", "300+300"), ("0+5", nil), ("", nil), ("5+", nil),
    ("5+-1", nil), ("a", nil), ("5+3+1", nil), ("99999999999999999999", nil),
  ])
  func controls(text: String, written: String?) {
    #expect(TimeControl(text)?.description == written)
  }

  @Test func timeRunsForWhoeverIsToMoveAndAMoveAddsToIt() throws {
    var clock = ChessClock(try #require(TimeControl("1+2")))
    let games = [Game(), try Self.game("e4"), try Self.game("e4", "e5")]
    #expect(clock.text(at: .seconds(100)) == "white 1:00, black 1:00")
    clock.note(games[1], before: games[0], at: .seconds(100))
    #expect(clock.text(at: .seconds(110)) == "white 1:00, black 0:50")
    clock.note(games[2], before: games[1], at: .seconds(110))
    #expect(clock.text(at: .milliseconds(112_500)) == "white 0:58, black 0:52")
    #expect(clock.fallen(at: .seconds(169)) == nil)
    #expect(clock.fallen(at: .seconds(170)) == .white)
    #expect(clock.timeLeft(.white, at: .seconds(500)) == .zero)
    clock.note(games[1], before: games[2], at: .seconds(120))
    #expect(clock.text(at: .seconds(121)) == "white 0:50, black 0:51", "taken back: nothing added")
    clock.note(games[0], before: games[1], at: .seconds(130))
    #expect(clock.text(at: .seconds(999)) == "white 1:00, black 1:00", "a new game")
  }

  @Test func itStandsAfterTheEnd() throws {
    var clock = ChessClock(try #require(TimeControl("1")))
    let game = try Self.game("e4")
    clock.note(game, before: Game(), at: .zero)
    var over = game
    over.end(.resignation(winner: .white))
    clock.note(over, before: game, at: .seconds(10))
    #expect(clock.text(at: .seconds(50)) == "white 1:00, black 0:50")
    clock.note(game, before: over, at: .seconds(60))
    #expect(clock.text(at: .seconds(70)) == "white 1:00, black 0:40")
    clock.note(over, before: game, at: .seconds(200))
    #expect(clock.text(at: .seconds(200)) == "white 1:00, black 0:00")
    clock.note(game, before: over, at: .seconds(300))
    #expect(clock.text(at: .seconds(300)) == "white 1:00, black 1:00", "a minute to go on with")
    clock.note(over, before: game, at: .seconds(300))
    #expect(clock.running == nil && clock.fallen(at: .seconds(500)) == nil)
  }
}
