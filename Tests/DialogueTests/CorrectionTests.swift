import Chess
import ChessLanguage
import DialogueTestSupport
import TestSupport
import Testing

@testable import Dialogue

/// A correction in one breath.
@Suite struct CorrectionTests {
  private func opponent(_ side: Color) -> Opponent {
    Opponent(side: side, strength: .level(1), name: "toy")
  }

  @Test(arguments: [
    ("no knight f three", "Nf3"), ("I meant knight f three", "Nf3"), ("sorry e four", "e4"),
    ("no i meant echo four", "e4"), ("not d four e four", "e4"), ("not d four but e four", "e4"),
    ("not pawn d four knight f three", "Nf3"), ("i said knight to f three", "Nf3"),
  ])
  func aSpokenCorrectionReplacesTheLastMove(said: String, san: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("d4")
    let responses = dialogue.hear([heard(said.lowercased())])
    #expect(responses.first?.command?.command == .undo)
    #expect(responses.first?.command?.lines == ["1. d4"])
    #expect(responses.last?.move?.san == san && responses.count == 2)
    #expect(dialogue.game.sans == [san])
    #expect(try PGN.games(in: PGN(dialogue.game).text, limit: 1).first?.game == dialogue.game)
  }

  @Test(arguments: [
    ("make it Nf3", "Nf3"), ("change that to e4", "e4"), ("Nf3 instead", "Nf3"),
    ("e four instead", "e4"), ("my mistake, c4", "c4"), ("no, Nf3 instead", "Nf3"),
  ])
  func aTypedCorrectionReplacesTheLastMove(line: String, san: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("d4")
    #expect(dialogue.read(line).first?.command?.lines == ["1. d4"])
    #expect(dialogue.game.sans == [san])
  }

  @Test func aMoveTakenBackIsPlayedAgain() throws {
    var dialogue = try dialogue()
    let nothing = dialogue.read("redo").first?.refusal
    #expect(nothing?.message.description == "No move was just taken back.")
    for line in ["e4", "take back", "redo"] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["e4"])
    for line in ["take back", "e3", "redo"] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["e3"])
    for line in ["e5", "take back", "take back", "redo", "redo"] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["e3", "e5"])
    #expect(dialogue.read("redo").first?.refusal?.reason == .nothingToUndo)
    // Against an opponent it is the player's move, and the opponent thinks again.
    var playing = try DialogueTests.dialogue(opponent: opponent(.black))
    _ = playing.read("e4")
    for line in ["take back", "put it back"] { _ = playing.read(line) }
    #expect(playing.game.sans == ["e4"] && playing.isOpponentsTurn)
  }

  @Test(arguments: [
    ("de_DE", "doch spielen"), ("es_ES", "rehacer"), ("fr_FR", "remets-le"), ("it_IT", "rifai"),
    ("nl_NL", "herstel de zet"),
  ])
  func aMoveTakenBackIsPlayedAgainInEveryLanguage(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    for line in ["e4", "undo", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["e4"])
  }

  @Test(arguments: [
    ("de_DE", "Sf3 stattdessen"), ("es_ES", "Cf3 mejor"), ("fr_FR", "plutôt Cf3"),
    ("it_IT", "Cf3 invece"), ("nl_NL", "Pf3 liever"),
  ])
  func aTypedCorrectionIsUnderstoodInEveryLanguage(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    _ = dialogue.read("d4")
    _ = dialogue.read(line)
    #expect(dialogue.game.sans == ["Nf3"])
  }

  @Test(arguments: [
    ("no, play the french", ["e4", "e6"]), ("no, the French defence", ["e4", "e6"]),
    ("I meant the ruy lopez", ["e4", "e5", "Nf3", "Nc6", "Bb5"]),
    ("wrong, the caro kann", ["e4", "c6"]),
  ])
  func anotherOpeningReplacesTheLast(line: String, sans: [String]) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("play the sicilian")
    let responses = dialogue.read(line)
    #expect(responses.first?.command?.lines.map(\.description) == ["1... c5, 1. e4"])
    #expect(dialogue.game.sans == sans && responses.count == 2)
  }

  /// A correction, alone or with a rival, that needs one word more.
  @Test(
    arguments: [
      ([("i meant d four", 0.4), ("i meant b four", 0.3)], ["d4", "b4"], "second"),
      // To mishear it costs two moves, so it needs more than a move does.
      ([("i meant d four", 0.7), ("i meant b four", 0.1)], ["d4", "b4"], "b four"),
      // Nobody means the move that was played.
      ([("i meant e four", 0.7), ("i meant d four", 0.2)], ["d4"], "yes"),
    ] as [([(String, Double)], [String], String)])
  func anUncertainCorrectionIsAsked(
    meanings: [(String, Double)], sans: [String], answer: String
  ) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    let responses = dialogue.hear(meanings.map { heard($0, $1) })
    #expect(responses.first?.command?.command == .undo)
    let moves = try sans.map { try Position.start.move(san: $0) }
    #expect(
      responses.last?.asked?.subject == (moves.count == 1 ? .move(moves[0]) : .choice(moves)))
    #expect(dialogue.game.moves.isEmpty)
    #expect(dialogue.hear([heard(answer)]).first?.move?.san == sans.last)
  }

  @Test(
    arguments: [
      [("i meant d four", 0.8), ("i meant b four", 0.1)],
      // The rival is too unlikely to be offered.
      [("i meant d four", 0.7), ("i meant b four", 0.01)],
    ] as [[(String, Double)]])
  func aCertainCorrectionIsPlayed(meanings: [(String, Double)]) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    _ = dialogue.hear(meanings.map { heard($0, $1) })
    #expect(dialogue.game.sans == ["d4"])
  }

  @Test(arguments: ["no knight f three", "i meant knight f three", "sorry knight to f three"])
  func withNothingToCorrectItIsJustTheMove(said: String) throws {
    for isTyped in [false, true] {
      var dialogue = try dialogue()
      let responses = isTyped ? dialogue.read(said) : dialogue.hear([heard(said)])
      #expect(responses.first?.move?.san == "Nf3" && responses.count == 1)
    }
    // Heard with a doubt, it supports the move without the "no".
    let meanings = try dialogue().meanings
    let words = said.split(separator: " ").map(String.init)
    let move = meanings.meaning(["knight", "f", "three"])?.meaning
    #expect(meanings.meaning(words)?.meaning == move)
    var refusing = try DialogueTests.dialogue()
    #expect(refusing.hear([heard("no knight f six")]).first?.refusal?.reason == .notLegal)
  }

  /// The knight could not have gone there before the pawn's move, either.
  @Test(arguments: ["no knight d four", "I meant knight d four", "not d four knight d four"])
  func anIllegalCorrectionIsRefusedWithTheReason(said: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("d4")
    let told = [dialogue.hear([heard(said.lowercased(), 0.9)]), dialogue.read(said)]
      .map { $0.first?.refusal }
    for (refusal, confidence) in zip(told, [0.9, 1]) {
      #expect(refusal?.reason == .notLegal && refusal?.confidence == confidence)
      #expect(refusal?.message.description.hasSuffix("(no knight can go there).") == true)
    }
    #expect(dialogue.game.sans == ["d4"])
  }

  @Test(arguments: [
    "no, e4", "no, e four", "No e2e4", "I meant e4", "not d4, e4", "not d4 but e4", "sorry, e4!",
    "no, I meant e4",
  ])
  func aTypedCorrectionReplacesTheLastMove(line: String) throws {
    for isProgram in [false, true] {
      var dialogue = try dialogue()
      _ = dialogue.read("d4")
      _ = dialogue.read(line, fromProgram: isProgram)
      #expect(dialogue.game.sans == ["e4"], "\(line)")
    }
  }

  /// With two players at one board, the last mover corrects; the other's move stays.
  @Test func onlyTheLastMoveIsReplaced() throws {
    var dialogue = try dialogue()
    for line in ["e4", "e5", "no, c5"] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["e4", "c5"])
  }

  /// It is about the move that was just taken back or declined, not about an earlier one.
  @Test(arguments: [
    ("no, Nc3", "no knight c three"), ("I meant knight c three", "i meant knight c three"),
    ("not Nf3 but Nc3", "not knight f three but knight c three"),
  ])
  func aCorrectionAfterUndoOrNoIsPlayed(typed: String, said: String) throws {
    let game = try #require(PGN.games(in: "1. e4 e5 *", limit: 1).first).game
    for isDeclined in [false, true] {
      for opponent in [nil, opponent(.black)] {
        var dialogue = ChessDialogue(
          language: try UnpronouncedLanguage.shared.get(), game: game, opponent: opponent)
        _ = dialogue.hear([heard("knight f three", isDeclined ? 0.45 : 1)])
        _ = dialogue.read(isDeclined ? "no" : "undo")
        try #require(dialogue.game.sans == ["e4", "e5"] && dialogue.question == nil)
        #expect(
          dialogue.languageModel.grammar.accepts(said.split(separator: " ").map(String.init)))
        var other = dialogue
        _ = dialogue.read(typed)
        #expect(dialogue.game.sans == ["e4", "e5", "Nc3"])
        _ = other.hear([heard(said)])
        #expect(other.game.sans == ["e4", "e5", "Nc3"])
      }
    }
  }

  /// A new game begins in the same position.
  @Test func aNewGameForgetsTheMoveTakenBack() throws {
    var dialogue = try dialogue()
    for line in ["e4", "undo", "d4", "new game", "yes"] { _ = dialogue.read(line) }
    #expect(dialogue.correctable == nil)
  }

  @Test func correctingAMoveTakesBackTheOpponentsReply() throws {
    var dialogue = try dialogue(opponent: opponent(.black))
    _ = dialogue.read("d4")
    // While the engine thinks, and after its reply.
    _ = dialogue.hear([heard("no e four")])
    #expect(dialogue.game.sans == ["e4"])
    let task = try #require(dialogue.task)
    let reply = EngineAnswer(move: try #require(Move(uci: "e7e5")), score: 0, engine: "toy")
    _ = dialogue.take(.success(reply), to: task)
    try #require(dialogue.game.sans == ["e4", "e5"])
    let responses = dialogue.hear([heard("no c four")])
    #expect(responses.first?.command?.lines == ["1... e5, 1. e4"])
    #expect(dialogue.game.sans == ["c4"])
    #expect(dialogue.task?.game == dialogue.game)
  }

  @Test func theOpponentsMoveCannotBeCorrected() throws {
    var dialogue = try dialogue(opponent: opponent(.white))
    let task = try #require(dialogue.task)
    let move = EngineAnswer(move: try #require(Move(uci: "e2e4")), score: 0, engine: "toy")
    _ = dialogue.take(.success(move), to: task)
    #expect(dialogue.read("no, c5").first?.move?.san == "c5")
    #expect(dialogue.game.sans == ["e4", "c5"])
  }

  @Test func anIllegalCorrectionChangesNothing() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("d4")
    let refusal = dialogue.read("no, Nf6").first?.refusal
    #expect(refusal?.reason == .notLegal)
    #expect(refusal?.message == "That is not legal here: Nf6 (only Black can play that).")
    #expect(dialogue.game.sans == ["d4"])
    // The played move itself is no correction, and "not" can name only that one.
    #expect(dialogue.read("no, d4").first?.refusal?.reason == .declined)
    #expect(dialogue.read("not c4, e4").first?.refusal?.reason == .notUnderstood)
    #expect(dialogue.hear([heard("not c four e four")]).first?.refusal != nil)
    #expect(dialogue.game.sans == ["d4"])
  }

  @Test func aCorrectionAnswersAQuestion() throws {
    for line in ["no knight f three", "sorry knight f three"] {
      var dialogue = try dialogue()
      _ = dialogue.read("e4")
      _ = dialogue.read("e5")
      _ = dialogue.read("resign")
      try #require(dialogue.question != nil)
      _ = dialogue.hear([heard(line)])
      #expect(dialogue.game.sans == ["e4", "e5", "Nf3"] && dialogue.question == nil)
    }
  }

  @Test(arguments: ["no", "cancel", "never mind", "not that"])
  func decliningClosesAQuestionWithoutAMove(line: String) throws {
    var dialogue = try ChessDialogue(
      language: UnpronouncedLanguage.shared.get(), game: Game(start: Position(fen: twoKnights)))
    _ = dialogue.read("nd2")
    try #require(dialogue.question != nil)
    #expect(refused(dialogue.hear([heard(line)]))?.reason == .declined)
    #expect(dialogue.question == nil && dialogue.game.moves.isEmpty)
  }

  @Test func aCorrectionThatFitsTwoMovesIsAskedAbout() throws {
    var dialogue = try ChessDialogue(
      language: UnpronouncedLanguage.shared.get(), game: Game(start: Position(fen: twoKnights)))
    _ = dialogue.read("Kd1")
    let responses = dialogue.hear([heard("no knight d two")])
    #expect(responses.first?.command?.command == .undo && dialogue.question?.sans.count == 2)
    #expect(dialogue.game.moves.isEmpty)
    _ = dialogue.read("2")
    #expect(dialogue.game.moves.count == 1)
  }

  /// It comes last both in a question and for the recognizer.
  @Test func theMoveTakenBackIsOfferedLast() throws {
    for line in ["undo", "no, Kd1"] {
      var dialogue = try ChessDialogue(
        language: UnpronouncedLanguage.shared.get(), game: Game(start: Position(fen: twoKnights)))
      let before = dialogue.meanings.meaning(["knight", "b", "d", "two"])?.preference ?? 0
      _ = dialogue.read("Nbd2")
      _ = dialogue.read(line)
      if line != "undo" { _ = dialogue.read("undo") }
      let after = dialogue.meanings.meaning(["knight", "b", "d", "two"])?.preference ?? 0
      #expect(after < before - 2)
      _ = dialogue.hear([heard("knight d two")])
      #expect(dialogue.question?.sans == ["Nfd2", "Nbd2"])
    }
  }

  @Test func theDeclinedMoveIsOfferedLast() throws {
    var dialogue = try ChessDialogue(
      language: UnpronouncedLanguage.shared.get(), game: Game(start: Position(fen: twoKnights)))
    func preference() -> Double {
      dialogue.meanings.meaning(["knight", "b", "d", "two"])?.preference ?? 0
    }
    let before = preference()
    _ = dialogue.hear([heard("knight b d two", 0.45)])
    _ = dialogue.hear([heard("no")])
    #expect(preference() < before - 2)
    _ = dialogue.hear([heard("knight d two")])
    #expect(dialogue.question?.sans == ["Nfd2", "Nbd2"])
    // Both are declined; typed, either is still played.
    _ = dialogue.read("no")
    _ = dialogue.read("Nbd2")
    #expect(dialogue.game.sans == ["Nbd2"])
  }

  @Test func aNearTieOfCorrectionsIsAskedAbout() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("d4")
    _ = dialogue.hear([heard("no e four", 0.51), heard("no b four", 0.45)])
    #expect(dialogue.question?.sans == ["e4", "b4"] && dialogue.game.moves.isEmpty)
  }

  /// A position's language has corrections only if there is a move to correct.
  @Test func theGrammarHasCorrectionsOnlyAfterAMove() throws {
    var dialogue = try dialogue()
    let words = ["no", "knight", "f", "three"]
    #expect(!dialogue.languageModel.grammar.accepts(words))
    _ = dialogue.read("d4")
    #expect(dialogue.languageModel.grammar.accepts(words))
    #expect(dialogue.languageModel.grammar.accepts(["not", "d", "four", "e", "four"]))
    #expect(!dialogue.languageModel.grammar.accepts(["not", "c", "four", "e", "four"]))
    #expect(dialogue.meanings.meaning(words)?.isAllowed == true)
    #expect(dialogue.meanings.background?.grammar.accepts(words) == true)
  }
}
