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
    ("15d10", "15d10"), ("15d0", "15+0"), ("15d", nil), ("15d301", nil), ("d5", nil),
  ])
  func timeControlsAreReadAndWritten(text: String, written: String?) {
    #expect(TimeControl(text)?.description == written)
  }

  @Test func timeRunsForTheMoverAndMovesAddTheIncrement() throws {
    var clock = ChessClock(try #require(TimeControl("1+2")))
    let games = [Game(), try Self.game("e4"), try Self.game("e4", "e5")]
    #expect(clock.report(at: .seconds(100)).text == "white 1:00, black 1:00")
    clock.note(games[1], before: games[0], at: .seconds(100))
    #expect(clock.report(at: .seconds(110)).text == "white 1:00, black 0:50")
    clock.note(games[2], before: games[1], at: .seconds(110))
    #expect(clock.report(at: .milliseconds(112_500)).text == "white 0:58, black 0:52")
    #expect(clock.fallen(at: .seconds(169)) == nil)
    #expect(clock.fallen(at: .seconds(170)) == .white)
    #expect(clock.timeLeft(.white, at: .seconds(500)) == .zero)
    clock.note(games[1], before: games[2], at: .seconds(120))
    #expect(
      clock.report(at: .seconds(121)).text == "white 0:50, black 0:49",
      "taken back: the increment goes with the move")
    clock.note(games[0], before: games[1], at: .seconds(130))
    #expect(clock.report(at: .seconds(999)).text == "white 1:00, black 1:00", "a new game")
  }

  /// The mover has the time left before that move, as long as the move stands.
  @Test func takingAMoveBackRestoresTheTimeBeforeIt() throws {
    var clock = ChessClock(try #require(TimeControl("5")))
    let games = try [Game(), Self.game("e4"), Self.game("e4", "e5"), Self.game("e4", "e5", "d4")]
    for index in 1...3 {
      clock.note(games[index], before: games[index - 1], at: .seconds(10 * index))
    }
    #expect(clock.movers == [1: .seconds(300), 2: .seconds(290), 3: .seconds(290)])
    clock.note(games[1], before: games[3], at: .seconds(40))
    #expect(clock.movers == [1: .seconds(300)])
  }

  @Test func begunSecondsCountAsWhole() {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    for (duration, seconds) in [
      (.zero, 0), (attosecond, 1), (.seconds(3), 3), (.seconds(3) + attosecond, 4),
      (.milliseconds(2_999), 3),
    ] as [(Duration, Int)] {
      #expect(duration.wholeSeconds == seconds)
    }
  }

  @Test func theClockStopsAfterTheEnd() throws {
    var clock = ChessClock(try #require(TimeControl("1")))
    let game = try Self.game("e4")
    clock.note(game, before: Game(), at: .zero)
    var over = game
    over.end(.resignation(winner: .white))
    clock.note(over, before: game, at: .seconds(10))
    #expect(clock.report(at: .seconds(50)).text == "white 1:00, black 0:50")
    clock.note(game, before: over, at: .seconds(60))
    #expect(clock.report(at: .seconds(70)).text == "white 1:00, black 0:40")
    clock.note(over, before: game, at: .seconds(200))
    #expect(clock.report(at: .seconds(200)).text == "white 1:00, black 0:00")
    clock.note(game, before: over, at: .seconds(300))
    #expect(
      clock.report(at: .seconds(300)).text == "white 1:00, black 1:00", "a minute to go on with")
    clock.note(over, before: game, at: .seconds(300))
    #expect(clock.report(at: .seconds(500)).running == nil)
    #expect(clock.fallen(at: .seconds(500)) == nil)
  }

  @Test func aClockContinuesFromItsRecord() throws {
    let control = try #require(TimeControl("1+2"))
    var clock = ChessClock(control)
    let game = try Self.game("e4")
    clock.note(game, before: Game(), at: .zero)
    let record = clock.stopped(at: .seconds(10))
    #expect(record.report(at: .seconds(500)).running == nil)
    var resumed = record
    resumed.resume(game, at: .seconds(1_000))
    #expect(resumed.report(at: .seconds(1_005)).text == "white 1:00, black 0:45")
    #expect(record.movers == [1: .seconds(60)])
    #expect(resumed.stopped(at: .seconds(1_000)) == record)
    // Neither before the first move nor after the end.
    var over = game
    over.end(.resignation(winner: .white))
    for idle in [Game(), over] {
      var standing = record
      standing.resume(idle, at: .zero)
      #expect(standing.report(at: .seconds(30)).text == "white 1:00, black 0:50")
    }
  }

  /// The delay passes first on each move, before the time runs.
  @Test func theDelayIsNotDeducted() throws {
    var clock = ChessClock(try #require(TimeControl("1d5")))
    let games = [Game(), try Self.game("e4"), try Self.game("e4", "e5")]
    clock.note(games[1], before: games[0], at: .zero)
    #expect(clock.report(at: .seconds(5)).text == "white 1:00, black 1:00")
    #expect(clock.nextMoment(after: .zero) == .seconds(55))
    clock.note(games[2], before: games[1], at: .seconds(8))
    #expect(clock.report(at: .seconds(8)).text == "white 1:00, black 0:57")
    #expect(clock.fallen(at: .milliseconds(72_999)) == nil)
    #expect(clock.fallen(at: .seconds(73)) == .white)
  }

  @Test func aPlayerShortOfTimeIsWarnedOncePerMark() throws {
    var clock = ChessClock(try #require(TimeControl("2+30")))
    let games = [Game(), try Self.game("e4"), try Self.game("e4", "e5")]
    clock.note(games[1], before: games[0], at: .zero)
    #expect(clock.nextMoment(after: .zero) == .seconds(60))
    #expect(clock.warn(at: .seconds(59)) == nil)
    let first = clock.warn(at: .seconds(60))
    #expect(first?.side == .black && first?.mark == .seconds(60))
    #expect(clock.warn(at: .seconds(61)) == nil)
    #expect(clock.nextMoment(after: .seconds(61)) == .seconds(110))
    let second = clock.warn(at: .seconds(111))
    #expect(second?.side == .black && second?.mark == .seconds(10))
    #expect(clock.nextMoment(after: .seconds(111)) == .seconds(120))
    #expect(clock.warn(at: .seconds(120)) == nil && clock.nextMoment(after: .seconds(120)) == nil)
    clock.note(games[2], before: games[1], at: .seconds(115))
    #expect(clock.nextMoment(after: .seconds(115)) == .seconds(175), "the other side's turn")
  }

  @Test(arguments: [
    "", "[TimeControl \"-\"]", "[TimeControl \"901+0\"]", "[TimeControl \"900+\"]",
    "[TimeControl \"900+5\"]\n[WhiteClock \"0:14:00\"]",
    "[TimeControl \"900+5\"]\n[WhiteClock \"0:14:00\"]\n[BlackClock \"0:-1:00\"]",
    "[TimeControl \"900+5\"]\n[WhiteClock \"0:14:00\"]\n[BlackClock \"99999999999999999:00:00\"]",
    "[TimeControl \"900+5\"]\n[WhiteClock \"0:14:60\"]\n[BlackClock \"0:14:00\"]",
    "[TimeControl \"900+5\"]\n[WhiteClock \"0:60:00\"]\n[BlackClock \"0:14:00\"]",
    "[TimeControl \"900+5\"]\n[WhiteClock \"100:00:00\"]\n[BlackClock \"0:14:00\"]",
    "[TimeControl \"900+5\"]\n[WhiteClock \"14:00\"]\n[BlackClock \"0:14:00\"]",
    "[TimeControl \"900+5\"]\n[WhiteClock \"0:0:14:00\"]\n[BlackClock \"0:14:00\"]",
  ])
  func aDamagedRecordHasNoClock(tags: String) throws {
    let games = try PGN.games(in: tags + "\n\n1. e4 {[%clk x]} e5 {[%clk 0:00} *")
    let pgn = try #require(games.first)
    #expect(ChessClock(pgn) == nil)
  }

  /// The longest readable times; and only the movers of moves in the game.
  @Test func aRecordHasOnlyTheTimesOfItsMoves() throws {
    let control = try #require(TimeControl("15+10"))
    var record = ChessClock(control)
    record.left = [.white: .seconds(359_999), .black: .zero]
    record.movers = [
      -1: .seconds(1), 0: .seconds(2), 1: .seconds(3), 2: .seconds(59 * 60 + 59), 3: .seconds(5),
    ]
    var pgn = PGN(try Self.game("e4", "e5"))
    record.write(into: &pgn)
    #expect(pgn.comments == [1: "[%clk 0:00:03]", 2: "[%clk 0:59:59]"])
    #expect(pgn[tag: "WhiteClock"] == "99:59:59" && pgn[tag: "BlackClock"] == "0:00:00")
    let read = try #require(ChessClock(pgn))
    #expect(read.left == record.left && read.movers == [1: .seconds(3), 2: .seconds(3_599)])
  }

  @Test func aRecordIsReadBackUnchanged() throws {
    let control = try #require(TimeControl("15+10"))
    var record = ChessClock(control)
    record.left = [.white: .seconds(4_000), .black: .seconds(59)]
    record.movers = [1: .seconds(900), 2: .seconds(59)]
    var pgn = PGN(try Self.game("e4", "e5", "Nf3"))
    record.write(into: &pgn)
    let games = try PGN.games(in: pgn.text)
    let read = try #require(games.first)
    #expect(ChessClock(read) == record)
  }
}
