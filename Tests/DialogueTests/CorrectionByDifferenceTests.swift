import Chess
import DialogueTestSupport
import Testing

@testable import Dialogue

/// Corrections that only say what was different.
@Suite(.tags(.hardwareFree)) struct CorrectionByDifferenceTests {
  private let bothSides = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

  /// A knight and a bishop that reach d2, and a pawn that reaches a3.
  private let knightAndBishop = "4k3/8/8/8/8/8/P7/1NB1K2R w - - 0 12"

  @Test(arguments: [
    (["e4", "e5", "Nf3", "Nc6", "Bb5"], "no, to c4", "Bc4"),
    (["e4", "Nc6"], "no, to a6", "Na6"), (["Nc3"], "I meant to a3", "Na3"),
    // A pawn's square has only one mover.
    (["e4"], "no, to d4", "d4"), (["e4"], "no, I wanted d4", "d4"),
  ])
  func aDestinationIsThePieces(moves: [String], line: String, san: String) throws {
    var dialogue = try dialogue()
    for move in moves + [line] { _ = dialogue.read(move) }
    #expect(dialogue.game.sans == moves.dropLast() + [san])
  }

  @Test(arguments: [
    ("en_US", "no, the other side"), ("en_US", "no the other way"),
    ("en_US", "no, castle on the other side"), ("de_DE", "nein, die andere Seite"),
    ("fr_FR", "non, l'autre côté"), ("es_ES", "no, el otro lado"), ("it_IT", "no, l'altro lato"),
    ("nl_NL", "nee, de andere kant"),
  ])
  func castlingHasAnotherSide(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale, bothSides)
    for line in ["O-O", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["O-O-O"])
  }

  @Test(arguments: [
    ("en_US", "no, the other knight"), ("de_DE", "nein, der andere Springer"),
    ("de_DE", "nein, den anderen"), ("fr_FR", "non, l'autre cavalier"), ("fr_FR", "non, l'autre"),
    ("es_ES", "no, el otro caballo"), ("it_IT", "no, l'altro cavallo"),
    ("nl_NL", "nee, het andere paard"),
  ])
  func aPieceHasAnother(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale, twoKnights)
    for line in ["Nbd2", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["Nfd2"])
  }

  @Test(arguments: [
    ("en_US", "no the bishop"), ("en_US", "i meant the bishop"), ("de_DE", "nein der läufer"),
    ("fr_FR", "non le fou"), ("es_ES", "no el alfil"), ("it_IT", "no l'alfiere"),
    ("nl_NL", "nee de loper"),
  ])
  func aSpokenPieceReplacesAnotherOnItsSquare(locale: String, said: String) throws {
    var dialogue = try packDialogue(locale, knightAndBishop)
    _ = dialogue.read("Nd2")
    _ = dialogue.hear([heard(said)])
    #expect(dialogue.game.sans == ["Bd2"])
  }

  @Test(arguments: [
    ("en_US", "no the other knight"), ("de_DE", "nein der andere springer"),
    ("fr_FR", "non l'autre cavalier"), ("es_ES", "no el otro caballo"),
    ("it_IT", "no l'altro cavallo"), ("nl_NL", "nee het andere paard"),
    ("en_US", "no knight f"), ("de_DE", "nein springer f"),
  ])
  func theOtherPieceCanBeSaid(locale: String, said: String) throws {
    var dialogue = try packDialogue(locale, twoKnights)
    _ = dialogue.read("Nbd2")
    _ = dialogue.hear([heard(said)])
    #expect(dialogue.game.sans == ["Nfd2"])
  }

  @Test func aQuestionsMoveIsCorrectedLikeAPlayedOne() throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.ask(whether: try #require(Move(uci: "b1d2")), Meaning(.nothing, text: ""))
    _ = dialogue.hear([heard("no the other knight")])
    #expect(dialogue.game.sans == ["Nfd2"])
  }

  @Test(arguments: [
    ("not the knight, the bishop", "Bd2"), ("no, the bishop", "Bd2"),
    ("not the knight but the bishop", "Bd2"), ("no, with the bishop", "Bd2"),
    ("no, a3", nil), ("no, to a3", "Na3"),
  ])
  func aTypedPieceReplacesAnotherOnItsSquare(line: String, san: String?) throws {
    var dialogue = try dialogue(knightAndBishop)
    for line in ["Nd2", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans.first == san)
    // The knight or a pawn?
    if san == nil {
      #expect(dialogue.question?.subject.moves.map(\.uci).sorted() == ["a2a3", "b1a3"])
    }
  }

  @Test(arguments: [
    ("no, the other knight", "No other piece can go there."),
    ("no, the rook", "That is not legal here: no, the rook (no rook can go there)."),
  ])
  func aCorrectionToNothingHasAReason(line: String, reason: String) throws {
    var dialogue = try dialogue(knightAndBishop)
    for line in ["Nd2", line] { _ = dialogue.read(line) }
    #expect(dialogue.read(line).first?.refusal?.message.text(in: .english) == reason)
    #expect(dialogue.game.sans == ["Nd2"])
  }

  /// It is the b-file's knight, and of two captures the knight's is not "the other knight".
  @Test func anAnswerIsAboutWhatWasAsked() throws {
    var knights = try dialogue(twoKnights)
    for line in ["nd2", "bd2"] { _ = knights.read(line) }
    #expect(knights.game.sans == ["Nbd2"])
    // Two knights of the b-file.
    var both = try dialogue("4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 12")
    for line in ["nd2", "bd2"] { _ = both.read(line) }
    #expect(both.game.moves.isEmpty)
    var takers = try dialogue("4k3/8/8/2p5/3P4/1N6/8/4K3 w - - 0 1")
    for line in ["take the pawn", "the other knight"] { _ = takers.read(line) }
    #expect(takers.game.moves.isEmpty && takers.question != nil)
  }

  @Test(arguments: ["the other knight", "the other", "no, the other knight"])
  func theOtherOfTwoIsTheSecond(line: String) throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.read("nd2")
    let offered = dialogue.question?.subject.moves ?? []
    _ = dialogue.read(line)
    #expect(offered.count == 2 && dialogue.game.moves == [offered[1]])
  }

  @Test(arguments: [
    ("de_DE", "ich wollte e5"), ("de_DE", "nein, doch e5"), ("fr_FR", "je voulais e5"),
    ("es_ES", "quería e5"), ("it_IT", "no, anzi e5"), ("it_IT", "volevo e5"),
    ("nl_NL", "ik wilde e5"), ("nl_NL", "nee, toch e5"),
  ])
  func correctionsBeginAsPeopleSayThem(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    for line in ["e4", "d5", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["e4", "e5"])
  }
}
