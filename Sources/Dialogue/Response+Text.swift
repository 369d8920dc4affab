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
    case .ask(let question): question.lines
    case .refused(let refusal):
      [refusal.text.isEmpty ? refusal.message : "\(refusal.message) \"\(refusal.text)\""]
    case .command(let report): report.sentences
    case .game(let report): [report.sentence]
    }
  }

  /// What was done, what was said, and the opening's name.
  fileprivate static func columns(_ what: String, _ text: String, _ opening: OpeningName?) -> String
  {
    [what, "\"\(text)\"", opening?.name ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension MoveReport {
  /// As in `12. Nxf7+  "knight takes f seven check"  Italian Game`.
  fileprivate var line: String {
    let move = "\(number)\(color == .white ? "." : "...") \(san)"
    guard let opponent else { return Response.columns(move, text, opening) }
    return [move, opponent, opening?.name ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension Question {
  /// The question, the possible answers, and how to give them.
  fileprivate var lines: [String] {
    switch subject {
    case .confirmation, .setUp:
      let question = prompt.prefix(1).uppercased() + prompt.dropFirst()
      return [question + " Say or type \"yes\" or \"no\" (y, n)."]
    case .choice:
      let width = sans.map(\.count).max() ?? 0
      return ["Which move?"]
        + zip(sans, choices).enumerated().map { index, choice in
          let (san, phrase) = choice
          let gap = String(repeating: " ", count: width - san.count)
          return "  \(index + 1)  \(san)\(gap)  \"\(phrase)\""
        } + ["Say or type the move, its number, or \"no\" (n)."]
    }
  }
}

extension CommandReport {
  fileprivate var sentences: [String] {
    switch command {
    case .undo: ["Taken back: \(lines.joined())."]
    case .newGame: ["A new game."]
    case .newGameAs(let side): ["A new game. You play \(side)."]
    case .hint: ["Hint: \(lines.first ?? ""), \"\(lines.last ?? "")\"."]
    case .level: ["Level \(lines.joined())."]
    // The game's report already says how it ended.
    case .resign, .draw: []
    case .show, .fen, .pgn, .games: lines
    case .setUp: ["The position is set up."]
    case .repeatLast: ["Again:"]
    case .status: [lines.joined(separator: " ")]
    case .moves: [lines.isEmpty ? "No legal move." : lines.joined(separator: " ")]
    case .last: [lines.first ?? "No move has been played yet."]
    case .help:
      ["Say, for example, " + lines.map { "\"\($0)\"" }.joined(separator: ", ") + "."]
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
