import TestSupport
import Testing

@testable import ApplianceCore
@testable import Chess
@testable import Dialogue

/// The situation as reported to a program that has read nothing so far.
@Suite struct SituationTests {
  private static let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
  private static let standing = """
    "fen":"\(fen)","turn":"white","result":"0-1","reason":"checkmate, black wins",\
    "reason_code":"checkmate",\
    "moves":["f3","e5","g4","Qh4#"],"moves_san":["f3","e5","g4","Qh4#"],\
    "moves_uci":["f2f3","e7e5","g2g4","d8h4"],"opening":"Fool's Mate","eco":"A00",
    """

  private static let over: GameReport = {
    var report = Samples.over
    report.fen = fen
    report.ucis = ["f2f3", "e7e5", "g2g4", "d8h4"]
    report.opening = Opening(eco: "A00", name: "Fool's Mate", moves: [])
    return report
  }()

  private static let question = Question(
    subject: .confirmation(.newGame), text: "new game", prompt: "a new game?",
    choices: ["yes", "no"], confidence: 1)

  /// The members after the state's own.
  private func members(
    _ message: ConsoleMessage, _ situation: Situation?, _ introduction: Introduction = .init()
  ) throws -> String {
    let json = message.json(at: time, introduction: introduction, situation: situation)
    let line = try #require(json).line
    #expect(try JSONSchema.lines.get().faults(in: line) == [])
    let start = try #require(line.firstRange(of: #""recording":"#)).lowerBound
    return String(line[start...])
  }

  @Test func aGameIsReportedWithItsPlayersAndItsQuestion() throws {
    let game = Situation.Standing(
      report: Self.over, players: PlayerNames(white: "Ada", black: "Bob"), question: Self.question,
      clock: try Samples.clock)
    let line = try members(
      .status(.recording), Situation(state: .available, game: game),
      Introduction(locale: "de_DE", player: "ada"))
    let expected = """
      "recording":true,"listening":false,"locale":"de_DE","player":"ada","position":"\(Self.fen)",\
      "game":{\(Self.standing)"players":{"white":"Ada","black":"Bob"},\
      "ask":{"text":"new game","confidence":1,"question":"a new game?",\
      "choices":["yes","no"],"command":"new-game"}},\
      "clock":{"white_ms":900000,"black_ms":61500,"increment_ms":10000,"delay_ms":0,\
      "running":"black"}}
      """
    #expect(line == expected)
  }

  @Test func theSavedGameIsReportedUntilAnotherIsKnown() throws {
    let introduction = Introduction(keptGame: .init(report: Self.over))
    let begin = #""recording":false,"listening":false,"locale":"en_US","player":null,"position":"#
    let kept = """
      \(begin)"\(Self.fen)","game":{\(Self.standing)"players":null,"ask":null},"clock":null}
      """
    for situation in [nil, Situation()] {
      let line = try members(.hello, situation, introduction)
      #expect(line == kept)
    }
    var report = Self.over
    report.fen = Position.start.fen
    let known = Situation(state: .available, game: .init(report: report))
    let line = try members(.hello, known, introduction)
    #expect(line.hasPrefix("\(begin)\"\(report.fen)\","))
    let none = try members(.hello, nil)
    #expect(none == begin + #"null,"game":null,"clock":null}"#)
  }

  @Test func helloAndStatusReportTheSituation() {
    #expect(ConsoleMessage.hello.tellsSituation)
    #expect(ConsoleMessage.status(.available).tellsSituation)
    #expect(!ConsoleMessage.state(.available).tellsSituation)
    #expect(!ConsoleMessage.recording.tellsSituation)
  }

  /// A status without a situation has only the state.
  @Test func aStatusNeedsNoSituation() throws {
    let line = try #require(ConsoleMessage.status(.stopped).json(at: time)).line
    #expect(line.hasSuffix(#""available":false,"state":"stopped"}"#))
  }
}
