import Chess
import DialogueTestSupport
import Foundation
import Testing

@testable import Dialogue

/// Typed moves, answers and questions in words that nobody needs to be able to say.
@Suite struct FreeWordTests {
  private static let takers = "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 1 3"
  private static let pieces =
    "r1bqkb1r/ppp2ppp/2np1n2/4p1B1/2B1P3/2NP1N2/PPP2PPP/R2QK2R w KQkq - 0 6"
  private static let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
  private static let promotion = "3r3k/2P1P3/8/8/8/8/5P2/4K3 w - - 0 1"
  private static let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"

  @Test(arguments: [
    (takers, "knight takes on e5", "Nxe5"), (takers, "d takes on e5", "dxe5"),
    (takers, "knight captures on e5", "Nxe5"), (takers, "knight takes the pawn", "Nxe5"),
    (takers, "N takes e5", "Nxe5"), (takers, "knight x e5", "Nxe5"),
    (takers, "d pawn takes pawn", "dxe5"), (takers, "d takes pawn", "dxe5"),
    (takers, "NxP", "Nxe5"), (takers, "um, dxP", "dxe5"), (takers, "I want to play c4", "c4"),
    (takers, "d pawn takes e", "dxe5"), (takers, "d pawn d5", "d5"),
    (takers, "d pawn to d five", "d5"), (takers, "Bishop b5, please", "Bb5"),
    (takers, "the bishop on f1 to b5", "Bb5"), (takers, "knight bd2", "Nbd2"),
    (takers, "the queen goes to d2", "Qd2"), (takers, "queen's bishop to e3", "Be3"),
    (takers, "play Nxe5", "Nxe5"),
    (takers, "play c4", "c4"), (takers, "I play c4", "c4"), (takers, "move my bishop to b5", "Bb5"),
    (pieces, "capture f6", "Bxf6"), (pieces, "bishop takes the knight", "Bxf6"),
    (pieces, "the bishop on c4 takes f7", "Bxf7+"), (pieces, "B takes f7", "Bxf7+"),
    (pieces, "B to d2", "Bd2"), (pieces, "castles king side", "O-O"),
    (pieces, "castle king's side", "O-O"),
    (castling, "queenside castles", "O-O-O"), (castling, "short castles", "O-O"),
    (castling, "king-side castle", "O-O"), (castling, "castle on the queenside", "O-O-O"),
    (castling, "ooo", "O-O-O"), (castling, "castles queen side", "O-O-O"),
    (promotion, "e8 promote to a knight", "e8=N"), (passing, "take en passant", "exd6"),
    ("7k/2P5/8/8/8/8/8/4K3 w - - 0 1", "promote to a queen", "c8=Q+"),
  ])
  func movesInFreeWordsArePlayed(fen: String, line: String, san: String) throws {
    var dialogue = try dialogue(fen)
    let responses = dialogue.read(line)
    #expect(responses.first?.move?.san == san, "\(responses)")
  }

  /// Words that fit several moves open a question. An illegal move gets its reason. The rest means
  /// nothing.
  @Test(
    arguments: [
      (takers, "take e5", ["Nxe5", "dxe5"], nil), (takers, "push the h pawn", ["h3", "h4"], nil),
      (
        takers, "rook takes on e5", [],
        "That is not legal here: rook takes on e five (no rook can go there)."
      ),
      (
        takers, "take d5", [], "That is not legal here: take d5."
      ),
      (
        castling.replacing(" KQkq", with: " kq"), "castles queen side", [],
        "That is not legal here: castles queen side (the right to castle is lost)."
      ),
      (castling, "queenside", [], Self.nothing), (takers, "my knight on e5", [], Self.nothing),
      (takers, "the knight", [], Self.nothing), (takers, "take", [], Self.nothing),
      (takers, "knight takes on e5 f3", [], Self.nothing),
    ] as [(String, String, Set<String>, String?)])
  func otherFreeWordsAreAnswered(
    fen: String, line: String, sans: Set<String>, message: String?
  ) throws {
    var dialogue = try dialogue(fen)
    let responses = dialogue.read(line)
    #expect(Set(dialogue.question?.sans ?? []) == sans)
    #expect(responses.first?.refusal?.message.description == message, "\(responses)")
    #expect(dialogue.game.moves.isEmpty)
  }

  private static let nothing = "That has no meaning here; say \"what can I say\" for examples."

  @Test(arguments: [
    (castling, "castle", "long", "O-O-O"), (castling, "castle", "the long one", "O-O-O"),
    (castling, "castle", "kingside", "O-O"), (castling, "castle", "queen side", "O-O-O"),
    (twoKnights, "Nd2", "knight b1", "Nbd2"), (twoKnights, "Nd2", "knight from b", "Nbd2"),
    (twoKnights, "Nd2", "the b knight", "Nbd2"), (twoKnights, "Nd2", "Nb", "Nbd2"),
    (twoKnights, "Nd2", "Nb1", "Nbd2"), (twoKnights, "Nd2", "the one on f3", "Nfd2"),
    (twoKnights, "Nd2", "the other one", "Nfd2"), (twoKnights, "Nd2", "the last one", "Nfd2"),
    (promotion, "e8", "a queen", "e8=Q+"), (promotion, "e8", "make it a rook", "e8=R+"),
    (promotion, "e8", "promote to a knight", "e8=N"),
  ])
  func answersInFreeWordsChoose(fen: String, line: String, answer: String, san: String) throws {
    var dialogue = try dialogue(fen)
    _ = dialogue.read(line)
    try #require(dialogue.question != nil)
    let responses = dialogue.read(answer)
    #expect(responses.first?.move?.san == san, "\(responses)")
  }

  @Test(arguments: [
    (promotion, "e8", "no, I meant a queen", "e8=Q+"), (promotion, "e8", "no, a rook", "e8=R+"),
    (twoKnights, "Nd2", "no, I meant the b knight", "Nbd2"),
    (twoKnights, "Nd2", "no, the other one", "Nfd2"), (twoKnights, "Nd2", "no, I meant 2", "Nfd2"),
  ])
  func anAnswerMayBeginLikeACorrection(
    fen: String, line: String, answer: String, san: String
  ) throws {
    var dialogue = try dialogue(fen)
    _ = dialogue.read(line)
    try #require(dialogue.question != nil)
    #expect(dialogue.read(answer).first?.move?.san == san)
  }

  @Test(arguments: ["no, undo", "no, take back", "sorry, take it back"])
  func aCommandMayFollowNo(line: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    #expect(dialogue.read(line).first?.command?.command == .undo)
    #expect(dialogue.game.moves.isEmpty)
  }

  @Test(arguments: [
    ("no", "take back\" to undo the last move."), ("wrong", "take back\" to undo the last move."),
    ("that's wrong", "take back\" to undo the last move."),
    ("yes", "what can I say\" for examples."), ("ok", "what can I say\" for examples."),
  ])
  func anAnswerNeedsAQuestion(line: String, advice: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    let message = dialogue.read(line).first?.refusal?.message.description
    #expect(message == "Nothing was asked; say \"" + advice)
  }

  /// Questions about moves are none.
  @Test(arguments: ["moves b1", "what can the knight on b1 do", "am I in check"])
  func questionsAreNoAnswers(line: String) throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.read("Nd2")
    #expect(dialogue.read(line).first?.command != nil)
    #expect(dialogue.question != nil && dialogue.game.moves.isEmpty)
  }

  /// An answer that fits every choice does not answer; a promotion counts as one move.
  @Test func answersThatChooseNothingAreRefused() throws {
    var dialogue = try dialogue(Self.promotion)
    let message = "That fits 2 moves; also say where the piece comes from."
    #expect(dialogue.read("pawn takes rook").first?.refusal?.message.description == message)
    _ = dialogue.read("e8")
    let question = try #require(dialogue.question)
    let responses = dialogue.read("pawn")
    #expect(responses.first?.refusal?.message == "That does not answer the question.")
    #expect(responses.last == .ask(question))
  }

  private static let knights = "1n2k3/3p4/5n2/8/8/8/8/4K3 b - - 0 1"
  private static let free = "1n2k3/8/5n2/8/8/8/8/4K3 b - - 0 1"

  @Test(arguments: [
    (knights, "d5", "sorry, I meant d6", "d6"), (knights, "d5", "oops d6", "d6"),
    (free, "Nfd7", "actually knight bd7", "Nbd7"),
    (free, "Nbd7", "no, I meant the other knight", "Nfd7"),
    (castling, "O-O", "I meant queenside", "O-O-O"),
    (promotion, "e8=Q", "no, I meant a rook", "e8=R+"), (promotion, "e8=Q", "no, knight", "e8=N"),
    (free, "Nfd7", "no, I meant the b knight", "Nbd7"), (knights, "d5", "no, 1... d6", "d6"),
  ])
  func correctionsBeginInManyWays(fen: String, move: String, line: String, san: String) throws {
    var dialogue = try dialogue(fen)
    _ = dialogue.read(move)
    try #require(dialogue.game.moves.count == 1)
    let responses = dialogue.read(line)
    #expect(dialogue.game.sans == [san], "\(responses)")
  }

  @Test func anEndedGameListsNoMoves() throws {
    var dialogue = try dialogue()
    for line in ["e4", "resign", "yes"] { _ = dialogue.read(line) }
    for line in ["moves", "moves n", "what can I take"] {
      let told = dialogue.read(line).first
      #expect(told?.lines == ["Game over: black resigns, white wins."], "\(told?.lines ?? [])")
      #expect(told?.command?.lines == [])
    }
  }

  @Test(arguments: [
    ("what did black play", ["1... e5"]), ("what did white play?", ["1. e4"]),
    ("what was your last move", ["1... e5"]), ("what did I play", ["1. e4"]),
    ("what did my opponent play", ["1... e5"]), ("what is the last move", ["1... e5"]),
    ("repeat the last move", ["1... e5"]), ("which piece is on e4", ["e4: white pawn."]),
    ("what is at e4", ["e4: white pawn."]), ("is it my turn", ["White to move, move 2."]),
    ("what pieces attack e5", ["Nothing attacks e5."]),
  ])
  func playersAskAboutTheGame(question: String, lines: [String]) throws {
    var dialogue = try dialogue()
    for line in ["e4", "e5"] { _ = dialogue.read(line) }
    #expect(dialogue.read(question).first?.lines.map(\.description) == lines)
  }

  @Test(arguments: [
    ("play the sicilian", "Sicilian Defense"),
    ("play the french", "French Defense"), ("play the king's indian", "King's Indian Defense"),
    ("play the queens gambit", "Queen's Gambit"),
    ("play the kings indian", "King's Indian Defense"),
    ("play the sicilian defence", "Sicilian Defense"),
    ("play the dragon", "Sicilian Defense: Dragon Variation"),
    ("play albin countergambit", "Queen's Gambit Declined: Albin"),
    ("play the grünfeld", "Grünfeld Defense"), ("play the vienna", "Vienna Game"),
    ("play the london", "London System"),
  ])
  func openingsHaveShortNames(line: String, name: String) throws {
    var dialogue = try dialogue()
    guard case .opening(let report)? = dialogue.read(line).first else {
      Issue.record("no opening")
      return
    }
    #expect(report.opening.name.hasPrefix(name), "\(report.opening.name)")
  }

  @Test func aSideMayNotHaveMoved() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("what did black play").first?.command?.answer == nil)
    _ = dialogue.read("e4")
    let report = dialogue.read("what did black play").first?.command
    #expect(report?.answer == "Black has not moved yet." && report?.lines == [])
  }

  @Test func aMissingPieceIsNeitherAttackedNorDefended() throws {
    var dialogue = try dialogue(twoKnights)
    let missing = dialogue.read("where is my queen").first?.lines
    #expect(missing != nil && dialogue.read("is my queen attacked").first?.lines == missing)
    #expect(dialogue.read("is my queen defended").first?.lines == missing)
  }

  /// On a stack as small as the game thread's.
  @Test(
    .tags(.slow), .skippable(.slow),
    arguments: ["play ", "ok, ", "please ", "no ", "not e4 ", "the ", "knight ", "e4 ", "? "])
  func aLineOfOneWordOverAndOverEnds(word: String) async throws {
    let dialogue = try dialogue(Self.takers)
    let line = String(repeating: word, count: 1_000 / word.utf8.count)
    let responses = await withCheckedContinuation { end in
      let thread = Thread {
        var dialogue = dialogue
        end.resume(returning: dialogue.read(line + "xyz"))
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    guard case .refused? = responses.first else {
      Issue.record("\(responses)")
      return
    }
  }

  @Test(arguments: [
    ("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "take the queen", "Nxd5"),
    ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "promote to a queen", "e8=Q"),
  ])
  func theOnlyMoveOfItsKindIsSaidWithoutItsPiece(fen: String, said: String, san: String) throws {
    var dialogue = try dialogue(fen)
    #expect(dialogue.hear([heard(said)]).first?.move?.san == san)
  }

  @Test func everyCourtesyMayBeLeftOut() throws {
    var dialogue = try dialogue(Self.takers)
    #expect(dialogue.read("ok, please play c4 now please").first?.move?.san == "c4")
  }

  @Test(arguments: [
    ("en_US", "recapture"), ("en_US", "take it"), ("de_DE", "ich schlage zurück"),
    ("fr_FR", "je reprends"), ("es_ES", "retomo"), ("it_IT", "riprendo"), ("nl_NL", "sla terug"),
  ])
  func whatHasMovedIsTakenBackWithAWord(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    for line in ["e4", "d5", "exd5", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans.last == "Qxd5")
  }
}
