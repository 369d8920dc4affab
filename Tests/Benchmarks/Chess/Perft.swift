import Chess

/// Counts published on the Chess Programming Wiki, page "Perft Results".
enum Perft {
  private static let published: [(name: String, fen: String, counts: [(depth: Int, count: Int)])] =
    [
      (
        "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        [(5, 4_865_609), (6, 119_060_324)]
      ),
      (
        "Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [(4, 4_085_603), (5, 193_690_690)]
      ),
      ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [(5, 674_624)]),
      (
        "position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [(5, 15_833_292)]
      ),
      (
        "position 4, mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        [(5, 15_833_292)]
      ),
      (
        "position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        [(5, 89_941_194)]
      ),
      (
        "position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [(5, 164_075_551)]
      ),
    ]

  /// Prints every count; false when one differs.
  static func run() -> Bool {
    var isRight = true
    let clock = ContinuousClock()
    for (name, fen, counts) in published {
      guard let position = try? Position(fen: fen) else {
        print("\(name): \(fen) was refused")
        isRight = false
        continue
      }
      for (depth, expected) in counts {
        var count = 0
        let time = clock.measure { count = position.perft(depth: depth) }
        let verdict = count == expected ? "as published" : "WRONG, published \(expected)"
        print("perft \(name), depth \(depth): \(count) (\(verdict)), \(time)")
        if count != expected { isRight = false }
      }
    }
    return isRight
  }
}
