import Chess
import Localization
import Testing

@testable import ApplianceCore

@Suite struct SpokenNotationTests {
  @Test(arguments: [
    ("Nf6+", "knight F six, check"), ("exd5", "E takes D five"), ("exd", "E takes D"),
    ("O-O", "castles kingside"),
    ("O-O-O#", "castles queenside, checkmate"),
    ("e8=Q#", "E eight, promotes to a queen, checkmate"),
    ("Nbd2", "knight B D two"), ("R1xe2", "rook one takes E two"), ("a4", "A four"),
    ("Qh4xe1", "queen H four takes E one"), ("white", nil), ("be", nil), ("de", nil), ("1.", nil),
    ("", nil),
    ("e9", nil), ("e8=Z", nil),
  ])
  func movesAreSpokenInWords(san: String, words: String?) {
    #expect(SpokenNotation().words(san: san) == words)
  }

  @Test(arguments: [
    ("1... Nf6  Stockfish 15.1", "knight F six Stockfish 15.1"),
    ("0-1  Game over: checkmate, black wins.", "Game over: checkmate, black wins."),
    (
      "White to move, move 3. Last move: 2... Nc6.",
      "White to move, move 3. Last move: knight C six."
    ),
    ("Check. Nf6", "Check. knight F six"), ("12 Nf3", "12 knight F three"),
    ("Level 7.", "Level 7."), ("12. Nf3", "knight F three"),
    (
      "Clock: white 5:00, black 62:01.",
      "Clock: white 5 minutes, black one hour 2 minutes one second."
    ),
    ("white 120:00, black 0:00", "white 2 hours, black 0 seconds"), ("a move", "a move"),
    ("Heard: a four.", "Heard: A four."), ("1:60 is none", "1:60 is none"),
    ("Hint: Nf3, \"knight f three\".", "Hint: knight F three, knight F three."),
    ("„Nf3“, “Nf3” «Nf3».", "knight F three, knight F three knight F three."), ("‘e4’", "E four"),
    ("« 1. Nf3 » ou « oui »", "knight F three ou oui"),
    ("not legal: Nf3 (no knight can).", "not legal: knight F three, no knight can."),
    ("File a: a2 white pawn.", "File A: A two white pawn."),
    ("Colonne a : a2 pion blanc.", "Colonne A : A two pion blanc."),
    ("Check by the queen on e3.", "Check by the queen on E three."),
    ("\"rook a to d five\", \"rook a d five\".", "rook A to D five, rook A D five."),
    ("\"a takes b five\", \"a b five\"", "A takes B five, A B five"),
    ("Heard: a captures b five.", "Heard: A captures B five."),
    ("Heard: rook a.", "Heard: rook A."), ("promotes to a queen", "promotes to a queen"),
    ("call it a draw", "call it a draw"),
    ("Heard: a takes b four.", "Heard: A takes B four."), ("Heard: file e.", "Heard: file E."),
    ("Heard: rook e d one.", "Heard: rook E D one."),
  ])
  func linesAreSpokenInWords(line: String, words: String) {
    #expect(SpokenNotation().words(line: line) == words)
  }

  /// "E" is "and" in Italian, and "a" is "to".
  @Test(arguments: [
    ("torre e d uno", "torre E D uno"), ("a prende d uno", "A prende D uno"),
    ("torre a d uno", "torre a D uno"), ("tra torre e re", "tra torre e re"),
  ])
  func anItalianAndIsNoLetter(line: String, words: String) throws {
    let translation = try Translation([
      "rook": "torre", "king": "re", "takes": "prende", "one": "uno",
    ])
    #expect(SpokenNotation(translation).words(line: line) == words)
  }

  @Test func lettersAreSpelledForTheVoice() throws {
    for (letters, words) in [
      (SpokenLetters.plain, "pawn A four, E five"), (.words, "pawn alpha four, echo five"),
      (.sounds(ofVoice: "en-gb"), "pawn [['eI]] four, E five"),
      (.sounds(ofVoice: "xx"), "pawn A four, E five"),
    ] {
      #expect(SpokenNotation(letters: letters).words(line: "pawn a4, e5") == words)
    }
  }

  @Test func aPositionIsReadOneSideAfterTheOther() throws {
    let position = try Position(fen: "6k1/5p2/8/8/8/8/8/4R1K1 w - - 0 30")
    #expect(
      SpokenNotation().words(of: position)
        == "White: king G one, rook E one. Black: king G eight, pawn F seven.")
  }
}
