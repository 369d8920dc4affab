import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Carries out a command, after a confirmation if it needs one.
  mutating func carryOut(_ command: Command, _ meaning: Meaning) -> [Response] {
    // The moves that a question offers are not on the board yet.
    if command == .undo, question?.subject.moves.isEmpty == false { return take(.no, meaning) }
    if let refusal = obstacle(to: command, meaning) { return [.refused(refusal)] }
    // Without a repetition, that would offer a draw.
    if command == .draw, game.claimableDraws.isEmpty,
      TypedWords.words(of: meaning.text).hasSuffix("repetition")
    {
      return done(.ask(.draw), meaning)
    }
    // Saying it again confirms nothing.
    if question?.subject == .confirmation(command) {
      return [.refused(meaning.refusal(.notUnderstood, Self.stillOpen))]
    }
    return isToBeConfirmed(command) ? [ask(whether: command, meaning)] : done(command, meaning)
  }

  /// Whether the command needs a confirmation, because it would lose something.
  func isToBeConfirmed(_ command: Command) -> Bool {
    switch command {
    // An opponent answers a draw offer itself.
    case .draw: opponent == nil && game.claimableDraws.isEmpty
    // A finished game is kept anyway.
    case .newGame, .newGameAs, .begin: !isUntouched && game.outcome == nil
    case .speak(let language): self.locale(of: language) != locale
    default: command.asksForConfirmation
    }
  }

  /// Whether the game has no moves and no result.
  var isUntouched: Bool { game == Game() }

  /// Takes the answer to the open question.
  mutating func take(_ answer: Answer, _ meaning: Meaning) -> [Response] {
    guard let question else { return [.refused(unasked(meaning))] }
    switch (question.subject, answer) {
    case (_, .no):
      self.question = nil
      // The likeliest comes last: a correction is about that one.
      for move in question.subject.moves.reversed() { drop(move) }
      return [.refused(meaning.refusal(.declined, Message("Nothing was done.")))]
    case (.confirmation(let command), .yes):
      self.question = nil
      return done(command, meaning, asked: question.text)
    case (.setUp(let game, let names), .yes):
      return begin(with: game, of: names, text: meaning.text)
    case (.move(let move), .yes):
      return playForPlayer(
        move, Meaning(.moves([move]), text: question.text, confidence: question.confidence))
    case (.choice(let moves), .choice(let index)) where moves.indices.contains(index):
      return play([moves[index]], meaning)
    default: return [.refused(unasked(meaning))]
    }
  }

  /// Why a command cannot be carried out; nil if it can.
  private func obstacle(to command: Command, _ meaning: Meaning) -> Refusal? {
    switch command {
    case .undo:
      return canTakeBack
        ? nil : meaning.refusal(.nothingToUndo, Message("There is no move to take back."))
    case .resign: return game.outcome.map { over($0, meaning) }
    case .draw:
      if let outcome = game.outcome { return over(outcome, meaning) }
      return opponent == nil ? nil : obstacle(toAsking: meaning.text)
    case .hint:
      return obstacle(toAsking: meaning.text) ?? game.outcome.map { over($0, meaning) }
    case .level: return opponent == nil ? obstacle(toAsking: meaning.text) : nil
    case .begin(let setUp):
      let needsEngine = setUp.rival == .engine || setUp.level != nil || setUp.side != nil
      let engine = setUp.rival == .engine ? opponent ?? idle : opponent
      return needsEngine && engine == nil ? obstacle(toAsking: meaning.text) : nil
    case .speak(let language):
      return locale(of: language) == nil
        ? meaning.refusal(.noLanguage, Message("That language is not installed.")) : nil
    case .voice(let change): return obstacle(to: change, meaning)
    case .repeatLast:
      return lastResponses.isEmpty && lastRefusal == nil && question == nil
        ? meaning.refusal(.nothingToRepeat, Message("There is nothing to repeat yet.")) : nil
    case .newGame, .newGameAs, .show, .help, .status, .moves, .last, .fen, .pgn, .games, .setUp,
      .ask, .players, .introduce:
      return nil
    }
  }

  private mutating func ask(whether command: Command, _ meaning: Meaning) -> Response {
    let prompt =
      switch command {
      case .resign: (resigning(meaning.text) ?? player).resigns
      case .draw: Message("is a draw agreed?")
      case .speak(let code):
        Message("change the language to \(Self.languageNames[code] ?? .verbatim(code))?")
      default:
        switch side(chosenBy: command) {
        case .white: Message("give up this game and begin a new one as white?")
        case .black: Message("give up this game and begin a new one as black?")
        case nil: Message("give up this game and begin a new one?")
        }
      }
    return open(Question(.confirmation(command), meaning, prompt: prompt))
  }

  /// The player's side in the game that a command begins; nil if it does not say, or for two people.
  private func side(chosenBy command: Command) -> Color? {
    switch command {
    case .newGameAs(let side): opponent == nil ? nil : side
    case .begin(let setUp): setUp.side
    default: nil
    }
  }

  /// The side that resigns by its name, "black resigns"; nil for other words, and for the engine.
  func resigning(_ text: String) -> Color? {
    let words = TypedWords.words(of: text)
    return Color.allCases.first { side in
      side != opponent?.side && TypedWords.lists(side.resigns, words, translation)
    }
  }

  /// The languages' names, by their ISO 639 codes.
  static let languageNames = [
    "de": Message("German"), "en": Message("English"), "es": Message("Spanish"),
    "fr": Message("French"), "it": Message("Italian"), "nl": Message("Dutch"),
  ]

  /// Repeats a move, and asks whether the player meant it.
  mutating func ask(whether move: Move, _ meaning: Meaning) -> Response {
    let spoken = boundToPosition.spoken(move)
    return open(
      Question(.move(move), meaning, prompt: .verbatim("\(spoken)?"), sans: sans(of: [move])))
  }

  /// Carries out a command without further questions; `asked` are the words that a question was
  /// about.
  private mutating func done(
    _ command: Command, _ meaning: Meaning, asked: String = ""
  ) -> [Response] {
    var report = CommandReport(
      command: command, text: meaning.text, confidence: meaning.confidence)
    switch command {
    case .undo:
      // It was asked in the later position.
      question = nil
      report.lines = [takeBack()]
    case .newGame: beginAnew()
    case .newGameAs(let side):
      take(side)
      beginAnew()
      // Two people choose their sides themselves.
      if opponent == nil {
        report.command = .newGame
        report.lines = [Message("Two people play.")]
      }
    case .begin(let setUp):
      beginAnew(setUp)
      report.command = .newGame
      report.lines = terms(isForTwo: setUp.rival == .person)
    case .voice(let change):
      adjust(change, &report)
      return [.command(report)]
    case .speak(let language):
      locale = locale(of: language) ?? locale
      report.lines = [.verbatim(locale.identifier)]
      return [.command(report)]
    case .introduce(let name):
      introduce(name, as: player)
      return carryOut(.players, meaning)
    case .resign:
      game.end(.resignation(winner: (resigning(asked) ?? player).opponent))
    case .draw where opponent != nil && game.claimableDraws.isEmpty:
      request = .draw
      return []
    case .hint:
      request = .hint
      return []
    case .level(let level):
      opponent?.strength = .level(level)
      report.lines = [.verbatim("\(level)")]
      return [.command(report)]
    case .draw:
      game.end(.draw(game.claimableDraws.first ?? .agreement))
    case .repeatLast
    where TypedWords.lists(TypedPhrases.whys, TypedWords.words(of: meaning.text), translation):
      return [.command(report)] + (lastRefusal.map { [$0] } ?? lastResponses)
    case .repeatLast: return [.command(report)] + lastResponses + [lastRefusal].compactMap(\.self)
    case .status where asksForTurn(meaning.text):
      // "Whose turn is it" asks for less than "status".
      report.lines = Array(lines(for: command).prefix(1))
      report.isBrief = true
      return [.command(report)]
    case .moves:
      report.lines = lines(for: command)
      return [.command(withMovesOrOutcome(report))]
    case .show, .help, .status, .last, .fen, .pgn, .games, .setUp, .ask, .players:
      report.lines = lines(for: command)
      return [.command(report)]
    }
    return [.command(report), standing]
  }

  /// Whether words for the status are more than that word.
  private func asksForTurn(_ text: String) -> Bool {
    let names = ["status", Message("status").text(in: translation).lowercased()]
    return !names.contains(TypedText.withoutMarks(text).lowercased())
  }

  /// Ends the game for a side whose time is up: a loss, or a draw if the opponent has only a king.
  package mutating func timeIsUp(for side: Color) -> [Response] {
    guard game.outcome == nil else { return [] }
    question = nil
    request = nil
    let winner = side.opponent
    let hasPieces = PieceKind.allCases.contains { kind in
      kind != .king && !game.position.squares(of: winner, kind).isEmpty
    }
    game.end(.time(winner: hasPieces ? winner : nil))
    let message = side == .white ? Message("White's time is up.") : Message("Black's time is up.")
    return remember([.refused(Refusal(.timeIsUp, message: message)), standing])
  }

  /// Takes back the declared outcome, or the last move; describes it in words.
  mutating func takeBack() -> Message {
    if let declared = game.declaredOutcome {
      game.reopen()
      return declared.message
    }
    var taken: [String] = []
    for _ in 0..<movesToTakeBack {
      if let last = game.numberedSAN(at: game.moves.count - 1) { taken.append(last) }
      guard let move = game.undo(), opponent?.side != game.position.sideToMove else { continue }
      drop(move)
    }
    request = nil
    opponent?.isOut = false
    opponent?.lostMoves = 0
    return .notation(taken.joined(separator: ", "))
  }

  /// Takes back several moves, "take back two moves" or "undo 3"; nil for other text.
  mutating func readTakingBack(_ text: String) -> [Response]? {
    let words = TypedWords.words(of: text).split(separator: " ")
    let numbers = words.map { TypedWords.number($0, in: translation) }
    guard let count = numbers.lazy.compactMap(\.self).first else { return nil }
    let asked = zip(words, numbers).map { $1 == nil ? String($0) : "@" }.joined(separator: " ")
    let phrases = Message(
      "take back @; take back @ moves; take back @ move; take back the last @ moves; undo @; undo @ moves; undo @ move; undo the last @ moves; @ moves back; go back @; go back @ moves"
    )
    guard TypedWords.lists(phrases, asked, translation) else { return nil }
    return takeBack(count, Meaning(.command(.undo), text: text))
  }

  /// Takes back so many moves, or all there are.
  mutating func takeBack(_ count: Int, _ meaning: Meaning) -> [Response] {
    let responses = carryOut(.undo, meaning)
    guard case .command(var report)? = responses.first else { return responses }
    while report.lines.count < count, canTakeBack { report.lines.append(takeBack()) }
    report.lines = [.joined(report.lines, separator: ", ")]
    return [.command(report), standing]
  }

  /// Notes that the player does not want a move in this position.
  private mutating func drop(_ move: Move) {
    unwanted[game.position.key, default: []].insert(move)
    if dropped.last?.position != game.position.applying(move) { dropped = [] }
    dropped.append(Correctable(move, in: game.position))
  }

  /// Whether there is a declared outcome or a move to take back.
  var canTakeBack: Bool { game.declaredOutcome != nil || movesToTakeBack > 0 }

  /// How many moves to take back: against an opponent, up to and including the player's last one.
  var movesToTakeBack: Int {
    guard opponent != nil else { return min(1, game.moves.count) }
    let count = isOpponentsTurn ? 1 : 2
    return game.moves.count >= count ? count : 0
  }

  /// Continues with another game, of these players.
  mutating func begin(with game: Game, of names: PlayerNames, text: String) -> [Response] {
    beginAnew()
    namesInGame = names
    if game != self.game {
      self.game = game
      gameNumber += 1
    }
    return [.command(CommandReport(command: .setUp, text: text, confidence: 1)), standing]
  }

  func unasked(_ meaning: Meaning) -> Refusal {
    meaning.refusal(.notUnderstood, Message("That does not answer the question."))
  }
}
