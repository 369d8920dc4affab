import Chess
import ChessLanguage
import LanguageModel
import Localization

extension ChessDialogue {
  /// Carries out a typed line: a move as SAN ("Nf3", "nf3", "2. Nf3") or UCI ("g1f3"), or any
  /// phrase.
  ///
  /// It works as with speech, except that the words are certain. Accents may be left out. It reads
  /// moves with the piece letters of `translation`, and with SAN's where these mean nothing; a
  /// program's moves only with SAN's.
  ///
  /// - Parameter canBePasted: Whether it may be a line of a pasted game.
  package mutating func read(
    _ line: String, fromProgram isProgram: Bool = false, canBePasted: Bool = true
  ) -> [Response] {
    letters = isProgram ? .english : translation.letters
    isFromProgram = isProgram
    if canBePasted, mode == .game, let responses = readPaste(line, fromProgram: isProgram) {
      return remember(responses)
    }
    guard line.utf8.count <= TypedText.longestLine else {
      return remember([
        .refused(
          Refusal(
            .notUnderstood, message: Message("The line is too long for a command.")))
      ])
    }
    guard var line = TypedText.plain(line, known: language.letters) else {
      return remember([.refused(Self.unreadable)])
    }
    line = String(line.trimmingPrefix(while: \.isWhitespace))
    while line.last?.isWhitespace == true { line.removeLast() }
    guard !line.isEmpty else { return [] }
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
      if let responses = readCorrection(text) { return remember(responses) }
      words = accented(words) ?? words
    }
    let said = bound.interpret(words)
    if !said.isPossible {
      if let responses = readQuestion(text) ?? readFreely(text, isExplained: said != .nothing) {
        return remember(responses)
      }
      if let responses = readCourtesy(text, fromProgram: isProgram) { return responses }
    }
    // Quote a meaningless line as it was typed.
    return hear([Meaning(said, text: said == .nothing ? line : words.joined(separator: " "))])
  }

  /// The meaning of words that are only typed, or of English words where another language is spoken;
  /// nil if they have none.
  private func meaning(typed text: String) -> Meaning? {
    let content: Interpretation
    let meaning = TypedPhrases.meaning(of: text, in: translation)
    switch (meaning ?? EnglishCommands.meaning(of: text), question) {
    case (.answer(let answer), .some): content = .answer(answer)
    case (.command(let command), nil): content = .command(command)
    case (.command(let command), .some) where command.isSaidToQuestions:
      content = .command(command)
    default: return nil
    }
    return Meaning(content, text: text)
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
    let board = Message("board").text(in: translation)
    let boards = ["board", board] + PlainLetters.spellings(of: board)
    return switch text.lowercased().filter({ !$0.isWhitespace }) {
    case "players", Message("players").text(in: translation): .players
    case "time": .ask(.time)
    case "?", "help": .help
    case "status": .status
    case let name where boards.contains(name): .show
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
      var move = SpokenMove(notation: notation, letters)
      if move == nil, case .illegal(let moves) = said { move = moves.first }
      return [.refused(notLegal(move, text: text, confidence: 1))]
    }
    // A move in notation is unambiguous, so it need not answer the open question.
    return play(moves, typed)
  }

  /// The legal moves for notation or short words, each once; nil for other text.
  func moves(in text: String, _ words: [String]) -> [Move]? {
    let notation = notation(text, words)
    var found = shortForm(words, notation: notation ?? "")
    if found == nil, let notation {
      let readings = TypedText.readings(of: notation, letters: letters)
        .compactMap { try? game.position.moves(san: $0) }
      if !readings.isEmpty { found = readings.flatMap { $0 } }
    }
    if found == [], let notation, letters.letter(notation.first ?? " ") == "K",
      let square = Square(String(notation.suffix(2)))
    {
      // "Kg1" for castling, as people also say it.
      found = castlings.filter { $0.to == square }
    }
    guard let found else { return nil }
    var moves: [Move] = []
    for move in found where !moves.contains(move) { moves.append(move) }
    return moves
  }

  /// The move in notation that a text may be, also with a check in words or with spaces: "Qh4
  /// mate", "n f3"; nil for other text.
  private func notation(_ text: String, _ words: [String]) -> String? {
    let endings = [Message("check"), Message("checkmate")].flatMap { message in
      let text = message.text(in: translation).lowercased()
      return [text] + PlainLetters.spellings(of: text)
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

  /// The legal moves for "castle" and "e takes d"; nil for other words.
  private func shortForm(_ words: [String], notation: String) -> [Move]? {
    let position = game.position
    if isCastling(words, notation) { return castlings }
    var files: [String] = []
    if words.count == 3, ["takes", "captures", "x"].contains(words[1]) {
      files = [words[0], words[2]]
    } else if notation.utf8.count <= 3 {
      files = notation.lowercased().filter { $0 != "x" }.map { String($0) }
    }
    let numbers = files.compactMap { Square($0 + "1")?.file }
    guard files.count == 2, numbers.count == 2 else { return nil }
    return position.legalMoves.filter { move in
      position.piece(at: move.from)?.kind == .pawn && move.from.file == numbers[0]
        && move.to.file == numbers[1] && move.from.file != move.to.file
    }
  }

  /// Whether it is "castle", without a side.
  func isCastling(_ words: [String], _ notation: String) -> Bool {
    words == ["castle"] || words == ["castles"]
      || notation.lowercased() == Message("castle").text(in: translation)
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
        .first { (try? Position.start.moves(san: $0)) != nil }
      guard let reading else {
        return remember([
          .refused(
            Refusal(
              .notUnderstood, text: text,
              message: Message(
                "That is not a move; type one, as in \"Nf3\" or \"knight f three\"."),
              confidence: 1))
        ])
      }
      let typed = Meaning(.nothing, text: text)
      return remember([.notation(NotationReport(typed, notations: [reading]))])
    }
    return hear([Meaning(bound.interpret(words), text: words.joined(separator: " "))])
  }
}

extension SpokenMove {
  /// An illegal move in notation, "Qh5" or "g1f6", as far as its piece and its squares tell; nil
  /// for other text.
  fileprivate init?(notation text: String, _ letters: PieceLetters) {
    self.init()
    isCapture = text.contains("x") || text.contains(":")
    if text.uppercased().replacing("0", with: "O").hasPrefix("O-O") {
      castling = text.count > 4 ? .queenside : .kingside
      return
    }
    var plain = text.filter { $0 != "x" && $0 != ":" && $0 != "-" }
      .prefix { $0.isLetter || $0.isNumber }
    // The new piece of "e8q".
    if plain.last?.isLetter == true, plain.dropLast().last?.isNumber == true { plain.removeLast() }
    // "NF3" is "Nf3".
    plain = plain.prefix(1) + plain.dropFirst().lowercased()
    // "e2e4", or with its piece "Qd1d4".
    let squares = Square(String(plain.prefix(2))) == nil ? plain.dropFirst() : plain
    if let from = Square(String(squares.prefix(2))),
      let to = Square(String(squares.dropFirst(2).prefix(2)))
    {
      (fromFile, fromRank, toFile, toRank) = (from.file, from.rank, to.file, to.rank)
      if squares != plain {
        piece = plain.first.flatMap(letters.letter).flatMap { PieceKind(letter: $0) }
      }
      return
    }
    guard let to = Square(String(plain.suffix(2))) else { return nil }
    (toFile, toRank) = (to.file, to.rank)
    guard plain.count > 2, let first = plain.first else { return }
    // A small "b" may be a file or a piece.
    if let file = Square("\(first)1")?.file,
      first != "b" || (isCapture && [0, 2].contains(to.file))
    {
      fromFile = file
      return
    }
    guard first != "b", let letter = letters.letter(first), let kind = PieceKind(letter: letter)
    else { return nil }
    piece = kind
    // The "g" of "Ngd2", or the "1" of "N1d2".
    for mark in plain.dropFirst().dropLast(2) {
      if let file = Square("\(mark)1")?.file { fromFile = file }
      if let rank = Square("a\(mark)")?.rank { fromRank = rank }
    }
  }
}
