import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Lists moves on request: "moves n", "moves g1", "what can the knight do", "what can I take",
  /// "can I castle queenside". Returns nil for other text.
  mutating func readMoves(of words: [String], _ text: String) -> [Response]? {
    if let responses = canCastle(text) { return responses }
    let position = game.position
    var report = CommandReport(command: .moves, text: text, confidence: 1)
    if words == ["what", "can", "i", "take"] || words == ["what", "can", "i", "capture"] {
      let captures = position.legalMoves.filter { position.facts(of: $0)?.isCapture == true }
      report.answer = captures.isEmpty ? Message("Nothing can be taken.") : nil
      report.lines = sans(of: captures).map { .notation($0) }
      return [.command(withMovesOrOutcome(report))]
    }
    guard let name = pieceName(in: text, words) else { return nil }
    let kind =
      PieceKind(named: name, in: translation)
      ?? (name.count == 1
        ? name.first.flatMap(letters.letter).flatMap { PieceKind(letter: $0) } : nil)
    let square = Square(name)
    guard kind != nil || square != nil else { return nil }
    let moves = position.legalMoves.filter { move in
      move.from == square || (kind != nil && position.piece(at: move.from)?.kind == kind)
    }
    report.lines = sans(of: moves).map { .notation($0) }
    let subject = kind?.message.capitalized ?? .verbatim(square?.name ?? "")
    if moves.isEmpty { report.answer = Message("\(subject): no legal move.") }
    return [.command(withMovesOrOutcome(report))]
  }

  /// A list of moves; once the game is over, its outcome instead.
  func withMovesOrOutcome(_ report: CommandReport) -> CommandReport {
    guard let outcome = game.outcome else { return report }
    var report = report
    report.lines = []
    report.answer = Message("Game over: \(outcome.message).")
    return report
  }

  /// The piece or square whose moves a text asks for: "n" of "moves n", "g1" of "what can the knight
  /// on g1 do"; nil for other text.
  private func pieceName(in text: String, _ words: [String]) -> String? {
    let typed = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if typed.count == 2, typed[0] == "moves" { return typed[1] }
    let asks = [("what", "do"), ("where", "go"), ("where", "move")].contains { ask in
      words.first == ask.0 && words.last == ask.1
    }
    return asks && words.count >= 4 && words[1] == "can" ? typed.dropLast().last : nil
  }

  /// Whether castling is possible now, on any side or on the one that a text names, "can I castle
  /// long"; nil for other text.
  private mutating func canCastle(_ text: String) -> [Response]? {
    guard let castling = TypedPhrases.ability(in: text, translation),
      let typed = freeMove(castling), typed.castles
    else { return nil }
    // Otherwise, a move would be refused for another reason.
    guard game.outcome == nil, !awaitsOpponent else {
      return readFreely(castling, isExplained: false)
    }
    var report = CommandReport(command: .moves, text: text, confidence: 1)
    let possible = typed.moves(among: castlings, in: game.position)
    if possible.isEmpty {
      let reason = Illegality(position: game.position, last: game.moves.last)
        .castling(typed.move.castling)
      report.answer = Message("No: \(reason).")
    } else {
      report.lines = sans(of: possible).map { .notation($0) }
      report.answer = Message("yes").capitalized
    }
    return [.command(report)]
  }
}
