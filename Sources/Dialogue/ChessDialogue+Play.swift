import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// Plays the move if there is only one, or asks which of several was meant.
  mutating func play(_ moves: [Move], _ meaning: Meaning) -> [Response] {
    if let outcome = game.outcome { return [.refused(over(outcome, meaning))] }
    if awaitsOpponent { return [.refused(notYourTurn(meaning.text))] }
    guard let move = moves.first, moves.count == 1 else {
      if case .choice(let offered)? = question?.subject, Set(offered) == Set(moves) {
        return [.refused(unasked(meaning))]
      }
      return [ask(which: moves, meaning)]
    }
    // Saying the same move again confirms it.
    let isSure = !policy.confirms && meaning.confidence >= policy.acceptance
    guard isSure || question?.subject == .move(move) else {
      return [ask(whether: move, meaning)]
    }
    return playForPlayer(move, meaning)
  }

  /// Makes a move that the player surely means.
  mutating func playForPlayer(_ move: Move, _ meaning: Meaning) -> [Response] {
    let responses = makeMove(move, meaning)
    // After a player has made the opponent's move, the opponent is asked again for the next one.
    opponent?.isOut = false
    return responses
  }

  /// Makes a move of either side.
  mutating func makeMove(_ move: Move, _ meaning: Meaning) -> [Response] {
    let before = game.position
    guard let facts = before.facts(of: move) else {
      return [.refused(illegal(meaning, reason: Message("There is no such move here.")))]
    }
    do {
      try game.play(move)
    } catch {
      return [.refused(illegal(meaning, reason: error.explanation))]
    }
    question = nil
    let outcome = game.outcome
    let report = MoveReport(
      text: meaning.text, move: move, san: before.san(of: move), color: before.sideToMove,
      number: before.fullmoveNumber, fen: game.position.fen,
      confidence: meaning.confidence, isCheck: facts.givesCheck, isMate: facts.givesMate,
      isDraw: outcome?.result == .draw,
      opening: Openings.opening(of: game))
    return [.move(report)] + (outcome == nil ? [] : [standing])
  }

  /// Plays an opening's line as moves that can be taken back one by one.
  mutating func play(_ spoken: SpokenOpening, _ meaning: Meaning) -> [Response] {
    let opening = spoken.opening
    guard mode == .game else { return [.notation(NotationReport(meaning, opening: opening))] }
    if let outcome = game.outcome { return [.refused(over(outcome, meaning))] }
    if isOpponentsTurn { return [.refused(notYourTurn(meaning.text))] }
    guard let rest = Openings.continuation(named: spoken.spokenName, of: game), !rest.moves.isEmpty
    else {
      let message =
        opening.continuation(of: game) != nil
        ? Message(
          "The \(Message.openingName(opening.name)) cannot be put on the board: it is there already."
        )
        : Message(
          "The \(Message.openingName(opening.name)) cannot be put on the board: the game so far is not its beginning."
        )
      return [.refused(meaning.refusal(.openingElsewhere, message))]
    }
    var next = game
    let played = game.moves.count
    do {
      for move in rest.moves { try next.play(move) }
    } catch {
      return [.refused(illegal(meaning, reason: error.explanation))]
    }
    game = next
    return [
      .opening(
        OpeningReport(
          text: meaning.text, opening: rest.opening,
          moves: (played..<next.moves.count).compactMap { next.numberedSAN(at: $0) },
          sans: Array(next.sans.dropFirst(played)), ucis: rest.moves.map(\.uci),
          fen: next.position.fen, confidence: meaning.confidence))
    ]
  }

  /// The state of the game, for somebody who has not followed it.
  package var standing: Response { .game(report) }

  /// The state of the game.
  package var report: GameReport { GameReport(game) }

  func over(_ outcome: Outcome, _ meaning: Meaning) -> Refusal {
    over(outcome, text: meaning.text, confidence: meaning.confidence, move: meaning.move)
  }

  func over(_ outcome: Outcome, text: String, confidence: Double?, move: Move?) -> Refusal {
    Refusal(
      .gameOver, text: text,
      message: canTakeBack
        ? Message(
          "The game is over (\(outcome.message)); say \"new game\" or \"take back\".")
        : Message("The game is over (\(outcome.message)); say \"new game\"."),
      confidence: confidence, move: move)
  }

  private func illegal(_ meaning: Meaning, reason: Message) -> Refusal {
    meaning.refusal(.notLegal, reason, move: meaning.move)
  }
}
