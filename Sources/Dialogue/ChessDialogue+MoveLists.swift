import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Lists the possible moves, for "moves g1", "what can my queen take" or "can I castle". Returns
  /// nil for other text.
  mutating func readMoves(of words: [String], _ text: String) -> [Response]? {
    let position = game.position
    // "Can white castle", on its turn.
    let isOwn =
      words.count == 3 && words[0] == "can" && words[2] == "castle"
      && questionWords[words[1]] == position.sideToMove.name
    if let responses = canPlay(isOwn ? "can I castle" : text, text) { return responses }
    var report = CommandReport(command: .moves, text: text, confidence: 1)
    let lists: [(phrases: Message, isMeant: (Move) -> Bool, none: Message)] = [
      (
        Message("what can I take; what can I capture; can I take anything; can I capture anything"),
        position.isCapture, Message("Nothing can be taken.")
      ),
      (
        Message(
          "can I give check; can I check; which moves give check; what checks do I have; what checks are there; any checks"
        ), { position.applying($0).isCheck }, Message("No move gives check.")
      ),
    ]
    let plain = TypedWords.words(of: text)
    for list in lists where TypedWords.lists(list.phrases, plain, translation) {
      report.lines = sans(of: position.legalMoves.filter(list.isMeant)).map { .notation($0) }
      report.answer = report.lines.isEmpty ? list.none : nil
      return [.command(withMovesOrOutcome(report))]
    }
    guard let (name, takes) = pieces(askedFor: text) else { return nil }
    let tokens = TypedMove.tokens(of: name.replacing("'s ", with: " "), in: translation)
    let standards = questionWords
    var rest = tokens.filter { side(standards[$0]) == nil }
    // "B" is a bishop, "b" a file.
    if rest.count == 1, rest[0].count == 1 { rest[0] = rest[0].uppercased() }
    let named = freeMove(rest.joined(separator: " "), isAnswer: true)?.asMover
    // "What can black play" asks for all moves.
    guard named != nil || rest.isEmpty else { return nil }
    if tokens.contains(where: { side(standards[$0]) == position.sideToMove.opponent }) {
      report.answer =
        position.sideToMove == .white ? Message("White to move.") : Message("Black to move.")
      return [.command(withMovesOrOutcome(report))]
    }
    let moves = named?.moves(among: position.legalMoves, in: position) ?? position.legalMoves
    let listed = takes ? moves.filter(position.isCapture) : moves
    report.lines = sans(of: listed).map { .notation($0) }
    if moves.isEmpty, let named,
      let subject = named.move.from.map({ .verbatim($0.name) })
        ?? named.move.piece?.message.capitalized
    {
      let reason = Illegality(position: position, last: game.moves.last)
        .reason(againstOriginOf: named.move)
      report.answer =
        reason.map { Message("\(subject): \($0).") } ?? Message("\(subject): no legal move.")
    } else if listed.isEmpty {
      report.answer = Message("Nothing can be taken.")
    }
    return [.command(withMovesOrOutcome(report))]
  }

  /// A list of moves. Once the game is over, its outcome instead; on the opponent's turn, that,
  /// except to programs.
  func withMovesOrOutcome(_ report: CommandReport) -> CommandReport {
    let isWaiting = awaitsOpponent && !isFromProgram
    guard let obstacle = gameOver ?? (isWaiting ? Self.opponentsMove : nil) else { return report }
    var report = report
    report.lines = []
    report.answer = obstacle
    return report
  }

  /// The words for the pieces whose moves a text asks for, "n" of "moves n" or "the knight on g1" of
  /// "what can the knight on g1 do", and whether it asks only for captures; nil for other text.
  private func pieces(askedFor text: String) -> (name: String, takes: Bool)? {
    let words = TypedText.withoutMarks(text).lowercased().split(whereSeparator: \.isWhitespace)
      .map(String.init)
    if words.count == 2, words[0] == "moves" { return (words[1], false) }
    let standards = questionWords.merging(
      TypedWords.standards(of: Self.abilities, in: translation)
    ) { first, _ in first }
    let asking: Set = ["what", "where", "can", "do", "take"]
    let asked = Set(words.compactMap { standards[$0] }).intersection(asking)
    let name = words.filter { standards[$0].map(asking.contains) != true }
    // "Can my rook move".
    let isEnding = ["do", "take"].contains(words.last.flatMap { standards[$0] })
    guard asked.contains("can"), !name.isEmpty,
      asked.contains("where") || isEnding
        || asked.contains("what") && !asked.isDisjoint(with: ["do", "take"])
    else { return nil }
    return (name.joined(separator: " "), asked.contains("take"))
  }

  /// Words of questions about a piece's moves, besides those of all questions.
  private static let abilities = [
    Message("can"), Message("do; play; move; go"), Message("take; capture"),
  ]

  /// Whether a move or castling is possible now, "can I castle long" or "can I play d4"; nil for
  /// other text.
  private func canPlay(_ question: String, _ text: String) -> [Response]? {
    guard let asked = TypedPhrases.ability(in: question, translation).map(withoutCourtesy) else {
      return nil
    }
    let typed = freeMove(asked)
    var possible =
      moves(typed: asked) ?? typed?.moves(among: game.position.legalMoves, in: game.position)
    let words = words(in: asked)
    switch boundToPosition.interpret(withoutArticles(words) ?? words) {
    case .moves(let moves): possible = possible ?? moves
    case .illegal: possible = possible ?? []
    default: break
    }
    // "Can my rook move" names no move that could be illegal.
    guard let possible, !possible.isEmpty || typed?.asMover == nil else { return nil }
    let castles = typed?.castles == true
    guard game.outcome == nil, !awaitsOpponent, castles || !possible.isEmpty else {
      // It is only a question, so nothing may be played.
      var copy = self
      let responses = copy.read(plain: asked, canBePasted: false, canBeCourteous: false)
      guard case .refused(let refusal)? = responses.first, refusal.reason != .notUnderstood else {
        return nil
      }
      return responses
    }
    var report = CommandReport(command: .moves, text: text, confidence: 1)
    if possible.isEmpty {
      let reason = Illegality(position: game.position, last: game.moves.last)
        .castling(typed?.move.castling)
      report.answer = Message("No: \(reason).")
    } else {
      report.lines = sans(of: possible).map { .notation($0) }
      report.answer = Message("yes").capitalized
    }
    return [.command(report)]
  }
}

extension Position {
  fileprivate func isCapture(_ move: Move) -> Bool { facts(of: move)?.isCapture == true }
}
