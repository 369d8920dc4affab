import Chess
import Testing

@testable import Dialogue

@Suite struct BoardDrawingTests {
  private func game(_ sans: String...) throws -> Game {
    var game = Game()
    for san in sans { try game.play(san: san) }
    return game
  }

  @Test func theLastMoveIsMarked() throws {
    #expect(
      BoardDrawing().lines(of: try game("e4", "Nf6", "Be2", "Ng8")) == [
        "8  r n b q k b(n)r", "7  p p p p p p p p", "6  . . . . .(.). .", "5  . . . . . . . .",
        "4  . . . . P . . .", "3  . . . . . . . .", "2  P P P P B P P P", "1  R N B Q K . N R",
        "   a b c d e f g h",
      ])
    #expect(BoardDrawing().lines(of: Game()).count == 9)
  }

  @Test func theBoardTurnsForBlackAndForTheMover() throws {
    let game = try game("e4")
    let black = BoardDrawing(side: .black).lines(of: game)
    #expect(black.first == "1  R N B K Q B N R" && black.last == "   h g f e d c b a")
    #expect(black[1] == "2  P P P(.)P P P P")
    #expect(BoardDrawing(side: .mover).lines(of: game) == black)
    #expect(BoardDrawing(side: .mover).lines(of: Game()) == BoardDrawing().lines(of: Game()))
  }

  @Test func marksFitBetweenNeighboursAndAtTheEdge() throws {
    let game = try game("h4", "a5", "Rh3", "Ra6", "Rg3")
    #expect(BoardDrawing().lines(of: game)[5] == "3  . . . . . .(R(.)")
  }

  @Test func figurinesStandForThePieces() {
    let lines = BoardDrawing(style: .unicode).lines(of: Game())
    #expect(
      lines[0] == "8  \u{265C} \u{265E} \u{265D} \u{265B} \u{265A} \u{265D} \u{265E} \u{265C}")
    #expect(
      lines[7] == "1  \u{2656} \u{2658} \u{2657} \u{2655} \u{2654} \u{2657} \u{2658} \u{2656}")
  }
}
