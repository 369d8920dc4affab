import Chess
import ChessLanguage
import Localization

extension ChessDialogue {
  /// The move that a correction is about: the open question's, or the one just taken back or
  /// declined, otherwise the speaker's last one; nil if there is none.
  var correctable: Correctable? {
    if case .move(let move)? = question?.subject { return Correctable(move, in: game.position) }
    if let dropped = dropped.last, dropped.position == game.position { return dropped }
    let count = movesToTakeBack
    guard mode == .game, count > 0, game.declaredOutcome == nil else { return nil }
    let index = game.moves.count - count
    return Correctable(game.moves[index], in: game.positions[index])
  }

  /// The move on the board that a correction replaces; nil if there is none.
  private var replaceable: Correctable? {
    question == nil ? correctable.flatMap { $0.position == game.position ? nil : $0 } : nil
  }

  /// The dialogue before the move that a correction replaces.
  private var beforeCorrectable: ChessDialogue {
    var before = self
    before.question = nil
    if replaceable != nil { _ = before.takeBack() }
    return before
  }

  /// Replaces the speaker's last move, and takes back the opponent's reply to it. With a question
  /// open, or nothing to take back, it just plays the move.
  mutating func correct(with moves: [Move], _ meaning: Meaning) -> [Response] {
    guard let replaceable else {
      question = nil
      return play(moves, meaning)
    }
    guard moves != [replaceable.move] else {
      let message = Message("That is what was played.")
      return [.refused(meaning.refusal(.declined, message, move: replaceable.move))]
    }
    let report = CommandReport(
      command: .undo, text: meaning.text, confidence: meaning.confidence, lines: [takeBack()])
    return [.command(report)] + play(moves, meaning)
  }

  /// Reads a typed correction, in notation or in English: "no, Nf3", "not d4, e4", "Nf3 instead";
  /// nil for any other line.
  mutating func readCorrection(_ text: String) -> [Response]? {
    var tokens = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    // "Nf3 instead" is "instead Nf3".
    if let last = tokens.last,
      TypedWords.lists(Self.endings, TypedWords.words(of: last), translation)
    {
      tokens = [last] + tokens.dropLast()
    }
    var before = beforeCorrectable
    for count in 1..<max(1, min(tokens.count, Self.longestOpening)) {
      let opening = tokens[..<count].joined(separator: " ")
      guard isCorrection(opening, before) else { continue }
      let rest = TypedText.withoutNumber(tokens[count...].joined(separator: " "))
      let words = words(in: rest)
      let others = others(rest, than: correctable)
      let meant = others ?? before.moves(typed: rest) ?? before.freeMoves(rest)
      if !meant.isEmpty {
        return correct(with: meant, Meaning(.correction(meant), text: text))
      }
      if others != nil {
        return .refused(
          .notLegal, Message("No other piece can go there."), text: text, confidence: 1)
      }
      if let responses = correctOpening(rest, Meaning(.nothing, text: text)) { return responses }
      if question != nil {
        let content = answer(rest).map { .answer($0) } ?? bound.interpret(words)
        switch content {
        case .answer(let answer): return take(answer, Meaning(content, text: text))
        case .moves(let chosen): return play(chosen, Meaning(content, text: text))
        default: break
        }
        if let chosen = readChoice(rest, words) { return chosen }
      } else {
        // "The b knight", "a rook" or "the bishop".
        let alternatives = correctable.map { [$0.similar, $0.toSameSquare] } ?? []
        for moves in alternatives {
          let chosen = chosen(among: moves, rest, in: before.game.position)
          guard !chosen.isEmpty else { continue }
          return correct(with: chosen, Meaning(.correction(chosen), text: text))
        }
        if let meaning = command(in: rest, words) { return perform(meaning) }
      }
      // An illegal move's reason refers to the position before the replaced one.
      if let refusal = before.readMove(rest, words) { return refusal }
      if case .illegal(let moves) = before.boundToPosition.interpret(words) {
        return [.refused(before.notLegal(moves.first, text: text, confidence: 1))]
      }
      if question == nil, let correctable,
        var said = freeMove(rest, isAnswer: true)?.asAlternative
      {
        if said.castling == nil {
          (said.toFile, said.toRank) = (correctable.move.to.file, correctable.move.to.rank)
        }
        return [.refused(before.notLegal(said, text: text, confidence: 1))]
      }
    }
    return nil
  }

  /// Replaces the opening that was just played by the one that words name; nil for other words.
  private mutating func correctOpening(_ rest: String, _ meaning: Meaning) -> [Response]? {
    guard question == nil, opponent == nil, case .opening(let last)? = lastResponses.last else {
      return nil
    }
    var other = self
    let undone = other.takeBack(last.sans.count, Meaning(.command(.undo), text: meaning.text))
    let bound = other.boundToPosition
    let names = [rest, "play \(rest)"].lazy.map(other.words)
    guard let named = names.compactMap({ other.ofOpening($0, bound) }).first,
      case .opening(let spoken) = bound.interpret(named)
    else { return nil }
    let played = other.play(spoken, meaning)
    guard case .opening? = played.first else { return played }
    self = other
    return undone.dropLast() + played
  }

  /// The command that words after "no" mean; nil if they mean none.
  private func command(in text: String, _ words: [String]) -> Meaning? {
    let content = boundToPosition.interpret(words)
    if case .command = content { return Meaning(content, text: text) }
    return meaning(typed: text).flatMap { if case .command = $0.content { $0 } else { nil } }
  }

  /// The refusal of a spoken correction to an illegal move; nil for other words.
  func refusedCorrection(_ heard: Meaning) -> Refusal? {
    var copy = self
    guard mode == .game, case .refused(var refusal)? = copy.readCorrection(heard.text)?.first,
      refusal.reason == .notLegal
    else { return nil }
    refusal.confidence = heard.confidence
    return refusal
  }

  /// Whether typed text begins a correction, as "no" or "not d4" does; `before` is the dialogue in
  /// which that move was played.
  private func isCorrection(_ text: String, _ before: ChessDialogue) -> Bool {
    if isOpening(text) || language.corrects(words(in: text)) { return true }
    // With or without "but".
    let shorter = text.lastIndex(of: " ").map { String(text[..<$0]) } ?? text
    return question == nil && [text, shorter].contains { negatesLast($0, before) }
  }

  /// Plays the move again that was just taken back, "redo"; nil for other words.
  mutating func readRedoing(_ text: String) -> [Response]? {
    let phrases = Message("redo; redo it; redo that; redo the move; put it back; undo the undo")
    guard question == nil, TypedWords.lists(phrases, TypedWords.words(of: text), translation)
    else { return nil }
    guard let last = dropped.last, last.position == game.position else {
      return .refused(
        .nothingToUndo, Message("No move was just taken back."), text: text, confidence: 1)
    }
    dropped.removeLast()
    return play([last.move], Meaning(.moves([last.move]), text: text))
  }

  /// Takes back the last move after "not d4"; nil for any other words.
  mutating func readNegation(_ text: String) -> [Response]? {
    guard replaceable != nil, negatesLast(text, beforeCorrectable) else { return nil }
    return carryOut(.undo, Meaning(.command(.undo), text: text))
  }

  /// Whether text is "not" and the last move, or a part of it: "not the knight".
  private func negatesLast(_ text: String, _ before: ChessDialogue) -> Bool {
    guard let correctable, let space = text.firstIndex(of: " "),
      Self.negations.contains(text[..<space].lowercased())
        || language.negates(words(in: String(text[..<space])))
    else { return false }
    let rest = String(text[space...].dropFirst())
    return before.moves(typed: rest) == [correctable.move]
      || !chosen(among: [correctable.move], rest, in: correctable.position).isEmpty
  }

  /// More words than a correction has before its move.
  private static let longestOpening = 16

  /// How corrections begin, also together: "sorry I meant".
  private static let openings = Message(
    "no; wrong; I meant; I mean; I said; sorry; oops; actually; wait; my mistake; make it; make that; change it to; change that to; I wanted"
  )
  /// Openings that can also come last.
  private static let endings = Message("instead")

  func isOpening(_ text: String) -> Bool {
    let lists = [Self.openings, Self.endings]
    let openings = lists.flatMap { TypedWords.spellings(of: $0, in: translation) }
    var rest = TypedWords.words(of: text) + " "
    while let longest = openings.filter({ rest.hasPrefix($0 + " ") }).map(\.count).max() {
      rest.removeFirst(longest + 1)
    }
    return rest.isEmpty
  }

  private static let negations = ["not"]
}
