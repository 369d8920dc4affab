import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// The current task for the opponent; nil if there is none.
  package var task: Opponent.Task? {
    guard let opponent, game.outcome == nil else { return nil }
    if isOpponentsTurn {
      return opponent.isOut
        ? nil : Opponent.Task(matter: .move, game: game, strength: opponent.strength)
    }
    switch request {
    case .hint: return Opponent.Task(matter: .hint, game: game, strength: .level(8))
    case .draw: return Opponent.Task(matter: .draw, game: game, strength: .level(8))
    case .move, nil: return nil
    }
  }

  /// Whether it is the opponent's turn.
  var isOpponentsTurn: Bool { opponent?.side == game.position.sideToMove }

  /// Whether only the opponent may move now: it has not failed.
  var awaitsOpponent: Bool { isOpponentsTurn && opponent?.isOut == false }

  /// The speaker's side; without an opponent, the side to move.
  var player: Color { opponent?.side.opponent ?? game.position.sideToMove }

  /// The players' names for a record; nil if none is known.
  package var players: PlayerNames? {
    if let opponent {
      return opponent.side == .white
        ? PlayerNames(white: opponent.name, black: names.black ?? "Player")
        : PlayerNames(white: names.white ?? "Player", black: opponent.name)
    }
    let (white, black) = (namesInGame.white ?? names.white, namesInGame.black ?? names.black)
    guard white != nil || black != nil else { return nil }
    return PlayerNames(white: white, black: black)
  }

  /// Takes a player's name, "white is Anna" or "I am Anna"; nil for any other line.
  mutating func readName(_ line: String) -> [Response]? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let isWhole = words.count > 2 && words[1].lowercased() == "is"
    if isWhole, let side = Color.allCases.first(where: { $0.name == words[0].lowercased() }) {
      let name = words.dropFirst(2).joined(separator: " ")
      guard isName(name, in: line) else { return noName(line) }
      introduce(name, as: side)
      return carryOut(.players, Meaning(.command(.players), text: line))
    }
    for count in 1..<max(1, min(words.count, 4)) {
      let start = words[..<count].joined(separator: " ")
      guard start.lowercased() == "i am" || language.introduces(self.words(in: start)) else {
        continue
      }
      let name = words[count...].joined(separator: " ")
      guard !isColor(name) else { return nil }
      guard isName(name, in: line) else { return noName(line) }
      return carryOut(.introduce(name), Meaning(.command(.introduce(name)), text: line))
    }
    return nil
  }

  /// Whether a text is a name rather than a remark, such as "in check" or, in a line of capitals,
  /// "LOST".
  private func isName(_ text: String, in line: String) -> Bool {
    let isCapitalized = text.first?.isLowercase == false && line.contains(where: \.isLowercase)
    return isCapitalized || language.isName(text)
  }

  private func noName(_ line: String) -> [Response] {
    .refused(
      .notUnderstood, Message("If that is a name, begin it with a capital letter."), text: line,
      confidence: 1)
  }

  /// Whether a text is a side rather than a name: "black", "les noirs".
  private func isColor(_ text: String) -> Bool {
    [Message("white"), Message("black")].contains { color in
      let name = color.text(in: translation)
      let names = [name, String(name.drop { $0 != " " }.dropFirst()), color.description]
        .map { $0.lowercased() }
      return (names + names.flatMap(PlainLetters.spellings)).contains(text.lowercased())
    }
  }

  /// Carries out the opponent's answer, unless the game has changed since the request.
  package mutating func take(
    _ answer: Result<EngineAnswer, EngineError>, to task: Opponent.Task
  ) -> [Response] {
    guard task == self.task else { return [] }
    request = nil
    switch answer {
    case .success(let answer):
      opponent?.name = answer.engine
      switch task.matter {
      case .move: return remember(reply(with: answer))
      case .hint: return remember([.command(hint(answer.move))])
      case .draw: return remember(answerDraw(answer))
      }
    case .failure(let error):
      var message = error.message
      if task.matter == .move {
        opponent?.isOut = true
        message = .joined([message, Self.playItYourself])
      }
      return remember(.refused(.opponentFailed, message))
    }
  }

  /// Plays the opponent's move, or resigns for it.
  private mutating func reply(with answer: EngineAnswer) -> [Response] {
    guard var opponent else { return [] }
    let isLost = answer.score.map { $0 <= opponent.policy.resignation } ?? false
    opponent.lostMoves = isLost ? opponent.lostMoves + 1 : 0
    self.opponent = opponent
    if opponent.lostMoves >= opponent.policy.patience {
      game.end(.resignation(winner: opponent.side.opponent))
      question = nil
      return [standing]
    }
    let asked = question
    var responses = makeMove(answer.move, Meaning(.moves([answer.move]), text: ""))
    // A question about the whole game, such as "white resigns?", is still open.
    if game.outcome == nil, asked?.subject.moves.isEmpty == true { question = asked }
    if case .move(var report) = responses.first {
      report.opponent = opponent.name
      responses[0] = .move(report)
    }
    return responses
  }

  private func hint(_ move: Move) -> CommandReport {
    CommandReport(
      command: .hint, text: Message("hint").text(in: translation), confidence: 1,
      lines: [
        .notation(game.position.san(of: move)), .verbatim(boundToPosition.spoken(move)),
      ])
  }

  /// Accepts or declines the offered draw. The score is for the player, who is to move.
  private mutating func answerDraw(_ answer: EngineAnswer) -> [Response] {
    guard let opponent else { return [] }
    let text = Message("draw").text(in: translation)
    let isEnough = game.moves.count >= 2 * opponent.policy.earliestDraw
    guard isEnough, let score = answer.score, -score <= opponent.policy.draw else {
      return .refused(.drawDeclined, Message("The opponent declines the draw."), text: text)
    }
    game.end(.draw(.agreement))
    return [.command(CommandReport(command: .draw, text: text, confidence: 1)), standing]
  }

  /// Why a command for the opponent is impossible; nil if it is possible.
  func obstacle(toAsking text: String) -> Refusal? {
    guard opponent != nil else {
      return Refusal(
        .noOpponent, text: text,
        message: idle == nil
          ? Message(
            "There is no opponent. Set opponent.engine in the configuration, or --opponent for play."
          )
          : Message("Two people play."))
    }
    guard isOpponentsTurn, game.outcome == nil else { return nil }
    return awaitsOpponent
      ? notYourTurn(text)
      : Refusal(.opponentFailed, text: text, message: Self.playItYourself)
  }

  private static let playItYourself = Message(
    "You can play its move yourself, or say \"take back\".")

  func notYourTurn(_ text: String) -> Refusal {
    Refusal(.notYourTurn, text: text, message: Self.opponentsMove)
  }

  static let opponentsMove = Message("It is the opponent's move; wait for it.")
}
