import Testing

@testable import Chess

@Suite struct MoveTests {
  /// Some legal moves, between given squares. A captured rook cannot castle any more.
  @Test(
    arguments: [
      ("r3k2r/7Q/8/8/8/8/8/R3K2R w KQkq - 0 1", "h7h8", "KQq"),
      ("r3k2r/1Q6/8/8/8/8/8/R3K2R w KQkq - 0 1", "b7a8", "KQk"),
      ("r3k2r/8/8/8/8/8/7q/R3K2R b KQkq - 0 1", "h2h1", "Qkq"),
      ("r3k2r/8/8/8/8/8/1q6/R3K2R b KQkq - 0 1", "b2a1", "Kkq"),
    ] as [(String, String, String)])
  func capturingARookRemovesItsCastlingRight(fen: String, uci: String, rights: String) throws {
    var position = try Position(fen: fen)
    position.make(try #require(position.legalMoves.first { $0.uci == uci }))
    #expect(position.fen.split(separator: " ")[2] == rights)
  }

  @Test(arguments: [
    FENTests.start, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
  ])
  func legalMovesCanBeLimitedToSquares(fen: String) throws {
    let position = try Position(fen: fen)
    for index in 0..<64 {
      let square = Square(unchecked: index)
      var moves: [Move] = []
      position.key.appendLegalMoves(to: &moves, to: square.bit)
      #expect(Set(moves) == Set(position.legalMoves.filter { $0.to == square }), "to \(square)")
      moves = []
      position.key.appendLegalMoves(to: &moves, from: square.bit)
      #expect(Set(moves) == Set(position.legalMoves.filter { $0.from == square }), "\(square)")
    }
  }

  /// Only a pawn can capture en passant.
  @Test func enPassantIsSetOnlyBesideAnEnemyPawn() throws {
    let first = Position.start.applying(try Position.start.move(uci: "e2e4"))
    #expect(first.enPassant == nil && first.halfmoveClock == 0 && first.fullmoveNumber == 1)
    let second = first.applying(try first.move(uci: "g8f6"))
    #expect(second.halfmoveClock == 1 && second.fullmoveNumber == 2)
    let beside = try Position(fen: "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3")
    #expect(beside.applying(try beside.move(uci: "e2e4")).enPassant?.name == "e3")
    #expect(beside.applying(try beside.move(uci: "e2e3")).enPassant == nil)
  }

  /// For a text that is not a move, the error quotes its beginning.
  @Test func errorsQuoteTheBeginningOfALongText() throws {
    let text = String(repeating: "ab", count: 80)
    let san = try #require(
      failure { () throws(ChessError) in try Position.start.move(san: text) })
    let uci = try #require(
      failure { () throws(ChessError) in try Position.start.move(uci: text) })
    #expect(san.subject == text.prefix(100) && uci.subject == text.prefix(100))
    #expect(san.code == .malformedMove && uci.code == .malformedMove)
  }

  @Test(arguments: [
    ("e2e4", "e2", "e4", nil), ("e7e8q", "e7", "e8", PieceKind.queen),
    ("a2a1N", "a2", "a1", PieceKind.knight),
  ])
  func uciIsRead(text: String, from: String, to: String, promotion: PieceKind?) throws {
    let move = try #require(Move(uci: text))
    #expect(move.from.name == from)
    #expect(move.to.name == to)
    #expect(move.promotion == promotion)
    #expect(Move(uci: move.uci) == move)
  }

  @Test(arguments: [
    "", "e2", "e2e", "e2e9", "i2e4", "e2e4k", "e2e4p", "e2e4qq", "e2e2", "é2e4", "e2e\u{301}4",
  ])
  func otherTextIsNotUCI(text: String) {
    #expect(Move(uci: text) == nil)
  }

  @Test func squaresHaveNamesAndNumbers() {
    #expect(Square.all.count == 64)
    for square in Square.all {
      #expect(Square(square.name) == square)
      #expect(Square(file: square.file, rank: square.rank) == square)
      #expect(Square(rawValue: Int(square.rawValue)) == square)
    }
    #expect(Square(rawValue: 64) == nil)
    #expect(Square(rawValue: -1) == nil)
    #expect(Square(file: 8, rank: 0) == nil)
    #expect(Square("e") == nil)
  }

  /// An illegal move gives a meaningless position, but no trap.
  @Test func applyingAnIllegalMoveDoesNotTrap() {
    let position = Position.start
    for from in Square.all {
      for to in Square.all {
        var next = position.applying(Move(from: from, to: to, promotion: .queen))
        for _ in 0..<2 {
          if let move = next.legalMoves.first { next.make(move) }
          #expect(!next.fen.isEmpty)
          _ = next.isDeadPosition
        }
      }
    }
  }

  struct Expected: Sendable {
    var fen: String
    var uci: String
    var san: String
    var captured: PieceKind?
    var isEnPassant = false
    var castling: CastlingSide?
    var isCheck = false
    var isMate = false
  }

  @Test(arguments: [
    Expected(fen: FENTests.start, uci: "g1f3", san: "Nf3"),
    Expected(
      fen: "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", uci: "d4e3",
      san: "dxe3", captured: .pawn, isEnPassant: true),
    Expected(
      fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", uci: "e1g1", san: "O-O", castling: .kingside),
    Expected(
      fen: "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", uci: "e8c8", san: "O-O-O", castling: .queenside),
    Expected(
      fen: "5k2/8/8/8/8/8/8/4K2R w K - 0 1", uci: "e1g1", san: "O-O+", castling: .kingside,
      isCheck: true),
    Expected(
      fen: "3r2k1/2P2ppp/8/8/8/8/8/4K3 w - - 0 1", uci: "c7d8q", san: "cxd8=Q#", captured: .rook,
      isCheck: true, isMate: true),
    Expected(fen: "3r2k1/2P2ppp/8/8/8/8/8/4K3 w - - 0 1", uci: "c7c8n", san: "c8=N"),
    Expected(fen: "4k3/8/8/8/8/8/3N4/1N2K3 w - - 0 1", uci: "d2f3", san: "Nf3"),
    Expected(fen: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", uci: "b1d2", san: "Nbd2"),
    Expected(fen: "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", uci: "a1a3", san: "R1a3"),
    // The other knight is pinned, so nothing is ambiguous.
    Expected(fen: "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", uci: "g1e2", san: "Ne2"),
    Expected(fen: "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", uci: "h4e1", san: "Qh4e1"),
  ])
  func movesHaveTheirFactsAndNotation(_ expected: Expected) throws {
    let position = try Position(fen: expected.fen)
    let move = try position.move(uci: expected.uci)
    #expect(position.san(of: move) == expected.san)
    let facts = try #require(position.facts(of: move))
    #expect(facts.captured == expected.captured)
    #expect(facts.isCapture == (expected.captured != nil))
    #expect(facts.isEnPassant == expected.isEnPassant)
    #expect(facts.castling == expected.castling)
    #expect(facts.givesCheck == expected.isCheck)
    #expect(facts.givesMate == expected.isMate)
    #expect(try position.move(san: expected.san) == move)
  }

  @Test(arguments: [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O!?", "e1c1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1g1"),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e7e8q"),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8=q+", "e7e8q"),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8(N)", "e7e8n"),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7-e8=R", "e7e8r"),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8b", "e7e8b"),
    ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "dxe3 e.p.", "d4e3"),
    ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "de3ep", "d4e3"),
    (FENTests.start, "Ng1-f3", "g1f3"),
    (FENTests.start, "Nf3#??", "g1f3"),
    (FENTests.start, "Pe4", "e2e4"),
    (FENTests.start, "e2-e4+", "e2e4"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd", "e4d5"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed+", "e4d5"),
    ("4k3/8/8/1p6/2P5/8/8/4K3 w - - 0 1", "cxb", "c4b5"),
    ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd=Q", "e7d8q"),
  ])
  func notationIsReadLeniently(fen: String, text: String, uci: String) throws {
    #expect(try Position(fen: fen).move(san: text).uci == uci)
  }

  @Test(arguments: [
    (FENTests.start, "", ChessError.Code.malformedMove),
    (FENTests.start, "knight", .malformedMove),
    (FENTests.start, "e9", .malformedMove),
    (FENTests.start, "Nf3x", .malformedMove),
    (FENTests.start, "++", .malformedMove),
    (FENTests.start, "Nf3)", .malformedMove),
    (FENTests.start, "♘f3", .malformedMove),
    (FENTests.start, "ad", .malformedMove),
    (FENTests.start, "end", .malformedMove),
    (FENTests.start, "exd", .illegalMove),
    (FENTests.start, "e5", .illegalMove),
    (FENTests.start, "O-O", .illegalMove),
    (FENTests.start, "e4=Q", .illegalMove),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8", .ambiguousMove),
    (FENTests.start, "Nxf3", .illegalMove),
    ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", .ambiguousMove),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", .illegalMove),
  ])
  func otherNotationIsRefused(fen: String, text: String, code: ChessError.Code) throws {
    let position = try Position(fen: fen)
    let error = try #require(failure { () throws(ChessError) in try position.move(san: text) })
    #expect(error.code == code, "\(error)")
  }

  @Test func anAmbiguousMoveNamesTheChoices() throws {
    let position = try Position(fen: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    let error = try #require(failure { () throws(ChessError) in try position.move(san: "Nd2") })
    #expect(error.reason.contains("Nbd2") && error.reason.contains("Nfd2"))
  }
}
