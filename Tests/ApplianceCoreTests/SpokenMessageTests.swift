import ChessLanguage
import Testing

@testable import ApplianceCore
@testable import Chess
@testable import Dialogue

/// The spoken text of each message.
@Suite struct SpokenMessageTests {
  private static let question = Question(
    subject: .choice([]), text: "knight d two", prompt: "knight b d two or knight f d two?",
    choices: ["knight b d two", "knight f d two"], sans: ["Nbd2", "Nfd2+"], confidence: 0.9)
  private static let confirmation = Question(
    subject: .confirmation(.resign), text: "resign", prompt: "white resigns?",
    choices: ["yes", "no"], confidence: 0.9)
  private static let repeated = Question(
    subject: .move(Samples.move.move), text: "knight f three", prompt: "knight f three?",
    choices: ["yes", "no"], sans: ["Nf3"], confidence: 0.9)
  private static func briefly(_ question: Question) -> Question {
    var question = question
    question.isBrief = true
    return question
  }
  private static let opening = OpeningReport(
    text: "albin", opening: Opening(eco: "D08", name: "Albin Countergambit", moves: []),
    moves: ["1... d5", "2. c4", "2... e5"], fen: "FEN", confidence: 1)
  private static let over = GameReport(
    moves: [], lastMove: nil, fen: "FEN", sideToMove: .white, outcome: .draw(.agreement),
    result: .draw, opening: nil)

  private static let shown = CommandReport(
    command: .show, text: "x", confidence: 1, lines: ["8  r n b"])
  private static let pgn = CommandReport(
    command: .pgn, text: "pgn", confidence: 1, lines: ["[Event \"?\"]", "", "1. e4 *"])
  private static let reply: MoveReport = {
    var report = Samples.move
    report.opponent = "The Engine 15.1 NN"
    return report
  }()
  private static let undone = CommandReport(
    command: .undo, text: "x", confidence: 1, lines: [.notation("1. e4")])
  private static let resigned = CommandReport(command: .resign, text: "x", confidence: 1)

  private static let said: [(ConsoleMessage, String?)] = [
    (.response(.move(Samples.move), nil), "knight takes F seven, check."),
    (.response(.opening(opening), nil), "Albin Countergambit. D five, C four, E five."),
    (
      .response(.ask(question), nil),
      "Which move? 1: knight B D two, 2: knight F D two, check? Say the move or its number, or no."
    ),
    (.response(.ask(confirmation), nil), "white resigns? Say yes or no."),
    (.response(.ask(briefly(confirmation)), nil), "white resigns?"),
    (
      .response(.ask(repeated), nil),
      "knight F three? Say yes or no, or press twice for yes."
    ),
    (.response(.ask(briefly(repeated)), nil), "knight F three?"),
    (.response(.refused(Refusal(.lapsed, message: "Too late.")), nil), "Too late."),
    (
      .response(
        .notation(
          NotationReport(text: "d four", notations: ["d4"], opening: nil, confidence: 1)), nil),
      "D four D four"
    ),
    (.response(.command(shown), nil), nil),
    (.response(.command(pgn), nil), "The console shows it."),
    (.response(.command(undone), nil), "Taken back: E four."),
    (.response(.command(resigned), nil), nil),
    (.response(.game(over), nil), "Game over: draw by agreement."),
    (
      .response(.refused(Refusal(.drawDeclined, text: "draw", message: "It declines.")), nil),
      "It declines."
    ),
    (
      .response(.refused(Refusal(.uncertain, text: "a four", message: "Not sure.")), nil),
      "Heard: A four. Not sure."
    ),
    (.response(.move(reply), nil), "The Engine: knight takes F seven, check."),
    (
      .response(
        .command(
          CommandReport(
            command: .moves, text: "moves", confidence: 1,
            lines: [.notation("a3"), .notation("Nf3")]
          )), nil), "A three, knight F three."
    ),
    (.timeLow(.white, seconds: 120), "White has two minutes left."),
    (.hello, nil), (.settings([.init(path: "game", text: "true")]), nil), (.lights("(*)"), nil),
    (.partial("e"), nil), (.recording, nil), (.board(["8  r"]), nil), (.state(.preparing), nil),
    (.state(.stopped), nil), (.state(.available), "Ready: press and speak."),
    (.recordingEnded(.asked), nil),
    (.help(["Type a move."]), "Type start, stop, status or help. Type a move."),
    (.note("Nf3 is a move."), "knight F three is a move."),
    (.error(code: "x", message: "Gone."), "Error: Gone."),
    (.timeLow(.black, seconds: 60), "Black has one minute left."),
  ]

  @Test func theClockIsSpokenOnRequest() throws {
    #expect(try ConsoleMessage.clock(Samples.clock).spoken() == nil)
    let report = CommandReport(
      command: .ask(.time), text: "clock", confidence: 1,
      lines: [try #require(ConsoleMessage.clock(Samples.clock).message)])
    #expect(
      ConsoleMessage.response(.command(report), nil).spoken()
        == "Clock: white 15 minutes, black one minute 2 seconds.")
  }

  @Test(arguments: said)
  func everyMessageHasItsSpokenWords(message: ConsoleMessage, words: String?) {
    #expect(message.spoken() == words)
  }
}
