import ChessLanguage
import Localization
import Testing

@testable import Chess
@testable import Dialogue

/// The lines that people read.
@Suite struct ResponseTextTests {
  private static let commands: [(Command, [Message], [String])] = [
    (.undo, ["1. e4"], ["Taken back: 1. e4."]), (.newGame, [], ["A new game."]),
    (.newGameAs(.white), [], ["A new game. You play white."]),
    (.newGameAs(.black), [], ["A new game. You play black."]),
    (.hint, ["Nf3", "knight f three"], [#"Hint: Nf3, "knight f three"."#]),
    (.level(7), ["7"], ["Level 7."]), (.resign, [], []), (.draw, [], []),
    (.show, ["8", "7"], ["8", "7"]), (.fen, ["FEN"], ["FEN"]), (.pgn, ["[A]", ""], ["[A]", ""]),
    (.games, ["1", "2"], ["1", "2"]), (.setUp, [], ["The position is set up."]),
    (.repeatLast, [], ["Again:"]), (.status, ["White.", "Black."], ["White. Black."]),
    (.moves, [], ["No legal move."]), (.moves, ["e4", "e3"], ["e4 e3"]),
    (.last, [], ["No move has been played yet."]), (.last, ["1. e4"], ["1. e4"]),
    (.help, ["e four", "draw"], [#"Say, for example, "e four", "draw"."#]),
  ]

  @Test(arguments: commands)
  func commandsAreReportedInSentences(command: Command, lines: [Message], reported: [String]) {
    let report = CommandReport(command: command, text: "x", confidence: 1, lines: lines)
    #expect(Response.command(report).lines.map(\.description) == reported)
  }

  private static let albin = Opening(eco: "D08", name: "Albin Countergambit", moves: [])

  @Test(
    arguments: [
      (
        .opening(
          OpeningReport(
            text: "albin", opening: albin, moves: ["1... d5", "2. c4"], fen: "FEN", confidence: 1)),
        #"1... d5 2. c4  "albin"  Albin Countergambit"#
      ),
      (
        .notation(
          NotationReport(
            text: "d four", notations: ["d4", "D4", "Nd4"], opening: nil, confidence: 1)),
        #"d4 or D4 or Nd4  "d four""#
      ),
      (
        .notation(
          NotationReport(text: "albin", notations: [], opening: albin, confidence: 1)),
        #""albin"  Albin Countergambit"#
      ),
      (.refused(Refusal(.lapsed, message: "Too late.")), "Too late."),
      (.refused(Refusal(.lapsed, text: "e four", message: "Too late.")), #"Too late. "e four""#),
    ] as [(Response, String)])
  func responsesAreLines(response: Response, line: String) {
    #expect(response.lines.map(\.description) == [line])
  }

  @Test(
    arguments: [
      (nil, .white, "White to move."), (nil, .black, "Black to move."),
      ("1. e4", .black, "After 1. e4: black to move."),
      ("1... e5", .white, "After 1... e5: white to move."),
    ] as [(String?, Color, String)])
  func anUnfinishedGameSaysWhoIsToMove(last: String?, side: Color, line: String) {
    var report = GameReport(Game())
    report.lastMove = last
    report.sideToMove = side
    #expect(Response.game(report).lines.map(\.description) == [line])
  }
}
