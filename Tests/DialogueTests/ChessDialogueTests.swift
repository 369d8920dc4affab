import Chess
import ChessLanguage
import DialogueTestSupport
import LanguageModel
import TestSupport
import Testing

@testable import Dialogue

@Suite struct ChessDialogueTests {
  private let language: ChessLanguage

  init() throws { language = try UnpronouncedLanguage.shared.get() }

  private func dialogue(_ fen: String? = nil) throws -> ChessDialogue {
    let game = try fen.map { Game(start: try Position(fen: $0)) } ?? Game()
    return ChessDialogue(language: language, game: game)
  }

  private func heard(_ text: String, _ confidence: Double = 0.9) -> HeardPhrase {
    HeardPhrase(text.split(separator: " ").map(String.init), confidence: confidence)
  }

  /// Two knights that reach d2.
  private let twoKnights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 12"
  /// White mates on e8, or gives check there with a promotion to less.
  private let mateInOne = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 30"

  // MARK: Moves

  @Test func aMoveIsPlayedAndReported() throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([heard("knight f three", 0.8)])
    guard case .move(let report) = try #require(responses.first), responses.count == 1 else {
      Issue.record("\(responses)")
      return
    }
    #expect(report.text == "knight f three")
    #expect(report.san == "Nf3")
    #expect(report.uci == "g1f3")
    #expect(report.number == 1)
    #expect(report.color == .white)
    #expect(report.confidence == 0.8)
    #expect(report.fen == "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")
    #expect(!report.isCheck && !report.isMate && !report.isDraw)
    #expect(dialogue.game.sans == ["Nf3"])
    #expect(dialogue.listening == .position(dialogue.game.position))
  }

  @Test func mateEndsTheGameAndIsToldAfterTheMove() throws {
    var dialogue = try dialogue(mateInOne)
    let responses = dialogue.hear([heard("rook e eight mate")])
    try #require(responses.count == 2)
    guard case .move(let report) = responses[0], case .game(let game) = responses[1] else {
      Issue.record("\(responses)")
      return
    }
    #expect(report.san == "Re8#")
    #expect(report.isCheck && report.isMate)
    #expect(game.outcome == .checkmate(winner: .white))
    #expect(game.result == .whiteWins)
  }

  @Test func stalemateIsADraw() throws {
    var dialogue = try dialogue("7k/8/8/6Q1/8/8/8/K7 w - - 0 60")
    let responses = dialogue.hear([heard("queen g six")])
    let report = try #require(responses.first?.move)
    #expect(report.isDraw && !report.isCheck)
    let game = try #require(responses.last?.game)
    #expect(game.outcome == .draw(.stalemate))
  }

  /// How sure it must be: the more cautious, the surer.
  @Test(arguments: [(0, 0), (0.5, 0.65), (1, 0.95), (2, 0.95), (-1, 0)] as [(Double, Double)])
  func cautionSaysHowSureItMustBe(caution: Double, acceptance: Double) throws {
    let policy = DialoguePolicy(caution: caution)
    #expect(abs(policy.acceptance - acceptance) < 1e-9)
    #expect(policy.margin == 0.2 && policy.choice == 0.02 && policy.contradiction == 0.75)
    #expect(DialoguePolicy().acceptance == 0.5)
  }

  @Test(arguments: [
    ("knight e five", " (no knight can go there)"), ("king e two", " (no king can go there)"),
    ("e five", " (no pawn can go there)"), ("castles kingside", " (castling is not possible now)"),
    ("e two e five", ""),
  ])
  func whyAMoveIsNotLegalIsTold(text: String, obstacle: String) throws {
    var dialogue = try dialogue()
    let refusal = try #require(refused(dialogue.hear([heard(text)])))
    #expect(refusal.reason == .notLegal)
    #expect(refusal.message == "That is not legal here: \(text)\(obstacle).")
  }

  /// Neither a refusal nor a repetition is what is repeated.
  @Test func whatWasToldLastIsRepeated() throws {
    var dialogue = try dialogue()
    let played = dialogue.read("e4")
    _ = dialogue.hear([heard("knight e five")])
    #expect(Array(dialogue.read("repeat").dropFirst()) == played)
    #expect(Array(dialogue.read("repeat").dropFirst()) == played)
  }

  /// What is typed leaves no doubt.
  @Test func whatIsTypedIsSure() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("e4").first?.move?.confidence == 1)
    #expect(dialogue.read("e seven e five").first?.move?.confidence == 1)
    _ = dialogue.read("fen \(twoKnights)")
    #expect(dialogue.question?.confidence == 1)
    #expect(dialogue.read("y").first?.command?.confidence == 1)
  }

  @Test func hypothesesThatMeanTheSameCountTogether() throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([
      heard("knight f three", 0.3), heard("knight to f three", 0.3), heard("knight h three", 0.1),
    ])
    guard case .move(let report) = try #require(responses.first) else {
      Issue.record("\(responses)")
      return
    }
    #expect(report.san == "Nf3")
    #expect(abs(report.confidence - 0.6) < 1e-9)
    #expect(report.text == "knight f three")
  }

  @Test func aWordThatContradictsTheMoveLowersIt() throws {
    var quiet = try dialogue()
    guard case .move(let report) = quiet.hear([heard("e four check", 0.8)]).first
    else {
      Issue.record("not played")
      return
    }
    #expect(report.san == "e4")
    #expect(abs(report.confidence - 0.6) < 1e-9)

    var mate = try dialogue(mateInOne)
    guard
      case .move(let claimed) = try #require(mate.hear([heard("rook e eight check", 0.8)]).first)
    else {
      Issue.record("not played")
      return
    }
    #expect(claimed.confidence == 0.8, "mate is check as well")
  }

  @Test(arguments: [
    (Refusal.Reason.notUnderstood, ""),
    (.notUnderstood, "two flat whites please"),
    (.notLegal, "knight e five"),
    (.notLegal, "king takes queen"),
  ])
  func whatIsNoMoveHereIsRefused(reason: Refusal.Reason, text: String) throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear(text.isEmpty ? [] : [heard(text)])
    #expect(refused(responses)?.reason == reason)
    #expect(refused(responses)?.text == text)
    #expect(dialogue.game == Game())
  }

  @Test func whatIsUnsureIsRefusedAndNamed() throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([heard("e four", 0.3), heard("d four", 0.05)])
    let refusal = try #require(refused(responses))
    #expect(refusal.reason == .uncertain)
    #expect(refusal.move?.uci == "e2e4")
    #expect(refusal.confidence == 0.3)
  }

  // MARK: Questions

  @Test(arguments: [
    ("first", 0), ("second", 1), ("knight b d two", nil), ("knight f d two", nil),
  ])
  func anAmbiguousMoveIsAskedAbout(answer: String, index: Int?) throws {
    var dialogue = try dialogue(twoKnights)
    let responses = dialogue.hear([heard("knight d two")])
    guard case .ask(let question) = try #require(responses.first),
      case .choice(let moves) = question.subject
    else {
      Issue.record("\(responses)")
      return
    }
    #expect(Set(moves.map(\.uci)) == ["b1d2", "f3d2"])
    #expect(question.choices.count == 2)
    #expect(question.prompt.contains(" or "))
    #expect(dialogue.listening == .choice(moves, dialogue.game.position))

    guard case .move(let report) = try #require(dialogue.hear([heard(answer)]).first) else {
      Issue.record("not answered")
      return
    }
    if let index {
      #expect(report.move == moves[index])
    } else {
      #expect(report.uci == (answer.contains(" b ") ? "b1d2" : "f3d2"))
    }
    #expect(dialogue.question == nil)
  }

  @Test func noWithdrawsAQuestion() throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.hear([heard("knight d two")])
    #expect(refused(dialogue.hear([heard("no")]))?.reason == .declined)
    #expect(dialogue.question == nil)
    #expect(dialogue.game.moves.isEmpty)
  }

  @Test func whatDoesNotAnswerLeavesTheQuestionOpen() throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.hear([heard("knight d two")])
    let question = try #require(dialogue.question)
    for (hypotheses, reason) in [
      ([], Refusal.Reason.notUnderstood), ([heard("first", 0.1)], .uncertain),
    ] {
      let responses = dialogue.hear(hypotheses)
      #expect(responses.first?.refusal?.reason == reason)
      #expect(responses.dropFirst() == [.ask(question)], "it is shown again")
    }
    #expect(dialogue.question == question)
  }

  @Test func aQuestionLapses() throws {
    var dialogue = try dialogue(twoKnights)
    #expect(dialogue.lapse().isEmpty)
    _ = dialogue.hear([heard("knight d two")])
    #expect(refused(dialogue.lapse())?.reason == .lapsed)
    #expect(dialogue.listening == .position(dialogue.game.position))
    #expect(dialogue.lapse().isEmpty)
  }

  @Test(arguments: [(0.45, 0.40), (0.54, 0.46), (0.30, 0.25)])
  func nearOnesAreAskedAbout(first: Double, second: Double) throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([heard("d four", first), heard("b four", second)])
    guard case .ask(let question) = try #require(responses.first) else {
      Issue.record("\(responses)")
      return
    }
    #expect(question.subject == .choice([Move(uci: "d2d4"), Move(uci: "b2b4")].compactMap { $0 }))
    #expect(question.confidence == first)
  }

  @Test func oneThatIsFarAheadIsPlayed() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("d four", 0.65), heard("b four", 0.3)])
    #expect(dialogue.game.sans == ["d4"])
  }

  // MARK: Commands

  @Test func takingBack() throws {
    var dialogue = try dialogue()
    #expect(refused(dialogue.hear([heard("take back")]))?.reason == .nothingToUndo)
    _ = dialogue.hear([heard("e four")])
    let responses = dialogue.hear([heard("undo")])
    let report = try #require(responses.first?.command)
    #expect(report.command == .undo)
    #expect(report.lines == ["1. e4"])
    let game = try #require(responses.last?.game)
    #expect(game.moves.isEmpty)
    #expect(dialogue.game == Game())
  }

  @Test func resigningAsksAndIsTakenBackWithoutAMove() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("e four")])
    guard case .ask(let question) = try #require(dialogue.hear([heard("resign")]).first) else {
      Issue.record("not asked")
      return
    }
    #expect(question.subject == .confirmation(.resign))
    #expect(question.prompt == "black resigns?")
    #expect(dialogue.listening == .confirmation(.resign))
    let responses = dialogue.hear([heard("yes")])
    let game = try #require(responses.last?.game)
    #expect(game.outcome == .resignation(winner: .white))
    #expect(refused(dialogue.hear([heard("e five")]))?.reason == .gameOver)
    #expect(refused(dialogue.hear([heard("draw")]))?.reason == .gameOver)
    _ = dialogue.hear([heard("undo")])
    #expect(dialogue.game.outcome == nil)
    #expect(dialogue.game.moves.count == 1)
  }

  @Test func aNewGameAsksAndIsAnotherGame() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("e four")])
    _ = dialogue.hear([heard("new game")])
    #expect(refused(dialogue.hear([heard("no")]))?.reason == .declined)
    #expect(dialogue.game.moves.count == 1)
    _ = dialogue.hear([heard("new game")])
    let number = dialogue.gameNumber
    let responses = dialogue.hear([heard("yes")])
    #expect(dialogue.game == Game())
    #expect(dialogue.gameNumber == number + 1)
    let report = try #require(responses.first?.command)
    #expect(report.command == .newGame)
  }

  @Test func aNewGameIsBegunAtOnceWhereNothingIsLost() throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([heard("new game")])
    #expect(responses.count == 2 && dialogue.question == nil)
    let game = try #require(responses.last?.game)
    #expect(game.moves.isEmpty)
    // It is still the first one: there is no game to be kept.
    #expect(dialogue.gameNumber == 0)
  }

  @Test func aDrawThatCanBeClaimedIsADrawAtOnce() throws {
    var dialogue = try dialogue()
    for _ in 1...2 {
      for move in ["knight f three", "knight f six", "knight g one", "knight g eight"] {
        _ = dialogue.hear([heard(move)])
      }
    }
    guard case .game(let game) = try #require(dialogue.hear([heard("draw")]).last) else {
      Issue.record("not drawn")
      return
    }
    #expect(game.outcome == .draw(.threefoldRepetition))
  }

  @Test func aDrawByAgreementAsks() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("draw")])
    #expect(dialogue.listening == .confirmation(.draw))
    _ = dialogue.hear([heard("yes")])
    #expect(dialogue.game.outcome == .draw(.agreement))
  }

  @Test func showingRepeatingAndHelping() throws {
    var dialogue = try dialogue()
    #expect(refused(dialogue.hear([heard("repeat")]))?.reason == .nothingToRepeat)
    let move = dialogue.hear([heard("e four")])
    let again = dialogue.hear([heard("repeat")])
    #expect(Array(again.dropFirst()) == move)
    let board = try #require(dialogue.hear([heard("show the board")]).first?.command)
    #expect(board.lines.count == 9)
    #expect(board.lines[4] == "4  . . . .(P). . .")
    guard case .command(let help) = try #require(dialogue.hear([heard("what can i say")]).first)
    else {
      Issue.record("no help")
      return
    }
    #expect(help.lines.contains("take back"))
    // What it says can be said.
    for line in help.lines.map(\.description) {
      #expect(
        language.bound(to: dialogue.listening).interpret(SpokenText.words(in: line)) != .nothing)
    }
  }

  // MARK: Openings

  @Test func anOpeningIsPutOnTheBoardFromItsBeginning() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("d four")])
    let responses = dialogue.hear([heard("play the albin counter gambit")])
    guard case .opening(let report) = try #require(responses.first) else {
      Issue.record("\(responses)")
      return
    }
    #expect(dialogue.game.sans == ["d4", "d5", "c4", "e5"])
    #expect(report.moves == ["1... d5", "2. c4", "2... e5"])
    #expect(report.opening.eco == "D08")
    #expect(
      refused(dialogue.hear([heard("play the albin counter gambit")]))?.reason
        == .openingElsewhere)
    _ = dialogue.hear([heard("undo")])
    #expect(dialogue.game.sans == ["d4", "d5", "c4"])
  }

  @Test func anOpeningIsRefusedElsewhere() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("e four")])
    let refusal = try #require(refused(dialogue.hear([heard("play the albin counter gambit")])))
    #expect(refusal.reason == .openingElsewhere)
    #expect(refusal.message.contains("not its beginning"))
    #expect(dialogue.game.sans == ["e4"])
  }

  @Test func aMoveNamesItsOpening() throws {
    var dialogue = try dialogue()
    for move in ["e four", "e six", "d four"] { _ = dialogue.hear([heard(move)]) }
    let report = try #require(dialogue.hear([heard("d five")]).first?.move)
    #expect(report.opening?.name.hasPrefix("French Defense") == true)
  }

  // MARK: Typing

  @Test(arguments: [
    ("e2e4", "e4"), ("Nf3", "Nf3"), ("knight f three", "Nf3"), ("Knight to F3!", "Nf3"),
    ("  e4 ", "e4"), ("g1f3", "Nf3"),
  ])
  func aMoveCanBeTyped(line: String, san: String) throws {
    var dialogue = try dialogue()
    guard case .move(let report) = try #require(dialogue.read(line).first) else {
      Issue.record("\(line) not played")
      return
    }
    #expect(report.san == san)
    #expect(report.confidence == 1)
  }

  @Test func aMoveThatIsHeardAndNotLegalIsToldAsSuch() throws {
    var dialogue = try dialogue()
    let refusal = try #require(
      refused(dialogue.hear([heard("queen h five", 0.8), heard("pawn a three", 0.1)])))
    #expect(refusal.reason == .notLegal)
    #expect(refusal.text == "queen h five")
    #expect(refusal.message == "That is not legal here: queen h five (no queen can go there).")
    #expect(refusal.confidence == 0.8)
    #expect(dialogue.game.moves.isEmpty)
    // The ways to say it count together, and stand against what is legal.
    let split = [
      heard("pawn a three", 0.5), heard("queen h five", 0.3), heard("queen to h five", 0.25),
    ]
    #expect(refused(dialogue.hear(split))?.reason == .notLegal)
    // A near tie is neither.
    let near = [heard("pawn a three", 0.5), heard("queen h five", 0.45)]
    #expect(refused(dialogue.hear(near))?.reason == .uncertain)
    #expect(dialogue.game.moves.isEmpty)
    let far = [heard("pawn a three", 0.8), heard("queen h five", 0.1)]
    guard case .move(let report) = try #require(dialogue.hear(far).first) else {
      Issue.record("not played")
      return
    }
    #expect(report.san == "a3")
  }

  @Test func inCheckThatIsTheReason() throws {
    var dialogue = try dialogue("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1")
    #expect(
      refused(dialogue.hear([heard("rook a four", 0.9)]))?.message
        == "That is not legal here: rook a four (the king is in check).")
  }

  @Test func typedMovesThatAreNotLegalAreRefused() throws {
    var dialogue = try dialogue()
    #expect(refused(dialogue.read("e2e5"))?.reason == .notLegal)
    #expect(refused(dialogue.read("Nf6"))?.reason == .notLegal)
    #expect(refused(dialogue.read("Nf6"))?.message == "That is not legal here: Nf6.")
    #expect(refused(dialogue.read("Nf6"))?.text == "Nf6")
    #expect(refused(dialogue.read("bla"))?.reason == .notUnderstood)
    #expect(dialogue.read("").isEmpty)
    #expect(dialogue.read("   ").isEmpty)
    #expect(refused(dialogue.read(String(repeating: "x ", count: 5_000)))?.reason == .notUnderstood)
    var knights = try self.dialogue(twoKnights)
    _ = knights.read("Nd2")
    let typed = try #require(knights.question)
    _ = knights.read("no")
    _ = knights.hear([heard("knight d two")])
    #expect(knights.question?.prompt == typed.prompt && knights.question?.sans == typed.sans)
    #expect(knights.game.moves.isEmpty)
  }

  @Test func aTypedMoveNeedNotAnswerTheQuestion() throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.hear([heard("knight d two")])
    _ = dialogue.read("Kf2")
    #expect(dialogue.game.sans == ["Kf2"])
    #expect(dialogue.question == nil)
  }

  // MARK: Without a game

  @Test func withoutAGameMovesAreNotation() throws {
    var dialogue = ChessDialogue(language: language, mode: .notation)
    #expect(dialogue.listening == .anyMove)
    guard
      case .notation(let report) = try #require(
        dialogue.hear([heard("knight takes f seven check")]).first)
    else {
      Issue.record("no notation")
      return
    }
    #expect(report.notations == ["Nxf7+"])
    #expect(report.text == "knight takes f seven check")
    #expect(dialogue.game == Game())
    guard case .notation(let words) = dialogue.hear([heard("two flat whites please")]).first else {
      Issue.record("no words")
      return
    }
    #expect(words.text == "two flat whites please")
    #expect(words.notations.isEmpty)
    #expect(refused(dialogue.hear([heard("e four", 0.1)]))?.reason == .uncertain)
    #expect(refused(dialogue.hear([]))?.reason == .notUnderstood)
  }

  @Test func whatCanBeSaidIsBoundToWhatIsListenedFor() throws {
    var dialogue = ChessDialogue(language: language)
    for line in ["e4", "resign", "no", "e5", "Nf3", "undo", "new game", "yes", "d4", "xyz", "draw"]
    {
      _ = dialogue.read(line)
      #expect(dialogue.bound.listening == dialogue.listening, "\(line)")
      #expect(
        dialogue.bound.grammar == language.bound(to: dialogue.listening).grammar, "\(line)")
    }
    #expect(dialogue.question != nil)
    _ = dialogue.lapse()
    #expect(dialogue.bound.listening == .position(dialogue.game.position))
  }

  private func refused(_ responses: [Response]) -> Refusal? {
    guard case .refused(let refusal) = responses.first, responses.count == 1 else { return nil }
    return refusal
  }
}
