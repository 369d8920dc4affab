import Testing

@testable import Chess

@Suite struct PieceTests {
  @Test func piecesAndSidesHaveTheirNames() {
    #expect(CastlingSide.allCases.map(\.description) == ["kingside", "queenside"])
    #expect(Piece(.white, .knight).description == "white knight")
    #expect(Piece(.black, .queen).letter == "q" && Piece(.white, .queen).letter == "Q")
  }
}
