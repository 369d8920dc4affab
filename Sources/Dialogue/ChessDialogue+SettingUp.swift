import Chess
import Localization

extension ChessDialogue {
  /// The longest game that can be pasted.
  package static let pasteLimit = (lines: 2_000, bytes: 65_536)

  /// Takes a line of a PGN game, from its first tag to its result; nil for any other line.
  mutating func readPaste(_ line: String, fromProgram isProgram: Bool) -> [Response]? {
    let text = line.drop(while: \.isWhitespace)
    // A line that only begins with a bracket may be garbage, and would swallow the following lines.
    guard !pasted.isEmpty || PGNReader.isTags(text) else { return nil }
    if ["cancel", "no", "n", Message("no").text(in: translation)].contains(text.lowercased()) {
      return abandonPaste()
    }
    if !pasted.isEmpty, endsPaste(text) {
      let refusal = abandonPaste()
      return refusal + read(line, fromProgram: isProgram)
    }
    pasted.append(line)
    guard pasted.count <= Self.pasteLimit.lines,
      pasted.reduce(0, { $0 + $1.utf8.count + 1 }) <= Self.pasteLimit.bytes
    else {
      pasted = []
      return notAPosition(Message("A game of more than 64 KiB cannot be set up."))
    }
    guard PGNReader.endsGame(text) else { return [] }
    let pgn = pasted.joined(separator: "\n")
    pasted = []
    return setUp(pgn: pgn, text: "PGN")
  }

  /// Whether a line clearly does not belong to the game being pasted: no tag, comment or move.
  private func endsPaste(_ line: some StringProtocol) -> Bool {
    guard let word = line.split(whereSeparator: \.isWhitespace).first, let first = word.first else {
      return false
    }
    let isOfGame =
      word.contains(where: \.isNumber) || word.hasPrefix("O-O")
      || (word != "?" && "[{}();%$*!?.".contains(first))
    return !isOfGame && !PGNReader.endsInComment(pasted)
  }

  /// The refusal when the rest of a pasted game is missing.
  mutating func abandonPaste() -> [Response] {
    pasted = []
    return .refused(
      .lapsed,
      Message("The PGN did not end with a result (*, 1-0, 0-1, 1/2-1/2): nothing was done."))
  }

  /// Sets up a FEN, or the moves of a game: "FEN", "set up FEN", "set up 1. e4 e5"; nil for any
  /// other line.
  mutating func readSetUp(_ line: String) -> [Response]? {
    var words = line.split(whereSeparator: \.isWhitespace)[...]
    let small = words.prefix(3).map { $0.lowercased() }
    if small.prefix(2) == ["set", "up"] {
      words = words.dropFirst(small.count > 2 && small[2] == "position" ? 3 : 2)
    } else if small.first == "setup" || (small.first == "fen" && words.count > 1) {
      words = words.dropFirst()
    } else if words.count < 4 || words.first?.contains("/") != true {
      return nil
    }
    let text = words.joined(separator: " ")
    let isNamed = words.allSatisfy { ["a", "the", "position", "game"].contains($0.lowercased()) }
    guard let first = words.first, !isNamed else {
      return notAPosition(
        Message("Type a position in FEN or moves after \"set up\", or paste a game in PGN."))
    }
    if first.contains("/") {
      do throws(ChessError) {
        return setUp(PGN(Game(start: try Position(fen: text))), text: text)
      } catch {
        return notAPosition(Message("That position cannot be set up: \(error.explanation)."), text)
      }
    }
    return setUp(pgn: text, text: text)
  }

  /// Reads numbered moves, "1. e4 e5 2. Nf3": a game from its first move, or this one's next
  /// moves; nil for any other line.
  mutating func readRecord(_ line: String) -> [Response]? {
    guard let record = RecordLine(line, letters) else { return nil }
    if case .setUp(let asked, _) = question?.subject, record.continues(asked) {
      // The next line of a game that waits for a "yes".
      return setUp(pgn: line, after: asked, text: line)
    }
    guard record.moves > 1 else { return nil }
    let word = TypedText.withoutNumber(line).prefix { !$0.isWhitespace }
    let isLegal = moves(typed: String(word))?.first != nil
    let isNext = record.continues(game, isLegal: isLegal)
    if isNext || record.first == nil, moves(typed: TypedText.withoutNumber(line))?.first != nil {
      // "e2 e4", one move by its squares.
      return nil
    }
    if isNext, !isUntouched, game.outcome == nil {
      return setUp(pgn: line, after: game, text: line)
    }
    if record.first == 2 { return setUp(pgn: line, text: line) }
    guard record.first != nil || (record.isAllMoves && (isLegal || record.moves > 2)) else {
      return nil
    }
    let position = game.position
    let number = "\(position.fullmoveNumber)\(position.sideToMove == .white ? "." : "...")"
    let message =
      canTakeMoves
      ? Message("Type one move a line, or put \"\(number)\" before the moves.")
      : Message("Type one move a line.")
    return .refused(.notUnderstood, message, text: line, confidence: 1)
  }

  /// Whether several moves at once can continue this game.
  private var canTakeMoves: Bool {
    opponent == nil && timeControl == nil && game.outcome == nil
  }

  private mutating func setUp(
    pgn: String, after before: Game = Game(), text: String
  ) -> [Response] {
    let pgn = TypedText.withoutFigurines(pgn)
    do throws(ChessError) {
      guard let read = try game(in: pgn, after: before) else {
        return notAPosition(Message("There is no game in that."), text)
      }
      guard before == game, !isUntouched, canTakeMoves else {
        return setUp(read, text: text)
      }
      // The current game continues, so nothing is lost.
      (question, request) = (nil, nil)
      game = read.game
      return [.command(CommandReport(command: .setUp, text: text, confidence: 1)), standing]
    } catch {
      let message =
        switch (error.line, error.column) {
        case (let line?, let column?) where error.code == .illegalMove:
          Message(
            "That game cannot be set up: \(error.subject) is not legal there (line \(line), column \(column))."
          )
        case (let line?, let column?):
          Message(
            "That game cannot be set up: \(error.explanation) (line \(line), column \(column)).")
        default: Message("That game cannot be set up: \(error.explanation).")
        }
      return notAPosition(message, text)
    }
  }

  /// The only game of a text, in SAN or with the piece letters of the player's language.
  private func game(in pgn: String, after before: Game) throws(ChessError) -> PGN? {
    func first(_ letters: PieceLetters) throws(ChessError) -> PGN? {
      try PGN.games(in: pgn, limit: 1, letters: letters, after: before).first
    }
    do throws(ChessError) {
      return try first(.english)
    } catch {
      guard letters != .english, let game = try? first(letters) else { throw error }
      return game
    }
  }

  /// Continues with a game, after a "yes" if the current one would be lost.
  private mutating func setUp(_ pgn: PGN, text: String) -> [Response] {
    guard isUntouched || game.outcome != nil else {
      let prompt = Message("give up this game and set up the position?")
      return [
        open(
          Question(.setUp(pgn.game, pgn.names), Meaning(.nothing, text: text), prompt: prompt))
      ]
    }
    return begin(with: pgn.game, of: pgn.names, text: text)
  }

  private func notAPosition(_ message: Message, _ text: String = "") -> [Response] {
    .refused(.notAPosition, message, text: text)
  }
}
