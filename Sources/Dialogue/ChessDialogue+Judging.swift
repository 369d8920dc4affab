import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Answers a recording, alone or together with the previous one.
  mutating func judge(_ meanings: [Meaning]) -> [Response] {
    let earlier = lastUnsure
    lastUnsure = nil
    let responses = answer(meanings)
    guard responses.areUnsure else { return responses }
    if let earlier, earlier.listening == listening {
      let together = answer(meanings.repeating(earlier.meanings))
      if !together.areUnsure { return together }
    }
    lastUnsure = (meanings, listening)
    return responses
  }

  /// Answers meanings by their confidence, and by the margin between them.
  mutating func answer(_ meanings: [Meaning]) -> [Response] {
    let possible = meanings.filter(\.content.isPossible)
    let illegal = illegalMove(among: meanings)
    let isIllegalLikelier = (illegal?.confidence ?? 0) > (possible.first?.confidence ?? 0)
    if let illegal, isIllegalLikelier, illegal.confidence >= policy.acceptance {
      return [.refused(notLegal(illegal))]
    }
    let isMeaningless = meanings.prefix(1).contains {
      $0.content == .nothing && $0.confidence >= policy.acceptance
    }
    guard let best = possible.first, !isMeaningless else { return withoutMeaning(meanings) }
    if let responses = correctUnsure(possible) { return responses }
    // Words that were not for the appliance sound like a move more often than a player moves instead
    // of answering.
    if question?.answering == .confirmation, best.move != nil,
      best.confidence < policy.strictAcceptance
    {
      return [.refused(uncertain(best))]
    }
    guard best.confidence >= policy.acceptance else {
      let others = max(possible.dropFirst().first?.confidence ?? 0, illegal?.confidence ?? 0)
      return isWorthAnswering(best, beside: others)
        ? perform(best) : unsure(between: possible, illegal)
    }
    // Don't play a legal move if an illegal one is nearly as likely.
    if let illegal, best.confidence - illegal.confidence < policy.margin {
      return [.refused(uncertain(best))]
    }
    guard possible.count > 1, best.confidence - possible[1].confidence < policy.margin else {
      return perform(best)
    }
    switch (best.content, possible[1].content) {
    case (.moves(let moves), .moves(let others)) where moves.count == 1:
      return [ask(which: moves + others, best)]
    case (.correction(let moves), .correction(let others)):
      return correct(with: moves + others, best)
    default: return perform(best)
    }
  }

  /// If a correction was surely said, but its likeliest move is unlikely or has a rival, takes the
  /// last move back and asks which was meant; nil otherwise. Nobody means the move that was played.
  private mutating func correctUnsure(_ meanings: [Meaning]) -> [Response]? {
    let corrections = meanings.filter { if case .correction = $0.content { true } else { false } }
    let played = Interpretation.correction(correctable.map { [$0.move] } ?? [])
    let likely = corrections.filter { $0.content != played && $0.confidence >= policy.choice }
    guard question == nil, meanings.first == corrections.first, let best = likely.first,
      case .correction(var moves) = best.content,
      corrections.map(\.confidence).reduce(0, +) >= policy.acceptance
    else { return nil }
    let rival = likely.dropFirst().first
    let border = rival == nil ? policy.acceptance : policy.strictAcceptance
    guard best.confidence < border else { return nil }
    if case .correction(let others)? = rival?.content { moves += others }
    return correct(with: moves, best)
  }

  /// The likeliest illegal move that was said.
  private func illegalMove(among meanings: [Meaning]) -> Meaning? {
    guard case .position = listening else { return nil }
    return meanings.first { if case .illegal = $0.content { true } else { false } }
  }

  /// Whether the confidence suffices for something harmless, such as a question or a "no". It must
  /// not compete with a move.
  private func isWorthAnswering(_ best: Meaning, beside others: Double) -> Bool {
    let border: Double
    switch best.content {
    case .command(let command) where !command.changesSomething || isToBeConfirmed(command):
      border = policy.telling
    case .answer(.no) where question != nil: border = policy.declining
    case .moves(let moves) where moves.count == 1 && mode == .game: border = policy.asking
    default: return false
    }
    return best.confidence >= policy.acceptance * border
      && best.confidence - others >= policy.margin
  }

  /// Asks which of the two likeliest moves the player meant, if one of them is likely enough. Asks
  /// about the likeliest alone if its rival is an illegal move. Refuses anything less likely.
  private mutating func unsure(between meanings: [Meaning], _ illegal: Meaning?) -> [Response] {
    let best = meanings[0]
    if meanings.count > 1, case .moves(let first) = best.content,
      case .moves(let second) = meanings[1].content,
      best.confidence + meanings[1].confidence >= policy.acceptance,
      meanings[1].confidence >= policy.choice
    {
      return [ask(which: first + second, best)]
    }
    if let illegal, case .moves(let moves) = best.content, moves.count == 1,
      best.confidence >= policy.acceptance * policy.doubting,
      best.confidence + illegal.confidence >= policy.acceptance
    {
      return play(moves, best)
    }
    return [.refused(best.confidence < policy.floor ? nothingUnderstood : uncertain(best))]
  }

  /// The refusal if the confidence is too low to name a reading.
  private var nothingUnderstood: Refusal {
    Refusal(.notUnderstood, message: Message("Nothing was understood; please say it again."))
  }

  private func uncertain(_ best: Meaning) -> Refusal {
    best.refusal(
      .uncertain, Message("Not sure enough; please say it again."), move: best.move)
  }

  /// The response to words that mean no move; without a game, it repeats the words.
  private mutating func withoutMeaning(_ meanings: [Meaning]) -> [Response] {
    if let heard = meanings.first, !heard.text.isEmpty, heard.confidence >= policy.acceptance {
      if mode == .notation { return [.notation(NotationReport(heard))] }
      if heard.content == .nothing, let answer = readRemark(heard.text) {
        return answer.map { $0.with(confidence: heard.confidence) }
      }
    }
    return [.refused(misunderstood(meanings))]
  }

  /// Answers words that were heard for certain as if they were typed; nil if they mean nothing.
  private mutating func readRemark(_ text: String) -> [Response]? {
    if question != nil, let answer = answer(text) {
      return take(answer, Meaning(.answer(answer), text: text))
    }
    if let chosen = readChoice(text, words(in: text)) { return chosen }
    // A spoken "right" may be meant for somebody else.
    if let meaning = meaning(typed: text), meaning.content != .answer(.yes) {
      return perform(meaning)
    }
    let undone = question == nil ? readTakingBack(text) ?? readNegation(text) : nil
    return undone ?? readMoves(of: words(in: text), text) ?? readQuestion(text)
  }

  /// Why nothing was understood: no words, meaningless words, or an illegal move.
  func misunderstood(_ meanings: [Meaning]) -> Refusal {
    guard let heard = meanings.first(where: { !$0.text.isEmpty }), heard.confidence >= policy.floor
    else { return nothingUnderstood }
    if mode == .game, case .illegal = heard.content {
      return heard.confidence < policy.acceptance * policy.telling
        ? nothingUnderstood : notLegal(heard)
    }
    if let refusal = refusedCorrection(heard) { return refusal }
    if question != nil {
      return isAskedAlready(heard.text)
        ? heard.refusal(.notUnderstood, Self.stillOpen) : unasked(heard)
    }
    let message =
      if isLevel(heard.text) {
        Message("Levels are one to eight.")
      } else if let square = missingSquare(in: heard.text) {
        Message("There is no square \(square).")
      } else if mode == .game, let answer = answerWithoutQuestion(heard.text) {
        answer == .no && canTakeBack
          ? Message("Nothing was asked; say \"take back\" to undo the last move.")
          : Message("Nothing was asked; say \"what can I say\" for examples.")
      } else {
        Message("That has no meaning here; say \"what can I say\" for examples.")
      }
    return heard.refusal(.notUnderstood, message)
  }

  static let stillOpen = Message("That is still open; say \"yes\" or \"no\".")

  /// Whether words repeat the command that the open question is about.
  func isAskedAlready(_ text: String) -> Bool {
    guard case .confirmation(let command)? = question?.subject else { return false }
    return boundToPosition.interpret(words(in: text)) == .command(command)
      || EnglishCommands.meaning(of: text) == .command(command)
  }

  /// The name of a square beside the board, "e9" or the "i4" of "Ni4"; nil if there is none.
  private func missingSquare(in text: String) -> Message? {
    let names = TypedWords.words(of: text).split(separator: " ")
      .filter { (2...3).contains($0.count) }.map { String($0.suffix(2)) }
    return names.first { name in
      ("a"..."l").contains(String(name.prefix(1))) && name.last?.isWholeNumber == true
        && Square(name) == nil
    }.map { .notation($0) }
  }

  /// Whether words name a level that there is not, or another level without its number.
  private func isLevel(_ text: String) -> Bool {
    let words = words(in: text)
    let level = Message("level").text(in: translation).lowercased()
    return levelStep(text) != nil
      || (words.count == 2 && ["level", level].contains(words[0]))
  }

  /// The answer in words while nothing is asked, such as "no" after a wrong move; nil for others.
  private func answerWithoutQuestion(_ text: String) -> Answer? {
    if let answer = answer(text) { return answer }
    let asked = language.bound(to: .confirmation(.undo, game.position))
    if case .answer(let answer) = asked.interpret(words(in: text)) { return answer }
    if isOpening(text) { return .no }
    let meaning = TypedPhrases.meaning(of: text, by: player, in: translation)
    if case .answer(let answer)? = meaning { return answer }
    return nil
  }

  /// The refusal of an illegal move, with the recognized words.
  func notLegal(_ heard: Meaning) -> Refusal {
    var said: SpokenMove?
    if case .illegal(let moves) = heard.content { said = moves.first }
    return notLegal(said, text: heard.text, confidence: heard.confidence)
  }

  /// The refusal of an illegal move; on the opponent's turn, every move is illegal.
  func notLegal(_ move: SpokenMove?, text: String, confidence: Double) -> Refusal {
    if awaitsOpponent, game.outcome == nil { return notYourTurn(text) }
    return Refusal(
      .notLegal, text: text, message: illegality(of: move, text), confidence: confidence)
  }
}

extension [Response] {
  /// Whether the confidence was too low to do anything.
  fileprivate var areUnsure: Bool {
    guard count == 1, case .refused(let refusal) = self[0] else { return false }
    return refusal.reason == .uncertain || refusal.reason == .notUnderstood
  }
}

extension Response {
  /// The same with the confidence of the words that it answers.
  fileprivate func with(confidence: Double) -> Response {
    switch self {
    case .move(var report):
      report.confidence = confidence
      return .move(report)
    case .command(var report):
      report.confidence = confidence
      return .command(report)
    case .refused(var refusal):
      refusal.confidence = confidence
      return .refused(refusal)
    default: return self
    }
  }
}
