import Testing

@testable import Chess

@Suite struct MovePlausibilityTests {
  private func probability(_ fen: String, _ uci: String, after last: String? = nil) throws -> Double
  {
    let position = try Position(fen: fen)
    let move = try position.move(uci: uci)
    let moves = MovePlausibility(of: position, after: last.flatMap { Move(uci: $0) }).moves
    return try #require(moves.first { $0.move == move }).probability
  }

  @Test(arguments: [
    // Mate rather than none.
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "a1a7"),
    // A safe queen rather than a lost one.
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d1f3", "d1g4"),
    // Capturing a hanging piece rather than a guarded one.
    ("4k3/8/2p5/3p4/6p1/4N3/8/4K3 w - - 0 20", "e3g4", "e3d5"),
    ("4k3/3p4/2p5/8/r7/1P6/8/4K3 w - - 0 30", "b3a4", "b3b4"),
    // Development rather than a move to the edge.
    (FENTests.start, "g1f3", "g1h3"),
    // Castling rather than a king move.
    ("rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "e1g1", "e1e2"),
    // A queen rather than a knight.
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 60", "e7e8q", "e7e8n"),
    // A guarded piece can stay under attack; a loose one moves away.
    ("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 40", "e4f6", "e1d1"),
    // Stalemate gives the win away.
    ("k7/8/8/8/8/8/1Q6/2K5 w - - 0 60", "b2b5", "b2b6"),
  ])
  func betterMovesAreLikelier(fen: String, better: String, worse: String) throws {
    #expect(try probability(fen, better) > 1.2 * probability(fen, worse))
  }

  /// Castling counts 80 hundredths of a pawn, a quiet rook move 5 in the endgame; each 50 double
  /// the weight, linear in between.
  @Test func castlingHasItsBonus() throws {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 40"
    let floor = MovePlausibility.floor / Double(try Position(fen: fen).legalMoves.count)
    let castling = try probability(fen, "e1g1") - floor
    let rook = try probability(fen, "h1h2") - floor
    #expect(abs(castling / rook - 2 * 1.6 / 1.1) < 1e-9)
  }

  @Test func recapturesAreLikelierThanOtherCaptures() throws {
    let fen = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    #expect(try probability(fen, "d8d5", after: "e4d5") > probability(fen, "d8d5"))
  }

  @Test(arguments: [
    FENTests.start, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPPPPPPP/8/k7/7K/8/pppppppp/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
  ])
  func probabilitiesOfLegalMovesSumToOne(fen: String) throws {
    let position = try Position(fen: fen)
    let moves = MovePlausibility(of: position).moves
    #expect(moves.map(\.move) == position.legalMoves)
    let sum = moves.reduce(0.0) { $0 + $1.probability }
    #expect(abs(sum - 1) < 1e-9)
    let floor = MovePlausibility.floor / Double(moves.count)
    #expect(moves.allSatisfy { $0.probability >= floor })
    #expect(moves.map(\.probability) == MovePlausibility(of: position).moves.map(\.probability))
  }

  /// Development counts up to move 15, while there are more than ten pieces besides the pawns.
  @Test(arguments: [
    ("r1bqk1n1/8/8/8/8/8/8/RNBQK1N1 w - - 0", 15, true),
    ("r1bqk1n1/8/8/8/8/8/8/RNBQK1N1 w - - 0", 16, false),
    ("r1bqk1n1/8/8/8/8/8/8/R1BQK1N1 w - - 0", 15, false),
  ])
  func theOpeningEndsAfterMove15OrWithFewPieces(fen: String, number: Int, isOpening: Bool) throws {
    let judged = MovePlausibility(of: try Position(fen: "\(fen) \(number)")).moves
    let later = MovePlausibility(of: try Position(fen: "\(fen) 60")).moves
    #expect((judged.map(\.probability) != later.map(\.probability)) == isOpening)
  }

  /// Like players: of the first moves, 1. e4 is the most frequent, 1. b4 and 1. e3 are rare. The
  /// move order before a position does not matter.
  @Test func movesOfKnownOpeningsAreLikely() throws {
    let first = try ["e2e4", "d2d4", "c2c4", "e2e3", "b2b4"].map {
      try probability(FENTests.start, $0)
    }
    #expect(first == first.sorted(by: >))
    #expect(first[0] > 3 * first[3] && first[1] > 2 * first[3])
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    #expect(try probability(sicilian, "g1f3") > 2 * probability(sicilian, "b1a3"))
    let reti = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"
    #expect(try probability(reti, "d2d4") > 2 * probability(reti, "e2e3"))
    // Without a known opening, only common sense counts.
    let unnamed = "rnbqkbnr/1ppppp1p/8/p5p1/P6P/8/1PPPPPP1/RNBQKBNR w KQkq - 0 3"
    #expect(try probability(unnamed, "g1f3") > probability(unnamed, "e2e4"))
  }

  /// In hundredths of a pawn: what a move wins and loses, and what players like.
  @Test(
    arguments: [
      // Mate; check; stalemate.
      ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", nil, 600),
      ("k7/8/8/8/8/8/1Q6/2K5 w - - 0 60", "b2a2", nil, 30 + 5),
      ("k7/8/8/8/8/8/1Q6/2K5 w - - 0 60", "b2b6", nil, 5 - 300),
      // The opening: pawns in the centre, development, pieces at the edge, king and queen at home.
      (FENTests.start, "e2e4", nil, 30), (FENTests.start, "c2c3", nil, 15),
      (FENTests.start, "f2f4", nil, 30), (FENTests.start, "a2a4", nil, -5),
      (FENTests.start, "b2b3", nil, -5), (FENTests.start, "g2g3", nil, -5),
      (FENTests.start, "g1f3", nil, 40), (FENTests.start, "g1h3", nil, 40 - 20),
      (FENTests.start, "b1a3", nil, 40 - 20),
      ("rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 2", "c3b1", nil, -30),
      ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", "b8c6", nil, 40),
      ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", "e7e5", nil, 30 - 100),
      ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "d7d6", nil, 15),
      ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e1e2", nil, -50),
      ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d1e2", nil, -15),
      // The endgame: pawns more the further they go, major pieces a little.
      ("4k3/8/8/8/8/8/P7/4K3 w - - 0 60", "a2a4", nil, 12),
      ("4k3/8/8/8/8/8/P7/4K3 w - - 0 60", "e1e2", nil, 0),
      ("4k3/p7/8/8/8/8/8/4K3 b - - 0 60", "a7a6", nil, 8),
      ("4k3/8/8/8/8/8/8/4K2R w K - 0 40", "e1g1", nil, 80),
      ("4k3/8/8/8/8/8/8/N3K3 w - - 0 40", "a1b3", nil, 0),
      ("8/4P2k/8/8/8/8/8/4K3 w - - 0 60", "e7e8q", nil, 900 - 100 + 28),
      ("8/4P2k/8/8/8/8/8/4K3 w - - 0 60", "e7e8n", nil, 320 - 100 + 28),
      // Hanging pieces, by their value and their cost.
      ("4k3/8/8/p7/8/8/8/R3K3 w - - 0 40", "a1a5", nil, 100 + 5),
      ("4k3/8/8/n7/8/8/8/R3K3 w - - 0 40", "a1a5", nil, 320 + 5),
      ("4k3/8/8/b7/8/8/8/R3K3 w - - 0 40", "a1a5", nil, 330 + 5),
      ("4k3/8/8/r7/8/8/8/R3K3 w - - 0 40", "a1a5", nil, 500 + 5),
      ("4k3/8/8/q7/8/8/8/R3K3 w - - 0 40", "a1a5", nil, 900 + 5),
      ("4k3/8/2p5/3p4/6p1/4N3/8/4K3 w - - 0 20", "e3d5", nil, 100 - 320),
      ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d1g4", nil, -900 - 15),
      // A rook that a pawn takes as it promotes.
      ("4k3/8/8/8/8/8/1p6/R5K1 w - - 0 40", "g1h1", nil, -500),
      // Recaptures are natural.
      ("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "d8d5", "e4d5", 100 - 15 + 40),
      ("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "d8d5", "a2a3", 100 - 15),
      // A rook guarded by a rook behind it; a king that must not take what is guarded.
      ("3r2k1/8/8/8/8/8/3R4/3R2K1 w - - 0 40", "g1h1", nil, 0),
      ("3r2k1/3r4/8/8/8/8/3R4/3R2K1 w - - 0 40", "g1h1", nil, -500),
      ("3r2k1/8/8/8/3R4/8/8/6K1 w - - 0 40", "g1h1", nil, -500),
      ("6k1/8/2n5/8/3P4/4K3/7P/8 w - - 0 40", "h2h3", nil, 8),
      ("3r2k1/8/2n5/8/3P4/4K3/7P/8 w - - 0 40", "h2h3", nil, 8 - 100),
      ("6k1/8/8/3p4/2n5/3R4/4K3/8 w - - 0 40", "d3d4", nil, 5),
    ] as [(String, String, String?, Int)])
  func movesHaveTheirScores(fen: String, uci: String, last: String?, score: Int) throws {
    let position = try Position(fen: fen)
    let judge = MoveJudge(position: position, last: last.flatMap { Move(uci: $0) })
    #expect(judge.score(of: try position.move(uci: uci)) == score)
  }

  @Test func aFinishedGameHasNoMoves() throws {
    let mate = try Position(fen: "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    #expect(MovePlausibility(of: mate).moves.isEmpty)
  }
}
