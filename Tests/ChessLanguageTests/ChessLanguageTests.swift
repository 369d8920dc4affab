import Chess
import DialogueTestSupport
import LanguageModel
import TestSupport
import Testing

@testable import ChessLanguage

private func words(_ phrase: String) -> [String] { phrase.split(separator: " ").map(String.init) }

@Suite struct ChessLanguageTests {
  static let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
  static let promotion = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
  static let enPassant = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
  static let rooks = "2k5/8/8/4R3/8/8/8/R3R1K1 w - - 0 1"
  static let start = Position.start.fen

  @Test(arguments: [
    (start, "e four", ["e2e4"]),
    (start, "pawn to echo four", ["e2e4"]),
    (start, "e two e four", ["e2e4"]),
    (start, "knight f three", ["g1f3"]),
    (start, "knight g one to f three", ["g1f3"]),
    (start, "move the knight to f three", ["g1f3"]),
    (start, "knight goes to foxtrot three", ["g1f3"]),
    (start, "knight to king bishop three", ["g1f3"]),
    (start, "pawn to queen's bishop four", ["c2c4"]),
    (start, "e five", []),
    (start, "knight takes f three", []),
    (kiwipete, "castles kingside", ["e1g1"]),
    (kiwipete, "long castle", ["e1c1"]),
    (kiwipete, "king g one", ["e1g1"]),
    (kiwipete, "knight takes f seven", ["e5f7"]),
    (kiwipete, "d takes e six", ["d5e6"]),
    (kiwipete, "d e six", ["d5e6"]),
    (kiwipete, "take e six with the pawn", ["d5e6"]),
    (kiwipete, "bishop takes bishop", ["e2a6"]),
    (kiwipete, "pawn takes pawn", ["d5e6", "g2h3"]),
    (kiwipete, "knight d three", ["e5d3"]),
    (kiwipete, "queen takes pawn", ["f3h3"]),
    (enPassant, "e takes f six en passant", ["e5f6"]),
    (enPassant, "en passant", ["e5f6"]),
    (enPassant, "pawn takes d six", []),
    (promotion, "g one queen", ["g2g1q"]),
    (promotion, "g one", ["g2g1q", "g2g1r", "g2g1b", "g2g1n"]),
    (promotion, "g takes h one promotes to a knight", ["g2h1n"]),
    (promotion, "pawn takes knight equals queen", ["g2f1q", "g2h1q"]),
    (rooks, "rook one e two", ["e1e2"]),
    (rooks, "rook e two", ["e1e2", "e5e2"]),
    (rooks, "rook a d one", ["a1d1"]),
  ])
  func wordsMeanLegalMoves(fen: String, phrase: String, expected: [String]) throws {
    let position = try Position(fen: fen)
    let meaning = try UnpronouncedLanguage.shared.get().interpret(
      words(phrase), in: .position(position))
    let isSayable = try UnpronouncedLanguage.shared.get().grammar(for: .position(position)).accepts(
      words(phrase))
    #expect(isSayable == !expected.isEmpty)
    guard case .moves(let moves, _) = meaning else {
      #expect(expected.isEmpty && meaning == .nothing)
      return
    }
    #expect(Set(moves.map(\.uci)) == Set(expected))
  }

  @Test(arguments: [start, kiwipete, promotion, enPassant, rooks])
  func everyMoveHasPhrasesOfItsOwnThatTheGrammarKnows(fen: String) throws {
    let language = try UnpronouncedLanguage.shared.get()
    let position = try Position(fen: fen)
    let grammar = Grammar.Phrases(language.grammar(for: .position(position)))
    for move in position.legalMoves {
      let phrases = language.phrases(for: move, in: position, limit: 40)
      #expect(phrases.count >= 2, "\(move) has only \(phrases)")
      #expect(Set(phrases).count == phrases.count)
      for phrase in phrases {
        #expect(grammar.contains(words(phrase)), "\(phrase)")
        let meaning = language.interpret(words(phrase), in: .position(position))
        guard case .moves(let moves, _) = meaning else {
          Issue.record("\(phrase) means \(meaning)")
          continue
        }
        #expect(moves == [move], "\(phrase)")
      }
    }
  }

  @Test func nothingElseCanBeSaid() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let position = try Position(fen: Self.kiwipete)
    let phrases = Grammar.Phrases(language.grammar(for: .position(position)))
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let phrase = try #require(phrases.random(using: &generator))
      let meaning = language.interpret(phrase, in: .position(position))
      #expect(meaning != .nothing, "\(phrase)")
      if case .moves(let moves, _) = meaning {
        #expect(moves.allSatisfy(position.isLegal), "\(phrase)")
      }
    }
  }

  @Test(arguments: [
    ("undo", Command.undo), ("take that back", .undo), ("new game", .newGame), ("resign", .resign),
    ("offer a draw", .draw), ("show the board", .show), ("repeat", .repeatLast),
    ("what can i say", .help), ("whose move is it", .status),
    ("new game as black", .newGameAs(.black)), ("give me a hint", .hint), ("level five", .level(5)),
  ])
  func commandsAreKnownInEveryPosition(phrase: String, command: Command) throws {
    let language = try UnpronouncedLanguage.shared.get()
    for fen in [Self.start, Self.rooks] {
      let listening = Listening.position(try Position(fen: fen))
      #expect(language.interpret(words(phrase), in: listening) == .command(command))
      #expect(language.grammar(for: listening).accepts(words(phrase)))
    }
  }

  @Test func aConfirmationIsYesOrNoOrACommandThatTakesNothing() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let listening = Listening.confirmation(.resign)
    let grammar = language.grammar(for: listening)
    #expect(language.interpret(["yes"], in: listening) == .answer(.yes))
    #expect(language.interpret(["no"], in: listening) == .answer(.no))
    #expect(grammar.accepts(["yes"]) && grammar.accepts(["no"]))
    #expect(!grammar.accepts(["first"]) && !grammar.accepts(["e", "four"]))
    for command in [Command.undo, .newGame, .show, .repeatLast, .help, .status] {
      let phrase = words(try #require(Self.said[command]))
      #expect(grammar.accepts(phrase))
      #expect(language.interpret(phrase, in: listening) == .command(command))
    }
    for phrase in [["resign"], ["draw"]] {
      #expect(!grammar.accepts(phrase) && language.interpret(phrase, in: listening) == .nothing)
    }
  }

  private static let said: [Command: String] = [
    .undo: "undo", .newGame: "new game", .show: "show the board", .repeatLast: "repeat",
    .help: "help", .status: "status",
  ]

  @Test func aChoiceIsAnsweredByItsWordsItsNumberOrNo() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let position = try Position(fen: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    let moves = ["b1d2", "f3d2"].compactMap { Move(uci: $0) }
    let listening = Listening.choice(moves, position)
    let grammar = language.grammar(for: listening)
    for (phrase, move) in [("knight b", 0), ("knight f d two", 1), ("f three", 1), ("b", 0)] {
      #expect(grammar.accepts(words(phrase)), "\(phrase)")
      #expect(
        language.interpret(words(phrase), in: listening) == .moves([moves[move]], claims: Claims()))
    }
    for phrase in [["second"], ["two"], ["number", "two"]] {
      #expect(grammar.accepts(phrase))
      #expect(language.interpret(phrase, in: listening) == .answer(.choice(1)))
    }
    #expect(language.interpret(["show", "board"], in: listening) == .command(.show))
    #expect(language.interpret(["no"], in: listening) == .answer(.no))
    #expect(grammar.accepts(["first"]) && !grammar.accepts(["third"]))
    #expect(!grammar.accepts(words("knight g one")))
  }

  @Test(arguments: [
    ("knight takes f seven check", "Nxf7+"), ("e four", "e4"), ("castle queenside mate", "O-O-O#"),
    ("knight to king bishop three", "N-KB3"), ("e takes d eight equals queen", "exd8=Q"),
    ("knight takes bishop", "NxB"), ("rook one e two", "R1e2"), ("g one f three", "g1f3"),
  ])
  func withoutAGameAMoveIsNotation(phrase: String, notation: String) throws {
    let meaning = try UnpronouncedLanguage.shared.get().interpret(words(phrase), in: .anyMove)
    guard case .notation(let moves) = meaning else {
      Issue.record("\(phrase) means \(meaning)")
      return
    }
    #expect(moves.map(\.description).contains(notation), "\(moves)")
  }

  @Test func whatIsClaimedIsReportedAndContradicted() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let position = Position.start
    let move = try #require(Move(uci: "e2e4"))
    let facts = try #require(position.facts(of: move))
    for (phrase, isFalse) in [("e four", false), ("e four check", true), ("e four mate", true)] {
      guard
        case .moves([move], let claims) = language.interpret(
          words(phrase), in: .position(position))
      else {
        Issue.record("\(phrase) is not e4")
        continue
      }
      #expect(claims.contradict(facts) == isFalse)
    }
  }

  @Test func openingsAreCalledByName() throws {
    let meaning = try UnpronouncedLanguage.shared.get().interpret(
      words("play the winawer variation"), in: .position(.start))
    guard case .opening(let opening) = meaning else {
      Issue.record("\(meaning)")
      return
    }
    #expect(opening.spokenName == "Winawer variation")
    #expect(opening.opening.name.contains("Winawer"))
  }

  @Test func aTemplateOfTooManyFormsIsAnError() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: [
        "piece": ["<knight>"], "knight": ["knight"],
        "x": ["<piece> a", "<piece> b", "<piece> c", "<piece> d", "<piece> e", "<piece> f"],
      ]) {
        TemplatePhraseCountGenerator.Template("<x> <x> <x> <x> <x> <x> <x>", count: 1)
      }
    }
    let dictionary = PronunciationDictionary(
      text: ["a", "b", "c", "d", "e", "f", "knight"].map { "\($0) AH" }.joined(separator: "\n"))
    let error = try thrown(LanguageModelError.self) {
      try ChessLanguage(moves: data, dialogue: data, dictionary: dictionary)
    }
    #expect(error.issues.first?.kind == .tooLarge, "\(error)")
  }

  @Test(arguments: [
    ("<pair> <digit> <digit>", false), ("<pair> <digit>", true), ("<many>", false),
  ])
  func aClassOfTooManyPhrasesIsAnErrorThatNamesIt(body: String, isTaken: Bool) throws {
    let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: [
        "digit": digits, "pair": ["<digit> <digit>"], "number": [body],
        "many": (0..<5_000).map { _ in "zero" },
      ]) {
        TemplatePhraseCountGenerator.Template("say <number>", count: 1)
      }
    }
    let dictionary = PronunciationDictionary(
      text: (digits + ["say"]).map { "\($0) AH" }.joined(separator: "\n"))
    guard !isTaken else {
      _ = try ChessLanguage(moves: data, dialogue: data, dictionary: dictionary)
      return
    }
    let error = try thrown(LanguageModelError.self) {
      try ChessLanguage(moves: data, dialogue: data, dictionary: dictionary)
    }
    let issue = try #require(error.issues.first)
    #expect(issue.kind == .tooLarge && issue.subject == "say <number>")
    #expect(issue.message.contains("<number>") && issue.message.contains("4096"))
  }

  @Test func anUnknownOpeningIsAnError() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: ["opening": ["zz zz"]]) {
        TemplatePhraseCountGenerator.Template("play <opening>", count: 1)
      }
    }
    let dictionary = PronunciationDictionary(text: "zz AH\nplay AH")
    let error = try thrown(LanguageModelError.self) {
      try ChessLanguage(moves: data, dialogue: data, dictionary: dictionary)
    }
    #expect(error.description.contains("zz zz") == true)
  }
}
