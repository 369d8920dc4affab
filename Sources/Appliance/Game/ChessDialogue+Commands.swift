import Chess
import ChessLanguage

extension ChessDialogue {
  /// Carries out a command, or asks whether to where it ends a game.
  mutating func carryOut(_ command: Command, _ meaning: Meaning) -> [Response] {
    if let refusal = obstacle(to: command, meaning) { return [.refused(refusal)] }
    return isToBeConfirmed(command) ? [ask(whether: command, meaning)] : done(command, meaning)
  }

  /// Whether something would be lost that is not lost anyway.
  private func isToBeConfirmed(_ command: Command) -> Bool {
    switch command {
    case .draw: game.claimableDraws.isEmpty
    case .newGame: !isUntouched
    default: command.asksForConfirmation
    }
  }

  /// Whether nothing has happened in the game.
  private var isUntouched: Bool { game == Game() }

  /// Takes the answer to the question that is open.
  mutating func take(_ answer: Answer, _ meaning: Meaning) -> [Response] {
    guard let question else { return [.refused(unasked(meaning))] }
    switch (question.subject, answer) {
    case (_, .no):
      self.question = nil
      return [
        .refused(
          Refusal(
            .declined, text: meaning.text, message: "Nothing was done.",
            confidence: meaning.confidence))
      ]
    case (.confirmation(let command), .yes):
      self.question = nil
      return done(command, meaning)
    case (.choice(let moves), .choice(let index)) where moves.indices.contains(index):
      return play([moves[index]], meaning)
    default: return [.refused(unasked(meaning))]
    }
  }

  /// Why a command cannot be carried out; nil where it can.
  private func obstacle(to command: Command, _ meaning: Meaning) -> Refusal? {
    switch command {
    case .undo:
      return game.moves.isEmpty && game.declaredOutcome == nil
        ? Refusal(
          .nothingToUndo, text: meaning.text, message: "There is no move to take back.",
          confidence: meaning.confidence) : nil
    case .resign, .draw: return game.outcome.map { over($0, meaning) }
    case .repeatLast:
      return lastResponses.isEmpty
        ? Refusal(
          .nothingToRepeat, text: meaning.text, message: "There is nothing to repeat yet.",
          confidence: meaning.confidence) : nil
    case .newGame, .show, .help, .status, .moves, .last, .fen, .pgn: return nil
    }
  }

  private mutating func ask(whether command: Command, _ meaning: Meaning) -> Response {
    let prompt =
      switch command {
      case .resign: "\(game.position.sideToMove) resigns?"
      case .draw: "is a draw agreed?"
      default: game.outcome == nil ? "give up this game and begin a new one?" : "begin a new game?"
      }
    let question = Question(
      subject: .confirmation(command), text: meaning.text, prompt: prompt, choices: ["yes", "no"],
      confidence: meaning.confidence)
    self.question = question
    return .ask(question)
  }

  /// Does what a command says, with no more questions.
  private mutating func done(_ command: Command, _ meaning: Meaning) -> [Response] {
    var report = CommandReport(
      command: command, text: meaning.text, confidence: meaning.confidence)
    switch command {
    case .undo:
      // Its choices were those of the position before.
      question = nil
      report.lines = [takeBack()]
    case .newGame where isUntouched: question = nil
    case .newGame:
      question = nil
      game = Game()
      gameNumber += 1
    case .resign:
      game.end(.resignation(winner: game.position.sideToMove.opponent))
    case .draw:
      game.end(.draw(game.claimableDraws.first ?? .agreement))
    case .repeatLast: return [.command(report)] + lastResponses
    case .show, .help, .status, .moves, .last, .fen, .pgn:
      report.lines = lines(for: command)
      return [.command(report)]
    }
    return [.command(report), .game(self.report(of: game))]
  }

  /// Takes back what ended the game, or the last move; returns it in words.
  private mutating func takeBack() -> String {
    if let declared = game.declaredOutcome {
      game.reopen()
      return "\(declared)"
    }
    let last = game.numberedSAN(at: game.moves.count - 1)
    game.undo()
    return last ?? ""
  }

  private func unasked(_ meaning: Meaning) -> Refusal {
    Refusal(
      .notUnderstood, text: meaning.text, message: "That does not answer the question.",
      confidence: meaning.confidence)
  }
}
