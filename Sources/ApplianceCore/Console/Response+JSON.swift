import Chess
import ChessLanguage
import Dialogue

extension Response {
  /// The `type` of its object for programs.
  var type: String {
    switch self {
    case .move, .opening, .notation: "result"
    case .ask: "ask"
    case .refused: "refused"
    case .command: "command"
    case .game: "game"
    }
  }

  /// Adds the response's members, which `deploy/PROTOCOL.md` documents, to an object for programs.
  func add(to line: inout JSONLine) {
    switch self {
    case .move(let report): report.add(to: &line)
    case .opening(let report):
      line.addHeard(report.text, report.confidence)
      line.add("moves", .array(report.moves.map { .string($0) }))
      line.addMoves(report.sans, report.ucis)
      line.add("fen", .string(report.fen))
      line.add(report.opening)
      line.add(report.clock)
    case .notation(let report):
      line.addHeard(report.text, report.confidence)
      line.add("notation", .text(report.notations.first))
      line.add("notations", .array(report.notations.map { .string($0) }))
      line.add(report.opening)
    case .ask(let question): question.add(to: &line)
    case .refused(let refusal):
      line.add("code", .string(refusal.reason.rawValue))
      line.add("reason", .string(refusal.message.description))
      line.addHeard(refusal.text, refusal.confidence)
      line.add("uci", .text(refusal.move?.uci))
    case .command(let report):
      line.add("command", .string(report.command.rawValue))
      line.addHeard(report.text, report.confidence)
      line.add("lines", .array(report.lines.map { .string($0.description) }))
      if let answer = report.answer { line.add("answer", .string(answer.description)) }
    case .game(let report): report.add(to: &line)
    }
  }

  /// The words; nil if the response is not about any.
  package var text: String? { heard?.text }

  /// From 0 to 1; nil if nothing was heard.
  package var confidence: Double? { heard?.confidence }

  private var heard: (text: String, confidence: Double?)? {
    switch self {
    case .move(let report): (report.text, report.confidence)
    case .opening(let report): (report.text, report.confidence)
    case .notation(let report): (report.text, report.confidence)
    case .ask(let question): (question.text, question.confidence)
    case .refused(let refusal): (refusal.text, refusal.confidence)
    case .command(let report): (report.text, report.confidence)
    case .game: nil
    }
  }
}

extension MoveReport {
  fileprivate func add(to line: inout JSONLine) {
    line.addHeard(text, confidence)
    line.add("san", .string(san))
    line.add("uci", .string(uci))
    line.add("number", .integer(number))
    line.add("color", .string(color.name))
    line.add("fen", .string(fen))
    line.add("check", .flag(isCheck))
    line.add("mate", .flag(isMate))
    line.add("draw", .flag(isDraw))
    if let opponent { line.add("opponent", .string(opponent)) }
    line.add(opening)
    line.add(clock)
  }
}

extension Question {
  fileprivate func add(to line: inout JSONLine) {
    line.addHeard(text, confidence)
    line.add("question", .string(prompt.description))
    line.add("choices", .array(choices.map { .string($0) }))
    switch subject {
    case .confirmation(.begin): line.add("command", .string(Command.newGame.rawValue))
    case .confirmation(let command): line.add("command", .string(command.rawValue))
    case .setUp: line.add("command", .string(Command.setUp.rawValue))
    case .move(let move):
      line.add("command", .string("move"))
      line.add("moves", .array([.string(move.uci)]))
      line.addMoves(sans, [move.uci])
    case .choice(let moves):
      line.add("moves", .array(moves.map { .string($0.uci) }))
      line.addMoves(sans, moves.map(\.uci))
    }
  }
}

extension GameReport {
  fileprivate func add(to line: inout JSONLine) {
    line.add("fen", .string(fen))
    line.add("turn", .string(sideToMove.name))
    line.add("result", .string(result.rawValue))
    line.add("reason", .text(outcome?.description))
    line.add("reason_code", .text(outcome?.code))
    line.add("moves", .array(moves.map { .string($0) }))
    line.addMoves(moves, ucis)
    line.add(opening)
    line.add(clock)
  }
}

extension JSONLine {
  fileprivate mutating func add(_ clock: ClockReport?) {
    if let clock { add("clock", .object(clock.json)) }
  }

  /// Adds moves in the two formats that all lines share; `moves` itself differs between types.
  fileprivate mutating func addMoves(_ sans: [String], _ ucis: [String]) {
    add("moves_san", .array(sans.map { .string($0) }))
    add("moves_uci", .array(ucis.map { .string($0) }))
  }

  fileprivate mutating func addHeard(_ text: String, _ confidence: Double?) {
    add("text", .string(text))
    add("confidence", confidence.map { .number($0) } ?? .null)
  }

  fileprivate mutating func add(_ opening: Opening?) {
    add("opening", .text(opening?.name))
    add("eco", .text(opening?.eco))
  }
}
