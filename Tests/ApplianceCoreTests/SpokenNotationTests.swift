import Chess
import Testing

@testable import ApplianceCore

@Suite struct SpokenNotationTests {
  @Test(arguments: [
    ("Nf6+", "knight F six, check"), ("exd5", "E takes D five"), ("O-O", "castles kingside"),
    ("O-O-O#", "castles queenside, checkmate"),
    ("e8=Q#", "E eight, promotes to a queen, checkmate"),
    ("Nbd2", "knight B D two"), ("R1xe2", "rook one takes E two"), ("a4", "A four"),
    ("Qh4xe1", "queen H four takes E one"), ("white", nil), ("be", nil), ("1.", nil), ("", nil),
    ("e9", nil), ("e8=Z", nil),
  ])
  func moves(san: String, words: String?) {
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
    ("Hint: Nf3, \"knight f three\".", "Hint: knight F three, knight f three."),
  ])
  func lines(line: String, words: String) {
    #expect(SpokenNotation().words(line: line) == words)
  }

  @Test func aPositionIsReadSideBySide() throws {
    let position = try Position(fen: "6k1/5p2/8/8/8/8/8/4R1K1 w - - 0 30")
    #expect(
      SpokenNotation().words(of: position)
        == "White: king G one, rook E one. Black: king G eight, pawn F seven.")
  }
}
