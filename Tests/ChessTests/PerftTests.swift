import Testing

@testable import Chess

/// Counts published on the Chess Programming Wiki, "Perft Results", at depths that a debug build
/// finishes quickly.
@Suite struct PerftTests {
  @Test(arguments: [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197_281]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97_862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43_238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", [6, 264, 9467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62_379]),
    (
      "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
      [46, 2079, 89_890]
    ),
  ])
  func countsMatchThePublishedOnes(fen: String, counts: [Int]) throws {
    let position = try Position(fen: fen)
    #expect(position.fen == fen)
    for (index, count) in counts.enumerated() {
      #expect(position.perft(depth: index + 1) == count)
    }
  }

  @Test func depthZeroCountsOnePosition() {
    #expect(Position.start.perft(depth: 0) == 1)
    #expect(Position.start.perft(depth: -3) == 1)
  }
}
