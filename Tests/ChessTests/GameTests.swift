import Testing

@testable import Chess

@Suite struct GameTests {
  /// So that each position's FEN can be read again.
  @Test func theMoveNumberStopsAtFENsMaximum() throws {
    var game = Game(start: try Position(fen: "k7/8/8/8/8/8/8/K6R w - - 0 99999"))
    for move in ["Rh2", "Kb8"] { try game.play(san: move) }
    #expect(try Position(fen: game.position.fen) == game.position)
    #expect(game.position.fullmoveNumber == 99_999)
  }

  @Test func undoingTheLastMoveUndoesTheEnd() throws {
    var game = Game()
    try game.play(san: "e4")
    game.end(.resignation(winner: .white))
    #expect(game.outcome == .resignation(winner: .white))
    game.undo()
    #expect(game.outcome == nil && game.declaredOutcome == nil && game.moves.isEmpty)
    #expect(game.undo() == nil)
  }

  private func game(_ moves: String, from fen: String? = nil) throws -> Game {
    var game = Game(start: try fen.map(Position.init(fen:)) ?? .start)
    for move in moves.split(separator: " ") { try game.play(san: move) }
    return game
  }

  @Test(arguments: [
    ("f3 e5 g4 Qh4", nil, "checkmate, black wins", GameResult.blackWins),
    ("Qb6", "k7/8/8/8/8/8/1Q6/2K5 w - - 0 1", "draw by stalemate", .draw),
    ("Kxb2", "k7/8/8/8/8/8/1q6/K7 w - - 0 1", "draw by dead position", .draw),
    ("e4 e5", nil, "", .unfinished),
  ])
  func gamesEndByTheRules(moves: String, fen: String?, outcome: String, result: GameResult) throws {
    let game = try game(moves, from: fen)
    #expect((game.outcome?.description ?? "") == outcome)
    #expect(game.result == result)
  }

  @Test func aThirdRepetitionIsClaimableAndAFifthEndsTheGame() throws {
    var game = Game()
    for round in 1...4 {
      for san in ["Nf3", "Nf6", "Ng1", "Ng8"] { try game.play(san: san) }
      #expect(game.repetitionCount == round + 1)
      #expect(game.claimableDraws == (round == 2 || round == 3 ? [.threefoldRepetition] : []))
    }
    #expect(game.outcome == .draw(.fivefoldRepetition))
    let error = try #require(failure { () throws(ChessError) in try game.play(san: "e4") })
    #expect(error.code == .gameOver)
    game.undo()
    #expect(game.outcome == nil)
  }

  /// The same board with other castling rights, or with en passant, is a different position.
  @Test func castlingAndEnPassantRightsMakePositionsDifferent() throws {
    let castling = try game("Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 Ng1 Ng8")
    #expect(castling.repetitionCount == 1)
    let passing = try game("e4 a6 e5 d5 Nc3 Nc6 Nb1 Nb8")
    #expect(passing.positions[4].enPassant?.name == "d6")
    #expect(passing.repetitionCount == 1)
  }

  @Test func movesWithoutProgressAreCounted() throws {
    let fifty = try game("Ra2", from: "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
    #expect(fifty.claimableDraws == [.fiftyMoves])
    #expect(fifty.outcome == nil)
    let seventyFive = try game("Ra2", from: "4k3/8/8/8/8/8/8/R3K3 w - - 149 100")
    #expect(seventyFive.outcome == .draw(.seventyFiveMoves))
    let mate = try game("Ra8", from: "4k3/7R/8/8/8/8/8/R3K3 w - - 149 100")
    #expect(mate.outcome == .checkmate(winner: .white))
  }

  @Test(arguments: [
    ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
    ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true),
    ("8/8/4k3/4b3/8/3K4/5B2/8 w - - 0 1", true),
    ("8/8/4k3/4b3/8/3KB3/8/8 w - - 0 1", true),
    ("8/8/4k3/4b3/8/3K1B2/8/8 w - - 0 1", false),
    ("8/8/4k3/4b3/5B2/3K4/8/8 w - - 0 1", true),
    ("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", false),
    ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", false),
    // A wall of pawns that no king can pass.
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", true),
    // The same wall with a gap.
    ("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", false),
    // A pawn that can still move.
    ("4k3/8/6p1/p1p1p3/P1P1P1P1/8/8/4K3 w - - 0 1", false),
  ])
  func deadPositionsAreRecognized(fen: String, isDead: Bool) throws {
    #expect(try Position(fen: fen).isDeadPosition == isDead)
  }

  @Test func aDeclaredEndCanBeReopenedAndMovesUndone() throws {
    var game = try game("e4 e5")
    game.end(.resignation(winner: .white))
    #expect(game.result == .whiteWins)
    #expect(game.outcome?.description == "black resigns, white wins")
    #expect(failure { () throws(ChessError) in try game.play(san: "Nf3") } != nil)
    game.reopen()
    try game.play(san: "Nf3")
    #expect(game.undo()?.uci == "g1f3")
    #expect(game.position.fen.hasPrefix("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"))
    game.undo()
    game.undo()
    #expect(game.undo() == nil)
    #expect(game == Game())
  }

  @Test func movesHaveNumbers() throws {
    let game = try game("e4 e5 Nf3")
    #expect(game.sans == ["e4", "e5", "Nf3"])
    #expect(game.numberedSAN(at: 0) == "1. e4")
    #expect(game.numberedSAN(at: 1) == "1... e5")
    #expect(game.numberedSAN(at: 2) == "2. Nf3")
    #expect(game.numberedSAN(at: 3) == nil)
    #expect(game.numberedSAN(at: -1) == nil)
  }

  @Test func illegalMovesAreRefused() throws {
    var game = Game()
    let move = try #require(Move(uci: "e2e5"))
    let error = try #require(failure { () throws(ChessError) in try game.play(move) })
    #expect(error.code == .illegalMove)
    #expect(game == Game())
  }
}
