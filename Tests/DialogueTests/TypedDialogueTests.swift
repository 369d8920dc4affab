import Chess
import ChessLanguage
import DialogueTestSupport
import LanguageModel
import Localization
import TestSupport
import Testing

@testable import Dialogue

/// Typed lines, also while a question is open.
@Suite struct TypedDialogueTests {
  private let language: ChessLanguage

  init() throws { language = try UnpronouncedLanguage.shared.get() }

  private static let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  private static let castling = "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1"
  /// The pawn and the bishop can both capture on c4, the pawn and the knight on d5.
  private static let takers = "4k3/8/8/3p4/2p1P3/1P6/4B3/4K3 w - - 0 1"
  private static let promotion = "7k/P7/8/8/8/8/8/K7 w - - 0 1"

  @Test(arguments: [
    (start, "nf3", "Nf3"), (start, "NF3", "Nf3"), (start, "E4", "e4"), (start, "2. Nf3", "Nf3"),
    (start, "2 Nf3", "Nf3"),
    (start, "1.e4", "e4"), (start, "\u{2658}f3", "Nf3"), (start, "G1F3", "Nf3"),
    (castling, "castle", "O-O"), (castling, "0-0", "O-O"), (castling, "o-o", "O-O"),
    (castling, "0-O", "O-O"), (castling, "O-0", "O-O"), (castling, "0-o", "O-O"),
    (takers, "e takes d", "exd5"), (takers, "exd", "exd5"), (takers, "ED", "exd5"),
    (takers, "Bc4", "Bxc4"), (takers, "bxc", "bxc4"), (promotion, "A8Q", "a8=Q+"),
    (twoKnights, "NBD2", "Nbd2"), (twoKnights, "b1d2", "Nbd2"),
  ])
  func aMoveWithOneReadingIsPlayed(fen: String, line: String, san: String) throws {
    var dialogue = try dialogue(fen)
    let responses = dialogue.read(line)
    #expect(responses.first?.move?.san == san, "\(responses)")
  }

  @Test(arguments: [
    (takers, "bc4", ["bxc4", "Bxc4"]), (takers, "BC4", ["bxc4", "Bxc4"]),
    (twoKnights, "nd2", ["Nbd2", "Nfd2"]), (promotion, "a8", ["a8=Q+", "a8=R+", "a8=B", "a8=N"]),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castle", ["O-O", "O-O-O"]),
  ])
  func aMoveWithSeveralReadingsIsAskedAbout(fen: String, line: String, sans: [String]) throws {
    var dialogue = try dialogue(fen)
    _ = dialogue.read(line)
    #expect(Set(try #require(dialogue.question).sans) == Set(sans))
    #expect(dialogue.game.moves.isEmpty)
  }

  @Test(arguments: ["Nf3\u{FFFD}", "\u{0440}4", "e4 \u{1F600}"])
  func linesWithOtherCharactersAreRefused(line: String) throws {
    var dialogue = try dialogue()
    #expect(dialogue.read(line).first?.refusal?.reason == .unreadable)
    #expect(dialogue.game.moves.isEmpty)
  }

  @Test(arguments: [
    ("moves n", ["Na3", "Nc3", "Nf3", "Nh3"]), ("moves knight", ["Na3", "Nc3", "Nf3", "Nh3"]),
    ("What can the knight do?", ["Na3", "Nc3", "Nf3", "Nh3"]),
    ("what can knight do", ["Na3", "Nc3", "Nf3", "Nh3"]), ("moves g1", ["Nf3", "Nh3"]),
    ("what can the knight on g1 do?", ["Nf3", "Nh3"]),
    ("where can the knight go?", ["Na3", "Nc3", "Nf3", "Nh3"]), ("what can I take", []),
    ("moves q", []), ("fen", [start]), ("last", []), ("last move", []),
  ])
  func questionsAreAnswered(line: String, lines: [String]) throws {
    var dialogue = try dialogue()
    let report = try #require(dialogue.read(line).first?.command)
    #expect(report.lines.map(\.description).sorted() == lines && report.confidence == 1)
  }

  @Test(arguments: [
    ("moves q", "Queen: no legal move."), ("can my rook move", "Rook: no legal move."),
    ("what can the rook on a1 do", "a1: no legal move."),
    ("what can I take", "Nothing can be taken."),
  ])
  func onePieceWithoutAMoveIsNamed(line: String, text: String) throws {
    var dialogue = try dialogue()
    #expect(dialogue.read(line).first?.lines.map(\.description) == [text])
  }

  private static let middle = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 6 8"

  @Test(arguments: [
    ("what can the f3 knight do", "Ng1 Nd4 Nh4 Nxe5 Ng5"),
    ("what can my knight on f3 do", "Ng1 Nd4 Nh4 Nxe5 Ng5"),
    ("can my knight on f3 move", "Yes: Ng1 Nd4 Nh4 Nxe5 Ng5"),
    ("what can the a rook do", "Rb1 Rc1 Rd1"),
    ("what can my knight take", "Nxe5"), ("what can my queen take", "Nothing can be taken."),
    ("what can the e pawn take", "Pawn: no legal move."),
    ("where can white's king go", "Kd1 Kf1 Ke2 O-O O-O-O"),
    ("what can the e pawn do", "Pawn: no legal move."),
    ("what can black's queen do", "White to move."),
    ("what can your knight do", "White to move."),
    ("what can the queen on f3 do", "f3: the piece on f3 is a knight."),
    ("what can the knight on f6 do", "f6: the piece on f6 is Black's."),
    ("what can the knight on h3 do", "h3: there is no piece on h3."),
    ("can I play Ng5", "Yes: Ng5"), ("Can I take e5?", "Yes: Nxe5"),
    ("can I play bishop takes e6", "Yes: Bxe6"),
    ("can I play Nh5", "That is not legal here: Nh5 (only Black can play that)."),
    ("is the knight on f3 attacked", "Nothing attacks f3."),
    ("is my knight on f3 defended", "f3 is defended: pawn g2."),
    ("what defends the knight on f3", "f3 is defended: pawn g2."),
  ])
  func aPieceIsNamedByItsPlace(line: String, told: String) throws {
    var dialogue = try dialogue(Self.middle)
    let response = try #require(dialogue.read(line).first)
    let lines = response.refusal.map { [$0.message] } ?? response.lines
    #expect(lines.map(\.description) == [told])
    #expect(dialogue.game.moves.isEmpty)
  }

  @Test func theGameIsShown() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("moves").first?.command?.lines.count == 20)
    _ = dialogue.read("e4")
    #expect(dialogue.read("last").first?.command?.lines == ["1. e4"])
    let pgn = try #require(dialogue.read("pgn").first?.command).lines
    #expect(pgn.last == "1. e4 *" && pgn.contains(""))
    let position = try #require(dialogue.read(" Position").first?.game)
    #expect(position.moves == ["e4"] && position.ucis == ["e2e4"])
    #expect(position.sideToMove == .black && position.fen == dialogue.game.position.fen)
    #expect(dialogue.read("board").first?.command?.command == .show)
    #expect(dialogue.read("?").first?.command?.command == .help)
    let status = try #require(dialogue.read("status").first)
    #expect(status.lines == ["Black to move, move 1. Last move: 1. e4."])
  }

  // MARK: Questions

  @Test(arguments: [
    ("1", "Nbd2"), (" 2. ", "Nfd2"), ("nbd2", "Nbd2"), ("knight f", "Nfd2"), ("second", "Nfd2"),
    ("Kf2", "Kf2"), ("01", "Nbd2"), ("0.2", "Nfd2"),
  ])
  func aChoiceCanBeTyped(answer: String, san: String) throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.read("Nd2")
    #expect(try #require(dialogue.question).sans == ["Nbd2", "Nfd2"])
    #expect(dialogue.read(answer).first?.move?.san == san)
    #expect(dialogue.question == nil)
  }

  @Test(arguments: ["n", "N", "no"])
  func noCanBeTyped(answer: String) throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.read("Nd2")
    #expect(dialogue.read(answer).first?.refusal?.reason == .declined)
    #expect(dialogue.question == nil && dialogue.game.moves.isEmpty)
  }

  /// Yes and no are choices too, with the numbers 1 and 2.
  @Test(arguments: [("y", true), ("1", true), ("2", false), ("n", false)])
  func yesAndNoCanBeTyped(answer: String, isYes: Bool) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("resign")
    _ = dialogue.read(answer)
    #expect(dialogue.question == nil)
    #expect(dialogue.game.outcome == (isYes ? .resignation(winner: .black) : nil))
  }

  @Test(arguments: ["board", "help", "?", "what can I say", "repeat", "status", "show the board"])
  func duringAQuestionOtherQuestionsAreAnswered(line: String) throws {
    for begin in ["Nd2", "resign"] {
      var dialogue = try dialogue(twoKnights)
      _ = dialogue.read(begin)
      let question = try #require(dialogue.question)
      let responses = dialogue.read(line)
      #expect(responses.first?.command != nil, "\(responses)")
      #expect(responses.last == .ask(question))
      #expect(responses.count { $0 == .ask(question) } == 1)
      #expect(dialogue.question == question)
    }
  }

  @Test(arguments: ["7", "0", "3", "bla", "é", "y", "Kd5", "resign"])
  func otherLinesShowTheQuestionAgain(line: String) throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.read("Nd2")
    let question = try #require(dialogue.question)
    let responses = dialogue.read(line)
    #expect(responses.first?.refusal != nil)
    #expect(responses.dropFirst() == [.ask(question)])
  }

  @Test func undoAndNewGameWorkInAQuestion() throws {
    var dialogue = try dialogue()
    for line in ["e4", "resign", "undo"] { _ = dialogue.read(line) }
    #expect(dialogue.question == nil && dialogue.game == Game())
    for line in ["e4", "resign", "new game"] { _ = dialogue.read(line) }
    #expect(dialogue.question?.subject == .confirmation(.newGame))
    _ = dialogue.read("y")
    #expect(dialogue.game == Game() && dialogue.gameNumber == 1)
  }

  /// The offered moves are not played yet, so the move before them stays.
  @Test func undoInAChoiceTakesNothingBack() throws {
    var dialogue = try dialogue(twoKnights)
    for line in ["Kd1", "Kd8", "Nd2"] { _ = dialogue.read(line) }
    try #require(dialogue.question?.sans.count == 2)
    #expect(dialogue.read("undo").first?.refusal?.reason == .declined)
    #expect(dialogue.question == nil && dialogue.game.sans == ["Kd1", "Kd8"])
  }

  @Test func helpInAQuestionListsTheAnswers() throws {
    for begin in ["Nd2", "resign"] {
      var dialogue = try dialogue(twoKnights)
      _ = dialogue.read(begin)
      let help = try #require(dialogue.read("help").first?.command)
      for line in help.lines.map(\.description) {
        let meaning = language.bound(to: dialogue.listening).interpret(SpokenText.words(in: line))
        #expect(meaning.isPossible, "\(line)")
      }
    }
  }

  // MARK: After the end

  @Test(arguments: [
    "e5", "Nf6", "knight e five", "castle kingside", "exd", "castle", "Qh9", "a1a1",
  ])
  func afterTheEndEveryMoveIsRefused(line: String) throws {
    for end in [["f3", "e5", "g4", "Qh4"], ["e4", "resign", "yes"]] {
      var dialogue = try dialogue()
      for line in end { _ = dialogue.read(line) }
      try #require(dialogue.game.outcome != nil)
      let refusal = try #require(dialogue.read(line).first?.refusal)
      #expect(
        refusal.reason == (line == "Qh9" ? .notUnderstood : .gameOver), "\(refusal.message)")
    }
  }

  // MARK: "What can I say"

  @Test func examplesFitThePositionAndVary() throws {
    let fen = "r1bqkbnr/ppp2ppp/2n5/3pp3/4P3/3B1N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
    var dialogue = try dialogue(fen)
    var told: Set<[String]> = []
    for _ in 0..<4 {
      let lines = Array(
        try #require(dialogue.read("what can I say").first?.command).lines.map(\.description)
          .prefix(5))
      let moves = try lines.map { line in
        let meaning = language.bound(to: dialogue.listening).interpret(SpokenText.words(in: line))
        guard case .moves(let moves) = meaning else { throw NoMove(line: line) }
        return try #require(moves.count == 1 ? moves.first : nil, "\(line)")
      }
      let facts = try moves.map { try #require(dialogue.game.position.facts(of: $0)) }
      #expect(facts.contains { $0.castling != nil } && facts.contains(where: \.isCapture))
      #expect(Set(moves).count == moves.count)
      told.insert(lines)
    }
    #expect(told.count == 4)
  }

  /// The first example is one of the three likeliest moves, in rotation.
  @Test func theThreeLikeliestMovesTakeTurns() throws {
    var dialogue = try dialogue()
    let likeliest = MovePlausibility(of: .start, after: nil).moves
      .sorted { $0.probability > $1.probability }.prefix(3).map(\.move)
    var told: [Move] = []
    for _ in 0..<7 {
      let line = try #require(dialogue.read("what can I say").first?.command?.lines.first)
      let words = SpokenText.words(in: line.description)
      let meaning = language.bound(to: dialogue.listening).interpret(words)
      guard case .moves(let moves) = meaning else { throw NoMove(line: line.description) }
      told.append(contentsOf: moves)
    }
    #expect(Set(told) == Set(likeliest) && told.count == 7)
    #expect(Array(told.prefix(4)) == Array(told.dropFirst(3)))
  }

  @Test func theOnlyMoveIsTheOnlyExample() throws {
    var dialogue = try dialogue("7k/8/8/8/8/8/1q6/K7 w - - 0 1")
    let examples: [Message] = ["king takes b two", "king takes the queen", "king takes queen"]
    for example in examples {
      let lines = try #require(dialogue.read("what can I say").first?.command).lines
      #expect(lines.prefix(2) == [example, "take back"])
    }
  }

  private struct NoMove: Error { var line: String }

  @Test func afterTheEndOnlyCommandsCanBeSaid() throws {
    var dialogue = try dialogue()
    for line in ["f3", "e5", "g4", "Qh4"] { _ = dialogue.read(line) }
    #expect(dialogue.read("?").first?.command?.lines.first == "take back")
    #expect(dialogue.read("moves").first?.lines == ["Game over: checkmate, black wins."])
  }

  // MARK: Without a game

  @Test func withoutAGameMovesAreTheOnlyResults() throws {
    var dialogue = ChessDialogue(language: language, mode: .notation)
    #expect(dialogue.read("xyzzy").first?.refusal?.reason == .notUnderstood)
    #expect(dialogue.read("xyzzy").first?.refusal?.confidence == 1)
    #expect(dialogue.read("nf3").first?.notation?.confidence == 1)
    #expect(dialogue.read("nf3").first?.notation?.notations == ["Nf3"])
    #expect(dialogue.read("knight f three").first?.notation?.notations == ["Nf3"])
    #expect(dialogue.read("status").first?.command?.lines == [])
    #expect(dialogue.read("board").first?.refusal?.reason == .notUnderstood)
    for line in try #require(dialogue.read("?").first?.command).lines.map(\.description) {
      let meaning = language.bound(to: .anyMove).interpret(SpokenText.words(in: line))
      #expect(meaning.isPossible, "\(line)")
    }
  }

  @Test func afterTheEndANewGameBeginsAtOnce() throws {
    var dialogue = try dialogue()
    for line in ["f3", "e5", "g4", "Qh4#"] { _ = dialogue.read(line) }
    try #require(dialogue.game.outcome != nil)
    _ = dialogue.read("new game")
    #expect(dialogue.question == nil && dialogue.game == Game())
  }
}
