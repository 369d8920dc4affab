import Chess
import DialogueTestSupport
import Testing

@testable import Dialogue

/// Corrections that only say what was different.
@Suite(.tags(.hardwareFree)) struct CorrectionByDifferenceTests {
  private let bothSides = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

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
