import Chess
import ChessLanguage
import LanguageModel
import Localization

extension ChessDialogue {
  /// Carries out a typed line: a move as SAN ("Nf3", "nf3", "2. Nf3") or UCI ("g1f3"), or any
  /// phrase.
  ///
  /// It works as with speech, except that the words are certain. Accents may be left out. It reads
  /// moves with the piece letters of `translation`, and with SAN's where these mean nothing; the
  /// moves in programs' commands only with SAN's.
  ///
  /// - Parameter canBePasted: Whether it may be a line of a pasted game.
  package mutating func read(
    _ line: String, fromProgram isProgram: Bool = false, canBePasted: Bool = true
  ) -> [Response] {
    letters = isProgram && !canBePasted ? .english : translation.letters
    isFromProgram = isProgram
    if canBePasted, mode == .game, let responses = readPaste(line, fromProgram: isProgram) {
      return remember(responses)
    }
    guard line.utf8.count <= TypedText.longestLine else {
      return remember(.refused(.notUnderstood, Message("The line is too long for a command.")))
    }
    let known = language.letters.union(PlainLetters.marked)
    guard var line = TypedText.plain(line, known: known) else {
      return remember([.refused(Self.unreadable)])
    }
    line = String(line.trimmingPrefix(while: \.isWhitespace))
    while line.last?.isWhitespace == true { line.removeLast() }
    return line.isEmpty
      ? [] : read(plain: line, canBePasted: canBePasted, canBeCourteous: true)
  }

  /// Carries out a line in plain letters.
  ///
  /// - Parameters:
  ///   - canBePasted: Whether it may be a line of a pasted game.
  ///   - canBeCourteous: Whether it may begin or end with "please" and such.
  mutating func read(plain line: String, canBePasted: Bool, canBeCourteous: Bool) -> [Response] {
    if question != nil, let answer = answer(line) {
      return remember(take(answer, Meaning(.answer(answer), text: line)))
    }
    if mode == .game, let responses = readSetUp(line) ?? readName(line) {
      return remember(responses)
    }
    if canBePasted, mode == .game, let responses = readRecord(line) { return remember(responses) }
    let text = TypedText.withoutNumber(line)
    if mode == .game, text.lowercased().filter({ !$0.isWhitespace }) == "position" {
      return remember([standing])
    }
    var words = words(in: text)
    if let command = command(text), mode == .game || command == .help || command == .status {
      return remember(carryOut(command, Meaning(.command(command), text: text)))
    }
    guard mode == .game else { return readNotation(text, words) }
    if let responses = readMoves(of: words, text) ?? readChoice(text, words)
      ?? readMove(text, words)
    {
      return remember(responses)
    }
    if !bound.interpret(words).isPossible {
      if let meaning = meaning(typed: text) { return remember(perform(meaning)) }
      if let responses = readTakingBack(text) ?? readRedoing(text) ?? readRecapture(text)
        ?? readNegation(text) ?? readAnsweredCommand(text) ?? readCorrection(text)
      {
        return remember(responses)
      }
      words = accented(words) ?? withoutArticles(words) ?? ofOpening(words, bound) ?? words
    }
    let said = bound.interpret(words)
    if !said.isPossible {
      if let responses = readQuestion(text) ?? readFreely(text, isExplained: said != .nothing) {
        return remember(responses)
      }
      if canBeCourteous, let responses = readCourtesy(text) { return responses }
    }
    // Quote a meaningless line as it was typed.
    return hear([Meaning(said, text: said == .nothing ? line : words.joined(separator: " "))])
  }

  /// The meaning of words that are only typed, or of English words where another language is spoken;
  /// nil if they have none.
  func meaning(typed text: String) -> Meaning? {
    let content: Interpretation
    let meaning =
      resigning(text) == nil
      ? TypedPhrases.meaning(of: text, by: player, in: translation) : .command(.resign)
    let level = relativeLevel(text).map { Interpretation.command(.level($0)) }
    switch (level ?? meaning ?? EnglishCommands.meaning(of: text), question) {
    case (.answer(let answer), .some): content = .answer(answer)
    case (.command(let command), nil): content = .command(command)
    case (.command(let command), .some) where command.isSaidToQuestions:
      content = .command(command)
    default: return nil
    }
    return Meaning(content, text: text)
  }

  /// The next level for "harder" or "easier"; nil for other words, and if there is none.
  private func relativeLevel(_ text: String) -> Int? {
    guard case .level(let level)? = opponent?.strength, let step = levelStep(text) else {
      return nil
    }
    return Command.levels.contains(level + step) ? level + step : nil
  }

  /// 1 for "harder", -1 for "easier"; nil for other words.
  func levelStep(_ text: String) -> Int? {
    let words = TypedWords.words(of: text)
    let steps = [(1, Message("harder; stronger")), (-1, Message("easier; weaker"))]
    return steps.first { TypedWords.lists($0.1, words, translation) }?.0
  }

  private static let unreadable = Refusal(
    .unreadable,
    message: Message(
      "The line has characters that cannot be read here. Type it again in plain letters."))

  func words(in text: String) -> [String] {
    let pronunciations = language.lexicon.pronunciations
    lazy var accented = accentedWords
    return SpokenText.words(in: text) { pronunciations[$0] != nil }.map { word in
      guard pronunciations[word] == nil else { return word }
      // A digit; until here, rank words are English.
      if let rank = SpokenRank.all.firstIndex(of: word) {
        return SpokenRank.message(rank).text(in: translation)
      }
      return accented[word] ?? word
    }
  }

  /// The words with an accent that turns one of them into another and gives them a meaning, as
  /// from "e" to "è"; nil if there is none.
  private func accented(_ words: [String]) -> [String]? {
    let accented = accentedWords
    for (index, word) in words.enumerated() {
      var others = words
      others[index] = accented[word] ?? word
      if others != words, bound.interpret(others).isPossible { return others }
    }
    return nil
  }

  /// The words of a move without articles, "the knight to f3"; nil if they are no move, legal or
  /// not.
  func withoutArticles(_ words: [String]) -> [String]? {
    let standards = TypedWords.standards(in: translation)
    let others = words.filter { standards[$0.lowercased()] != "the" }
    guard others != words else { return nil }
    return switch bound.interpret(others) {
    case .moves, .illegal: others
    default: nil
    }
  }

  /// The words for an English opening as the language spells them, "queen's" for "queens", and with
  /// what a short name leaves out, "play the sicilian"; nil if they name none.
  func ofOpening(_ words: [String], _ bound: BoundLanguage) -> [String]? {
    let known = language.lexicon.pronunciations
    let spelled = words.flatMap { word -> [String] in
      guard known[word] == nil else { return [word] }
      switch word {
      case "defence": return ["defense"]
      case "countergambit": return ["counter", "gambit"]
      default: return [PlainLetters.spellings(of: word).first { known[$0] != nil } ?? word]
      }
    }
    let possessive = spelled.map { word in
      let other = "\(word.dropLast())'s"
      return word.hasSuffix("s") && known[other] != nil ? other : word
    }
    let endings = [[], ["defense"], ["game"], ["opening"], ["system"], ["attack"], ["variation"]]
    return [spelled, possessive].lazy.flatMap { name in endings.map { name + $0 } }.first {
      if case .opening = bound.interpret($0) { true } else { false }
    }
  }

  /// Words with accents by their spelling without; none that could be two words.
  private var accentedWords: [String: String] {
    var words: [String: Set<String>] = [:]
    for word in language.lexicon.pronunciations.keys where !word.utf8.allSatisfy({ $0 < 128 }) {
      for spelling in PlainLetters.spellings(of: word) {
        words[spelling, default: []].insert(word)
      }
    }
    return words.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// The command for a short typed form.
  private func command(_ text: String) -> Command? {
    switch text.lowercased().filter({ !$0.isWhitespace }) {
    case "players", Message("players").text(in: translation): .players
    case "?", "help": .help
    case "status": .status
    case let name where TypedWords.lists(Message("board"), name, translation): .show
    case "moves", "legalmoves": .moves
    case "last", "lastmove": .last
    case "fen": .fen
    case "pgn": .pgn
    case "games", "pgnall": .games
    default: nil
    }
  }

  /// Plays a move typed in notation, or in short words that only the position completes; nil for
  /// anything else.
  mutating func readMove(_ text: String, _ words: [String]) -> [Response]? {
    guard let moves = moves(in: text, words) else { return nil }
    let typed = Meaning(.moves(moves), text: text)
    if moves.isEmpty {
      let notation = notation(text, words) ?? text.filter { !$0.isWhitespace }
      let said = bound.interpret(words)
      // An open question may be about the piece on "b1"; otherwise, "d5" does not say "takes".
      if question != nil || !TypedText.isNotation(text, letters: letters),
        case .moves(let meant) = said
      {
        return play(meant, typed)
      }
      var move = SpokenMove(readings: TypedText.readings(of: notation, letters: letters))
      if move == nil, case .illegal(let moves) = said { move = moves.first }
      return [.refused(notLegal(move, text: text, confidence: 1))]
    }
    // A move in notation is unambiguous, so it need not answer the open question.
    return play(moves, typed)
  }

  /// The legal moves for notation or short words, each once; nil for other text.
  func moves(in text: String, _ words: [String]) -> [Move]? {
    let notation = notation(text, words)
    var found = isCastling(words, notation ?? "") ? castlings : nil
    if found == nil, let notation {
      let readings = TypedText.readings(of: notation, letters: letters)
        .compactMap { try? game.position.moves(san: $0) }
      if !readings.isEmpty { found = readings.flatMap { $0 } }
    }
    if found == [], let notation,
      let pattern = TypedText.readings(of: notation, letters: letters)
        .lazy.compactMap(MovePattern.init(san:)).first(where: { $0.kind == .king }),
      !pattern.isCapture, pattern.promotion == nil
    {
      // "Kg1" for castling, as people also say it.
      found = castlings.filter { move in
        move.to.file == pattern.toFile && move.to.rank == pattern.toRank
          && [nil, move.from.file].contains(pattern.fromFile)
          && [nil, move.from.rank].contains(pattern.fromRank)
      }
    }
    guard let found else { return nil }
    var moves: [Move] = []
    for move in found where !moves.contains(move) { moves.append(move) }
    return moves
  }

  /// The move in notation that a text may be, also with a check in words or with spaces: "Qh4
  /// mate", "n f3"; nil for other text.
  private func notation(_ text: String, _ words: [String]) -> String? {
    let endings = [Message("check"), Message("checkmate")].flatMap {
      TypedWords.phrases(of: $0, in: translation)
    }
    if let one = TypedText.notation(text, before: endings.flatMap { $0.split(separator: " ") }) {
      return one
    }
    let joined = text.filter { !$0.isWhitespace }
    return TypedText.isNotation(joined, letters: letters) && !bound.interpret(words).isPossible
      ? joined : nil
  }

  /// The legal moves for typed text, in notation or in words; nil for other text.
  func moves(typed text: String) -> [Move]? {
    let words = words(in: text)
    if let moves = moves(in: text, words) { return moves }
    guard case .moves(let moves) = boundToPosition.interpret(words) else { return nil }
    return moves
  }

  /// Whether it is "castle", without a side.
  func isCastling(_ words: [String], _ notation: String) -> Bool {
    let standards = TypedWords.standards(in: translation)
    return [words.joined(separator: " "), notation].contains {
      standards[$0.lowercased()] == "castle"
    }
  }

  /// The legal moves that castle.
  var castlings: [Move] {
    let position = game.position
    return position.legalMoves.filter { position.castlingSide(of: $0) != nil }
  }

  /// Reads a line while no game is followed: a move in words or notation; anything else means
  /// nothing.
  private mutating func readNotation(_ text: String, _ words: [String]) -> [Response] {
    if !bound.interpret(words).isPossible {
      let reading = TypedText.readings(of: text.filter { !$0.isWhitespace }, letters: letters)
        .first { MovePattern(san: $0) != nil }
      guard let reading else {
        return remember(
          .refused(
            .notUnderstood,
            Message("That is not a move; type one, as in \"Nf3\" or \"knight f three\"."),
            text: text, confidence: 1))
      }
      let typed = Meaning(.nothing, text: text)
      return remember([.notation(NotationReport(typed, notations: [reading]))])
    }
    return hear([Meaning(bound.interpret(words), text: words.joined(separator: " "))])
  }
}

extension SpokenMove {
  /// An illegal move in notation; nil if it may be a pawn's or a bishop's, as "bc4".
  fileprivate init?(readings: [String]) {
    let patterns = readings.compactMap(MovePattern.init(san:))
    guard var pattern = patterns.first else { return nil }
    if patterns.count > 1, let from = pattern.fromFile, let to = pattern.toFile {
      if abs(from - to) > 1 {
        pattern = patterns[1]
      } else if !pattern.isCapture {
        return nil
      }
    }
    self.init()
    (piece, isCapture, promotion) = (pattern.kind, pattern.isCapture, pattern.promotion)
    (fromFile, fromRank) = (pattern.fromFile, pattern.fromRank)
    (toFile, toRank, castling) = (pattern.toFile, pattern.toRank, pattern.castling)
  }
}
