import ChessLanguage
import FoundationEssentials
import Testing

@testable import ApplianceCore
@testable import Chess
@testable import Dialogue

@Suite struct ResponseTests {
  @Test func aMovesLineHasItsNumberWordsAndOpening() {
    #expect(
      Response.move(Samples.move).lines
        == [#"12. Nxf7+  "knight takes f seven check"  Italian Game"#])
    var black = Samples.move
    black.color = .black
    black.opening = nil
    #expect(Response.move(black).lines == [#"12... Nxf7+  "knight takes f seven check""#])
  }

  @Test func typedWordsAreCertainAndHaveNoTimes() {
    let typed = Utterance(text: "x")
    #expect(typed.confidence == 1 && typed.seconds == 0 && typed.latency == nil)
    #expect(typed.words.isEmpty && typed.intent == nil)
  }

  @Test func questionsSayHowToAnswer() {
    let choice = Question(
      subject: .choice([]), text: "knight d two", prompt: "knight b d two or knight f d two?",
      choices: ["knight b d two", "knight f d two"], sans: ["Nbd2", "Nfd2+"], confidence: 0.9)
    #expect(
      Response.ask(choice).lines == [
        "Which move?", #"  1  Nbd2   "knight b d two""#, #"  2  Nfd2+  "knight f d two""#,
        #"Say or type the move, its number, or "no" (n)."#,
      ])
    let confirmation = Question(
      subject: .confirmation(.resign), text: "resign", prompt: "white resigns?",
      choices: ["yes", "no"], confidence: 0.9)
    #expect(
      Response.ask(confirmation).lines == [#"White resigns? Say or type "yes" or "no" (y, n)."#])
  }

  @Test func gamesAndCommandsHaveTheirLines() {
    #expect(Response.game(Samples.over).lines == ["0-1  Game over: checkmate, black wins."])
    let report = CommandReport(command: .undo, text: "undo", confidence: 1, lines: ["1. e4"])
    #expect(Response.command(report).lines == ["Taken back: 1. e4."])
    let board = CommandReport(
      command: .show, text: "show", confidence: 1,
      lines: BoardDrawing().lines(of: Game()))
    #expect(Response.command(board).lines.count == 9)
    let help = CommandReport(command: .help, text: "", confidence: 1, lines: ["e four", "draw"])
    #expect(Response.command(help).lines == [#"Say, for example, "e four", "draw"."#])
  }

  @Test func severalLinesStaySeparateOnAConsole() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    let pgn = CommandReport(
      command: .pgn, text: "pgn", confidence: 1, lines: ["[A]", "", "1. e4"])
    let message = ConsoleMessage.response(.command(pgn), nil)
    let bytes = formatter.bytes(for: message, at: TimeStamp(wall: 0, monotonic: 0))
    #expect(String(decoding: bytes, as: UTF8.self) == "[A]\r\n\r\n1. e4\r\n")
  }

  @Test func namesLoseTheirAccentsInASCII() {
    #expect(
      ConsoleFormatter.ascii("Grünfeld, Réti, Maróczy, Sørensen")
        == "Grunfeld, Reti, Maroczy, Sorensen")
  }

  private struct Line: Decodable {
    var type: String
    var text: String?
    var confidence: Double?
    var san: String?
    var uci: String?
    var fen: String?
    var number: Int?
    var color: String?
    var check: Bool?
    var mate: Bool?
    var draw: Bool?
    var opening: String?
    var eco: String?
    var code: String?
    var reason: String?
    var question: String?
    var choices: [String]?
    var command: String?
    var result: String?
    var moves: [String]?
    var latencyMs: Double?
  }

  private func line(_ response: Response, _ utterance: Utterance? = nil) throws -> Line {
    let message = ConsoleMessage.response(response, utterance)
    let json = try #require(message.json(at: TimeStamp(wall: 0, monotonic: 0))).line
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Line.self, from: Data(json.utf8))
  }

  @Test func aMoveHasItsJSON() throws {
    let line = try line(.move(Samples.move), Utterance(text: "x", seconds: 2, latency: 0.05))
    #expect(line.type == "result")
    #expect(line.text == "knight takes f seven check")
    #expect(line.confidence == 0.875)
    #expect(line.san == "Nxf7+")
    #expect(line.uci == Samples.move.move.uci)
    #expect(line.fen == "FEN")
    #expect(line.number == 12)
    #expect(line.color == "white")
    #expect(line.check == true && line.mate == false && line.draw == false)
    #expect(line.opening == "Italian Game")
    #expect(line.eco == "C50")
    #expect(line.latencyMs == 50)
  }

  /// All members of an object for programs, in their order, without type and times.
  private func members(_ response: Response) throws -> String {
    let message = ConsoleMessage.response(response, nil)
    let json = try #require(message.json(at: TimeStamp(wall: 0, monotonic: 0))).line
    let stamp = #""time":"1970-01-01T00:00:00.000Z","monotonic":0,"#
    let parts = json.split(separator: stamp, maxSplits: 1)
    try #require(parts.count == 2)
    return String(parts[0] + parts[1])
  }

  @Test func everyResponseHasAllMembers() throws {
    let name = Opening(eco: "C50", name: "Italian Game", moves: [])
    var move = Samples.move
    move.opponent = "Stockfish"
    #expect(
      try members(.move(move))
        == #"{"type":"result","text":"knight takes f seven check","confidence":0.875,"#
        + #""san":"Nxf7+","uci":"\#(move.uci)","number":12,"color":"white","fen":"FEN","#
        + #""check":true,"mate":false,"draw":false,"opponent":"Stockfish","#
        + #""opening":"Italian Game","eco":"C50"}"#)
    #expect(
      try members(
        .opening(
          OpeningReport(
            text: "italian", opening: name, moves: ["1. e4", "e5"], sans: ["e4", "e5"],
            ucis: ["e2e4", "e7e5"], fen: "FEN", confidence: 0.5)))
        == #"{"type":"result","text":"italian","confidence":0.5,"moves":["1. e4","e5"],"#
        + #""moves_san":["e4","e5"],"moves_uci":["e2e4","e7e5"],"fen":"FEN","#
        + #""opening":"Italian Game","eco":"C50"}"#)
    #expect(
      try members(
        .notation(
          NotationReport(
            text: "e four", notations: ["e4", "E4"], opening: name, confidence: 0.25)))
        == #"{"type":"result","text":"e four","confidence":0.25,"notation":"e4","#
        + #""notations":["e4","E4"],"opening":"Italian Game","eco":"C50"}"#)
    let refusal = Refusal(
      .notLegal, text: "e five", message: "No.", confidence: 0.75, move: Move(uci: "e2e5"))
    #expect(
      try members(.refused(refusal))
        == #"{"type":"refused","code":"\#(Refusal.Reason.notLegal.rawValue)","reason":"No.","#
        + #""text":"e five","confidence":0.75,"uci":"e2e5"}"#)
    #expect(
      try members(
        .command(CommandReport(command: .undo, text: "undo", confidence: 1, lines: ["1. e4"])))
        == #"{"type":"command","command":"undo","text":"undo","confidence":1,"lines":["1. e4"]}"#)
    var report = CommandReport(command: .moves, text: "", confidence: 1)
    report.answer = "No: you are in check."
    #expect(
      try members(.command(report)).hasSuffix(#""lines":[],"answer":"No: you are in check."}"#))
    var game = Samples.over
    game.ucis = ["f2f3", "e7e5", "g2g4", "d8h4"]
    #expect(
      try members(.game(game))
        == #"{"type":"game","fen":"FEN","turn":"white","result":"0-1","#
        + #""reason":"checkmate, black wins","reason_code":"checkmate","#
        + #""moves":["f3","e5","g4","Qh4#"],"#
        + #""moves_san":["f3","e5","g4","Qh4#"],"moves_uci":["f2f3","e7e5","g2g4","d8h4"],"#
        + #""opening":null,"eco":null}"#)
  }

  @Test func movesAndGamesHaveTheClock() throws {
    let clock =
      #","clock":{"white_ms":900000,"black_ms":61500,"increment_ms":10000,"delay_ms":0,"running":"black"}"#
    var (move, game) = (Samples.move, Samples.over)
    (move.clock, game.clock) = (try Samples.clock, try Samples.clock)
    let opening = OpeningReport(
      text: "x", opening: Opening(eco: "C50", name: "x", moves: []), moves: [], fen: "FEN",
      confidence: 1, clock: try Samples.clock)
    for response in [Response.move(move), .game(game), .opening(opening)] {
      #expect(try members(response).contains(clock), "\(response)")
    }
  }

  @Test func aQuestionNamesItsSubject() throws {
    func question(_ subject: Question.Subject) -> Response {
      .ask(
        Question(
          subject: subject, text: "x", prompt: "which?", choices: ["one", "two"],
          sans: ["e4", "d4"], confidence: 0.5))
    }
    let begin =
      #"{"type":"ask","text":"x","confidence":0.5,"question":"which?","#
      + #""choices":["one","two"],"#
    let moves = try ["e2e4", "d2d4"].map { try #require(Move(uci: $0)) }
    #expect(
      try members(question(.choice(moves))) == begin + #""moves":["e2e4","d2d4"],"#
        + #""moves_san":["e4","d4"],"moves_uci":["e2e4","d2d4"]}"#)
    #expect(
      try members(question(.confirmation(.resign))) == begin + #""command":"resign"}"#)
    #expect(
      try members(question(.move(moves[0]))) == begin + #""command":"move","moves":["e2e4"],"#
        + #""moves_san":["e4","d4"],"moves_uci":["e2e4"]}"#)
  }

  @Test func otherResponsesHaveTheirJSON() throws {
    let ask = try line(
      .ask(
        Question(
          subject: .confirmation(.newGame), text: "new game", prompt: "begin?",
          choices: ["yes", "no"], confidence: 1)))
    #expect(ask.type == "ask")
    #expect(ask.question == "begin?")
    #expect(ask.choices == ["yes", "no"])
    #expect(ask.command == "new-game")
    let refused = try line(.refused(Refusal(.uncertain, text: "e four", message: "Again.")))
    #expect(refused.type == "refused")
    #expect(refused.code == "uncertain")
    #expect(refused.reason == "Again.")
    let game = try line(.game(Samples.over))
    #expect(game.type == "game")
    #expect(game.result == "0-1")
    #expect(game.reason == "checkmate, black wins")
    #expect(game.moves == ["f3", "e5", "g4", "Qh4#"])
    let command = try line(.command(CommandReport(command: .show, text: "show", confidence: 1)))
    #expect(command.type == "command")
    #expect(command.command == "show")
    #expect(command.text == "show")
  }
}
