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
    // A queen that is safe rather than one that is lost.
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d1f3", "d1g4"),
    // To take what hangs rather than what is guarded.
    ("4k3/8/2p5/3p4/6p1/4N3/8/4K3 w - - 0 20", "e3g4", "e3d5"),
    ("4k3/3p4/2p5/8/r7/1P6/8/4K3 w - - 0 30", "b3a4", "b3b4"),
    // To develop rather than to go to the edge.
    (FENTests.start, "g1f3", "g1h3"),
    // To castle rather than to move the king.
    ("rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "e1g1", "e1e2"),
    // A queen rather than a knight.
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 60", "e7e8q", "e7e8n"),
    // A guarded piece may be left where it is attacked; a loose one is moved away.
    ("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 40", "e4f6", "e1d1"),
    // To stalemate gives the win away.
    ("k7/8/8/8/8/8/1Q6/2K5 w - - 0 60", "b2b5", "b2b6"),
  ])
  func betterMovesAreLikelier(fen: String, better: String, worse: String) throws {
    #expect(try probability(fen, better) > 1.2 * probability(fen, worse))
  }

  /// Castling counts 80 hundredths of a pawn, a quiet move of a rook 5 in the end game; each 50
  /// double the weight, linear in between.
  @Test func castlingCountsSoMuch() throws {
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
  func probabilitiesAreOverLegalMovesAndSumToOne(fen: String) throws {
    let position = try Position(fen: fen)
    let moves = MovePlausibility(of: position).moves
    #expect(moves.map(\.move) == position.legalMoves)
    #expect(abs(moves.map(\.probability).reduce(0, +) - 1) < 1e-9)
    let floor = MovePlausibility.floor / Double(moves.count)
    #expect(moves.allSatisfy { $0.probability >= floor })
    #expect(moves.map(\.probability) == MovePlausibility(of: position).moves.map(\.probability))
  }

  /// To develop counts up to move 15, while there are more than ten pieces besides the pawns.
  @Test(arguments: [
    ("r1bqk1n1/8/8/8/8/8/8/RNBQK1N1 w - - 0", 15, true),
    ("r1bqk1n1/8/8/8/8/8/8/RNBQK1N1 w - - 0", 16, false),
    ("r1bqk1n1/8/8/8/8/8/8/R1BQK1N1 w - - 0", 15, false),
  ])
  func theOpeningEnds(fen: String, number: Int, isOpening: Bool) throws {
    let judged = MovePlausibility(of: try Position(fen: "\(fen) \(number)")).moves
    let later = MovePlausibility(of: try Position(fen: "\(fen) 60")).moves
    #expect((judged.map(\.probability) != later.map(\.probability)) == isOpening)
  }

  @Test func aFinishedGameHasNoMoves() throws {
    let mate = try Position(fen: "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    #expect(MovePlausibility(of: mate).moves.isEmpty)
  }
}
