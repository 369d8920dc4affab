import Chess
import DialogueTestSupport
import Glibc
import LanguageModel
import TestSupport
import Testing

@testable import ChessLanguage

func words(_ phrase: String) -> [String] { phrase.split(separator: " ").map(String.init) }

@Suite struct ChessLanguageTests {
  static let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
  static let promotion = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
  static let enPassant = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
  static let rooks = "2k5/8/8/4R3/8/8/8/R3R1K1 w - - 0 1"
  static let start = Position.start.fen
  static let afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

  /// The language bound to each of these positions, with its grammar; made once.
  private static let positions = Result {
    let language = try UnpronouncedLanguage.shared.get()
    let positions = try [start, afterE4, kiwipete, promotion, enPassant, rooks].map { fen in
      let bound = language.bound(to: .position(try Position(fen: fen)))
      return (fen, (bound: bound, grammar: bound.grammar))
    }
    return Dictionary(uniqueKeysWithValues: positions)
  }

  @Test(arguments: [
    (start, "e four", ["e2e4"]),
    (start, "pawn to echo four", ["e2e4"]),
    (start, "e two e four", ["e2e4"]),
    (start, "knight f three", ["g1f3"]),
    (start, "knight g one to f three", ["g1f3"]),
    (start, "move the knight to f three", ["g1f3"]),
    (start, "knight goes to foxtrot three", ["g1f3"]),
    (start, "knight to king bishop three", ["g1f3"]),
    (afterE4, "knight to king bishop three", ["g8f6"]),
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
    (rooks, "rook from e to e two", ["e1e2", "e5e2"]),
    (rooks, "from a one to d one", ["a1d1"]),
    (rooks, "the a one rook goes to d one", ["a1d1"]),
    (start, "push the c pawn", ["c2c3", "c2c4"]),
    (start, "push the c pawn two squares", ["c2c4"]),
    (start, "i'll move my c pawn one square", ["c2c3"]),
    (enPassant, "push the e pawn", ["e5e6"]),
    (enPassant, "push the e pawn two squares", []),
    (enPassant, "the e pawn takes en passant", ["e5f6"]),
    (promotion, "make a queen", ["g2f1q", "g2g1q", "g2h1q"]),
    (start, "horse to f three", ["g1f3"]),
    (kiwipete, "move my castle to d one", ["a1d1"]),
    (kiwipete, "the castle goes to f one", ["h1f1"]),
    (kiwipete, "my castle to f one", ["h1f1"]),
    (start, "my castle takes d one", []), (kiwipete, "castle takes h three", []),
    (kiwipete, "knight takes that pawn on f seven and check", ["e5f7"]),
    (kiwipete, "bishop back to d one", ["e2d1"]),
  ])
  func wordsMeanLegalMoves(fen: String, phrase: String, expected: [String]) throws {
    let (bound, grammar) = try #require(Self.positions.get()[fen])
    #expect(grammar.accepts(words(phrase)) == !expected.isEmpty)
    let meaning = bound.interpret(words(phrase))
    guard case .moves(let moves) = meaning else {
      #expect(expected.isEmpty && !meaning.isPossible)
      return
    }
    #expect(Set(moves.map(\.uci)) == Set(expected))
  }

  @Test(.tags(.slow), .skippable(.slow), arguments: [start, kiwipete, promotion, enPassant, rooks])
  func everyMoveHasUnambiguousPhrasesInTheGrammar(fen: String) throws {
    let (bound, boundGrammar) = try #require(Self.positions.get()[fen])
    let grammar = Grammar.Phrases(boundGrammar)
    for move in try Position(fen: fen).legalMoves {
      let phrases = bound.phrases(for: move, limit: 12)
      #expect(phrases.count >= 2, "\(move) has only \(phrases)")
      #expect(Set(phrases).count == phrases.count)
      for phrase in phrases {
        #expect(grammar.contains(words(phrase)), "\(phrase)")
        let meaning = bound.interpret(words(phrase))
        guard case .moves(let moves) = meaning else {
          Issue.record("\(phrase) means \(meaning)")
          continue
        }
        #expect(moves == [move], "\(phrase)")
      }
    }
  }

  /// Every phrase in the usual words comes before any with a rarer word.
  @Test func phrasesWithUsualWordsComeFirst() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let bound = language.bound(to: .position(try Position(fen: Self.start)))
    let move = try #require(Move(uci: "g1f3"))
    let phrases = bound.phrases(for: move, limit: 200)
    #expect(phrases.first == "knight to f three" && bound.spoken(move) == "knight to f three")
    let usual = try #require(phrases.firstIndex(of: "move knight on g one to f three"))
    let unusual = try #require(phrases.firstIndex(of: "knight to foxtrot three"))
    #expect(usual < unusual, "\(phrases)")
    #expect(phrases.count > 24 && bound.phrases(for: move).count == 24)
    #expect(bound.phrases(for: move) == Array(phrases.prefix(24)))
  }

  @Test(arguments: [
    ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a2", [], ["check", "mate"]),
    ("7k/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", ["check"], ["mate", "checkmate"]),
    ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", ["check", "mate", "checkmate"], []),
  ])
  func phrasesClaimOnlyTrueChecksAndMates(
    fen: String, uci: String, claimed: [String], others: [String]
  ) throws {
    let language = try UnpronouncedLanguage.shared.get()
    let bound = language.bound(to: .position(try Position(fen: fen)))
    let phrases = bound.phrases(for: try #require(Move(uci: uci)), limit: 1_000)
    let last = Set(phrases.compactMap { words($0).last })
    #expect(last.isSuperset(of: claimed) && last.isDisjoint(with: others), "\(last)")
  }

  @Test func everyPhraseOfTheGrammarHasAMeaning() throws {
    let (bound, grammar) = try #require(Self.positions.get()[Self.kiwipete])
    let position = try Position(fen: Self.kiwipete)
    let phrases = Grammar.Phrases(grammar)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let phrase = try #require(phrases.random(using: &generator))
      let meaning = bound.interpret(phrase)
      // Remarks are read as if they were typed.
      let isRemark = bound.language.templates.parses(of: phrase).contains { $0.scope == .plain }
      #expect(meaning.isPossible || isRemark, "\(phrase)")
      if case .moves(let moves) = meaning {
        #expect(moves.allSatisfy(position.isLegal), "\(phrase)")
      }
    }
  }

  @Test(arguments: [
    ("undo", Command.undo), ("take that back", .undo), ("new game", .newGame),
    ("reset the board", .newGame), ("resign", .resign), ("how long do i have", .ask(.time)),
    ("offer a draw", .draw), ("show the board", .show), ("repeat", .repeatLast),
    ("what can i say", .help), ("whose move is it", .status),
    ("new game as black", .newGameAs(.black)), ("give me a hint", .hint), ("level five", .level(5)),
  ])
  func commandsCanBeSaidInEveryPosition(phrase: String, command: Command) throws {
    for fen in [Self.start, Self.rooks] {
      let (bound, grammar) = try #require(Self.positions.get()[fen])
      #expect(bound.interpret(words(phrase)) == .command(command))
      #expect(grammar.accepts(words(phrase)))
    }
  }

  @Test func aConfirmationAllowsYesNoMovesAndCommands() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let bound = language.bound(to: .confirmation(.resign, .start))
    let grammar = bound.grammar
    #expect(bound.interpret(["yes"]) == .answer(.yes))
    #expect(bound.interpret(["no"]) == .answer(.no))
    #expect(grammar.accepts(["yes"]) && grammar.accepts(["no"]))
    #expect(!grammar.accepts(["first"]) && !grammar.accepts(["e", "five"]))
    let move = try Position.start.move(uci: "e2e4")
    #expect(grammar.accepts(["e", "four"]))
    #expect(bound.interpret(["e", "four"]) == .moves([move]))
    for command in [Command.undo, .newGame, .show, .repeatLast, .help, .status] {
      let phrase = words(try #require(Self.said[command]))
      #expect(grammar.accepts(phrase))
      #expect(bound.interpret(phrase) == .command(command))
    }
    for phrase in [["resign"], ["draw"]] {
      #expect(!grammar.accepts(phrase) && bound.interpret(phrase) == .nothing)
    }
  }

  private static let said: [Command: String] = [
    .undo: "undo", .newGame: "new game", .show: "show the board", .repeatLast: "repeat",
    .help: "help", .status: "status",
  ]

  @Test func aChoiceAllowsItsWordsItsNumberAndNo() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let position = try Position(fen: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    let moves = ["b1d2", "f3d2"].compactMap { Move(uci: $0) }
    let bound = language.bound(to: .choice(moves, position))
    let grammar = bound.grammar
    for (phrase, move) in [("knight b", 0), ("knight f d two", 1), ("f three", 1), ("b", 0)] {
      #expect(grammar.accepts(words(phrase)), "\(phrase)")
      #expect(
        bound.interpret(words(phrase)) == .moves([moves[move]]))
    }
    for phrase in [["second"], ["two"], ["number", "two"]] {
      #expect(grammar.accepts(phrase))
      #expect(bound.interpret(phrase) == .answer(.choice(1)))
    }
    #expect(grammar.accepts(["no"]) && grammar.accepts(["show", "board"]))
    #expect(!grammar.accepts(["yes"]) && !grammar.accepts(["resign"]))
    #expect(bound.interpret(["show", "board"]) == .command(.show))
    #expect(bound.interpret(["no"]) == .answer(.no))
    #expect(grammar.accepts(["first"]) && !grammar.accepts(["third"]))
    // Another legal move is a possible answer.
    let other = try position.move(uci: "f3g1")
    #expect(grammar.accepts(words("knight g one")) && !grammar.accepts(words("knight g two")))
    #expect(bound.interpret(words("knight g one")) == .moves([other]))
    #expect(bound.interpret(words("knight d two")) == .moves(moves))
  }

  @Test(arguments: [
    ("knight takes f seven check", "Nxf7+"), ("e four", "e4"), ("castle queenside mate", "O-O-O#"),
    ("knight to king bishop three", "N-KB3"), ("e takes d eight equals queen", "exd8=Q"),
    ("knight takes bishop", "NxB"), ("rook one e two", "R1e2"), ("g one f three", "g1f3"),
  ])
  func withoutAGameMovesAreNotation(phrase: String, notation: String) throws {
    let meaning = try UnpronouncedLanguage.shared.get().bound(to: .anyMove).interpret(words(phrase))
    guard case .notation(let moves) = meaning else {
      Issue.record("\(phrase) means \(meaning)")
      return
    }
    #expect(moves.map(\.description).contains(notation), "\(moves)")
  }

  @Test func illegalMovesStillHaveNotation() throws {
    let bound = try UnpronouncedLanguage.shared.get().bound(to: .position(.start))
    #expect(bound.notation(of: words("queen h five")).map(\.description) == ["Qh5"])
    #expect(!bound.interpret(words("queen h five")).isPossible)
    for phrase in ["undo", "queen queen", "xyzzy", ""] {
      #expect(bound.notation(of: words(phrase)) == [], "\(phrase)")
    }
  }

  @Test(.tags(.slow), .skippable(.slow)) func allPhrasesOfAMoveShareOneMeaning() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let position = try Position(fen: Self.kiwipete)
    let bound = language.bound(to: .position(position))
    let meanings = bound.meanings(after: nil)
    var all: Set<AnyMeaning> = []
    for move in position.legalMoves {
      let ofMove = Set(bound.phrases(for: move).map { meanings.meaning(words($0))?.meaning })
      #expect(ofMove.count == 1, "\(move)")
      all.formUnion(ofMove.compactMap { $0 })
    }
    #expect(all.count == position.legalMoves.count)
    #expect(meanings.meaning(words("queen h eight"))?.isAllowed == false)
    #expect(meanings.meaning(words("knight")) == nil)
    let everything = try #require(meanings.background)
    #expect(everything.grammar.accepts(words("queen h eight")))
  }

  @Test func openingsAreCalledByName() throws {
    let bound = try UnpronouncedLanguage.shared.get().bound(to: .position(.start))
    let meaning = bound.interpret(words("play the winawer variation"))
    guard case .opening(let opening) = meaning else {
      Issue.record("\(meaning)")
      return
    }
    #expect(opening.spokenName == "Winawer variation")
    #expect(opening.opening.name.contains("Winawer"))
  }

  /// The most common name of an opening comes first.
  @Test func openingsAreNamedInOrder() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let bound = language.bound(to: .position(.start))
    let grammar = Grammar.Phrases(bound.grammar)
    let openings = language.namedOpenings.enumerated().filter { $0.offset % 20 == 0 }
    for opening in openings.map(\.element) {
      let phrases = bound.phrases(for: opening, limit: 4)
      let weights = try phrases.map { try #require(grammar.weight(of: words($0)), "\($0)") }
      #expect(zip(weights, weights.dropFirst()).allSatisfy { $0 >= $1 - 1e-3 }, "\(phrases)")
      #expect(phrases.count >= 2)
    }
  }

  /// The default limit is 24.
  @Test func aMoveHasManyPhrases() throws {
    let bound = try UnpronouncedLanguage.shared.get().bound(to: .position(.start))
    let move = try #require(Move(uci: "g1f3"))
    let all = bound.phrases(for: move, limit: 40)
    #expect(all.count == 40 && Set(all).count == 40)
    #expect(bound.phrases(for: move) == Array(all.prefix(24)))
    let opening = try #require(Openings.named("Winawer"))
    let names = bound.phrases(for: opening, limit: 100)
    #expect(bound.phrases(for: opening) == Array(names.prefix(24)))
    for phrase in names {
      guard case .opening(let said) = bound.interpret(words(phrase)) else {
        Issue.record("\(phrase)")
        continue
      }
      #expect(said.opening == opening)
    }
  }

  @Test func anEmptySpokenMoveClaimsNothing() {
    let move = SpokenMove()
    #expect(!move.isCapture && !move.isDescriptive && move.claims == Claims())
    #expect(move.description == "" || !move.description.contains("x"))
  }
}
