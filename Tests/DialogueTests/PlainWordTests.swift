import Chess
import DialogueTestSupport
import Testing

@testable import Dialogue

/// Plain sentences of players, and true answers to them.
@Suite(.tags(.hardwareFree)) struct PlainWordTests {
  private func answer(_ dialogue: inout ChessDialogue, _ line: String) -> String {
    dialogue.read(line).flatMap { $0.lines }.map(\.description).joined(separator: " ")
  }

  @Test(arguments: [
    ("es_ES", "mi caballo a f3", "Nf3"), ("es_ES", "mi peón a e4", "e4"),
    ("fr_FR", "mon cavalier en f3", "Nf3"), ("it_IT", "il mio cavallo in f3", "Nf3"),
    ("nl_NL", "mijn paard naar f3", "Nf3"), ("de_DE", "mein Springer nach f3", "Nf3"),
  ])
  func onesOwnPieceGoesToASquare(locale: String, line: String, san: String) throws {
    var dialogue = try packDialogue(locale)
    _ = dialogue.read(line)
    #expect(dialogue.game.sans == [san])
  }

  @Test(arguments: ["what can I play", "what can I take", "where can my queen go", "moves n"])
  func noMovesAreListedOnTheOpponentsTurn(line: String) throws {
    var dialogue = try dialogue(opponent: Opponent(side: .black, strength: .level(1), name: "toy"))
    _ = dialogue.read("e4")
    #expect(answer(&dialogue, line).contains("It is the opponent's move; wait for it."))
    let polled = dialogue.read("moves", fromProgram: true).first?.command
    #expect(polled?.lines.count == 20)
  }

  @Test func theMovesOfASideAreListedOnItsTurn() throws {
    var dialogue = try dialogue("4k3/P7/8/8/8/8/8/4K3 b - - 0 40")
    #expect(answer(&dialogue, "what can black play").contains("Kd7 Ke7 Kf7"))
    #expect(answer(&dialogue, "what can white do").contains("Black to move."))
    #expect(answer(&dialogue, "what can black take").contains("Nothing can be taken."))
  }

  @Test(arguments: [
    ("is e2 empty", "e2: white pawn."), ("is e4 free", "e4 is empty."),
    ("what is e2", "white pawn"), ("is there a piece on e2", "white pawn"), ("the e file", "e2"),
    ("e9", "There is no square e9."), ("Ni4", "There is no square i4."),
    ("what's on i4", "There is no square i4."),
    ("y", "Nothing was asked"), ("n", "Nothing was asked"),
    ("claim a draw by repetition", "No draw can be claimed."),
    ("threefold repetition", "No draw can be claimed."),
  ])
  func plainQuestionsHaveTrueAnswers(line: String, said: String) throws {
    var dialogue = try dialogue()
    for move in ["Nf3", "Nf6"] { _ = dialogue.read(move) }
    let answer = answer(&dialogue, line)
    #expect(answer.contains(said), "\(answer)")
  }

  @Test(arguments: [
    ("en_US", "what have I captured", "White has taken: pawn."),
    ("en_US", "what has black captured", "Black has taken: nothing."),
    ("de_DE", "was habe ich geschlagen", "Weiß hat geschlagen: Bauer."),
    ("nl_NL", "wat heb ik geslagen", "Wit heeft geslagen: pion."),
  ])
  func capturesAreTold(locale: String, line: String, said: String) throws {
    var dialogue = try packDialogue(locale)
    for move in ["e4", "d5", "exd5", "e6"] { _ = dialogue.read(move) }
    let lines = dialogue.read(line).first?.command?.lines
    #expect(lines?.map { $0.text(in: dialogue.translation) } == [said])
  }

  @Test(arguments: [
    ("en_US", "what did I just play"), ("de_DE", "was habe ich gerade gespielt"),
    ("fr_FR", "j'ai joué quoi"),
  ])
  func onesOwnLastMoveIsNotTheOpponents(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    for move in ["e4", "e5"] { _ = dialogue.read(move) }
    #expect(answer(&dialogue, line).contains("1... e5"))
    dialogue.opponent = Opponent(side: .black, strength: .level(1), name: "toy")
    #expect(answer(&dialogue, line).contains("1. e4"))
  }

  @Test func germanPiecesStand() throws {
    var dialogue = try packDialogue("de_DE")
    for line in ["wo steht die Dame", "wo stehen die Damen"] {
      #expect(dialogue.read(line).first?.command?.command == .ask(.pieces(.queen)))
    }
  }

  @Test func eitherSideCastlesAsOneself() throws {
    var dialogue = try dialogue("4k3/8/8/8/2b5/8/8/4K2R w K - 0 1")
    #expect(answer(&dialogue, "can white castle") == answer(&dialogue, "can I castle"))
    #expect(dialogue.hear([heard("can i castle")]).first?.command?.text == "can i castle")
    #expect(dialogue.read("can white castle").first?.command?.text == "can white castle")
  }

  @Test func aPromotionKeepsItsNumber() throws {
    var dialogue = try dialogue("4k3/P7/8/8/8/8/8/4K3 w - - 0 40")
    for line in ["a8", "1", "undo", "a8", "1"] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["a8=Q+"])
  }

  @Test func nobodyPromotesForTheOther() throws {
    var dialogue = try dialogue("8/P7/8/8/8/8/k7/7K b - - 0 1")
    #expect(answer(&dialogue, "a8=Q").contains("only White can play that"))
    #expect(answer(&dialogue, "a7=Q").contains("a pawn promotes only on the last rank"))
  }

  @Test(arguments: ["no I don't", "no, don't", "forget it", "cancel that"])
  func aPlainNoClosesAQuestion(line: String) throws {
    var dialogue = try dialogue()
    for line in ["e4", "resign", line] { _ = dialogue.read(line) }
    #expect(dialogue.question == nil && dialogue.game.outcome == nil)
  }

  @Test func levelsGoUpAndDown() throws {
    var dialogue = try dialogue(opponent: Opponent(side: .black, strength: .level(7), name: "toy"))
    for (line, level) in [("harder", 8), ("harder", 8), ("easier", 7)] {
      _ = dialogue.read(line)
      #expect(dialogue.opponent?.strength == .level(level))
    }
  }

  @Test(arguments: [
    ("en_US", "two moves back", 2), ("en_US", "go back two moves", 2),
    ("en_US", "take back one move", 1), ("fr_FR", "deux coups en arrière", 2),
    ("it_IT", "torna indietro di due mosse", 2), ("es_ES", "atrás", 1),
    ("de_DE", "mach den Zug rückgängig", 1), ("de_DE", "nimm meinen Zug zurück", 1),
  ])
  func movesAreTakenBackInPlainWords(locale: String, line: String, count: Int) throws {
    var dialogue = try packDialogue(locale)
    for line in ["e4", "e5", "Nf3", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.moves.count == 3 - count)
  }

  @Test(arguments: ["den zweiten", "der zweite"])
  func germanAnswersHaveTheirCase(line: String) throws {
    var dialogue = try packDialogue("de_DE", twoKnights)
    for line in ["Sd2", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.moves.count == 1)
  }

  @Test(arguments: [
    ("de_DE", "unentschieden"), ("fr_FR", "match nul"), ("es_ES", "empate"),
    ("it_IT", "pareggio"), ("nl_NL", "gelijkspel"),
  ])
  func aDrawHasItsEverydayWord(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    for line in ["e4", line] { _ = dialogue.read(line) }
    #expect(dialogue.question?.subject == .confirmation(.draw))
  }
}
