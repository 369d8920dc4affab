import Chess
import ChessLanguage

extension Response {
  /// The lines for people; ASCII but for the names of openings.
  public var lines: [String] {
    switch self {
    case .move(let report): [report.line]
    case .opening(let report):
      [Self.columns(report.moves.joined(separator: " "), report.text, report.opening)]
    case .notation(let report):
      [Self.columns(report.notations.joined(separator: " or "), report.text, report.opening)]
    case .ask(let question): [question.line]
    case .refused(let refusal):
      [refusal.text.isEmpty ? refusal.message : "\(refusal.message) \"\(refusal.text)\""]
    case .command(let report): report.sentences
    case .game(let report): [report.sentence]
    }
  }

  /// What was done, what was said, and where that is in the theory of openings.
  fileprivate static func columns(_ what: String, _ text: String, _ opening: OpeningName?) -> String
  {
    [what, "\"\(text)\"", opening?.name ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension MoveReport {
  /// As in `12. Nxf7+  "knight takes f seven check"  Italian Game`.
  fileprivate var line: String {
    Response.columns("\(number)\(color == .white ? "." : "...") \(san)", text, opening)
  }
}

extension Question {
  fileprivate var line: String {
    let question = prompt.prefix(1).uppercased() + prompt.dropFirst()
    switch subject {
    case .confirmation: return question + " Say \"yes\" or \"no\"."
    case .choice: return question + " Say which, or \"first\", \"second\", or \"no\"."
    }
  }
}

extension CommandReport {
  fileprivate var sentences: [String] {
    switch command {
    case .undo: ["Taken back: \(lines.joined())."]
    case .newGame: ["A new game."]
    // How the game ended is told by itself.
    case .resign, .draw: []
    case .show: lines
    case .repeatLast: ["Again:"]
    case .help:
      ["Say, for example:"] + lines.map { "  \"\($0)\"" }
    }
  }
}

extension GameReport {
  fileprivate var sentence: String {
    if let outcome { return "\(result)  Game over: \(outcome)." }
    let turn = "\(sideToMove) to move."
    guard let lastMove else { return turn.prefix(1).uppercased() + turn.dropFirst() }
    return "After \(lastMove): \(turn)"
  }
}
