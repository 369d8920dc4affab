import Testing

@testable import Chess

/// Random games with castling, en passant and promotions, and python-chess's positions of them.
@Suite struct PlayedGamesTests {
  struct Played: Sendable {
    var moves: String
    /// After each move: moves since a capture or pawn move, and the number of legal moves.
    var clocks: String
    var counts: String
    /// After every tenth move.
    var positions: [String]
  }

  @Test(arguments: games) func positionsMatchThoseOfPythonChess(played: Played) throws {
    let clocks = played.clocks.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    let counts = played.counts.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    let sans = played.moves.split(whereSeparator: \.isWhitespace).map(String.init)
    try #require(sans.count == clocks.count && sans.count == counts.count)
    var position = Position.start
    for (index, san) in sans.enumerated() {
      let move = try #require(try position.moves(san: san).first)
      #expect(position.san(of: move) == san)
      let applied = position.applying(move)
      position.make(move)
      #expect(applied == position, "\(san)")
      #expect(position.halfmoveClock == clocks[index], "\(san)")
      let moves = position.legalMoves
      #expect(moves.count == counts[index], "\(san)")
      // Each move has its own notation, which reads back as that move.
      for move in moves { #expect(try position.moves(san: position.san(of: move)) == [move]) }
      #expect(Set(moves.map { position.san(of: $0) }).count == moves.count)
      if index % 10 == 9 {
        #expect(position.fen == played.positions[index / 10])
        #expect(try Position(fen: position.fen) == position)
      }
    }
  }

  static let games = [
    Played(
      moves: """
        d3 g6 g4 b5 Nc3 h6 a3 Bb7 Ra2 Bc8 Bxh6 Rh7 h3 Ba6 Nf3 e5 Bxf8 Rh6 Na4 d5 Ng5 c5 e3
        f5 Ra1 Qc8 Qd2 Bb7 gxf5 Ne7 Qb4 d4 fxg6 Qc7 c4 dxc3 d4 cxb2 Ne6 bxa1=B Bxb5+ Qc6 f4
        cxd4 Bxc6+ Nexc6 O-O Ne7 Nc3 Rh7 Na4 a6 fxe5 Rh8 Nxd4 Nc8 Qb5+ Bc6 Be7 Nxe7 Nxc6 Ng8
        Nc3 Bb2 Qc4 Rh4 Qc5 Bc1 Nb4 Bd2 Na4 Nd7 Qd6 Rxb4 Nb2 Rb5 e4 O-O-O a4 Rf8 Rf6 Be1 Qe6
        Bh4 a5 Bf2+ Kf1 Bd4 Rf7 Bc5 Qb6 Rxb6 axb6 Kd8 Rxf8+ Nxf8 e6 Ke8 e7 Bd4 exf8=R+ Kd7
        Ra8 Bg1 Na4 Be3 Nb2 Bd2 h4 Bh6 b7 Bf4 b8=N+ Ke6 Nxa6 Ke5 Nd1 Bg3 Nb2 Nh6
        """,
      clocks: """
        0 0 0 0 1 0 0 1 2 3 0 1 0 1 2 0 0 1 2 0 1 0 0 0 1 2 3 4 0 1 2 0 0 1 0 0 0 0 1 0 0 1
        0 0 0 0 1 2 3 4 5 0 0 1 0 1 2 3 4 0 0 1 2 3 4 5 6 7 8 9 10 11 12 0 1 2 0 1 0 1 2 3 4
        5 0 1 2 3 4 5 6 0 0 1 0 0 0 1 0 1 0 1 2 3 4 5 6 7 0 1 0 1 0 1 0 1 2 3 4 5
        """,
      counts: """
        20 27 21 28 22 29 20 30 27 28 22 33 23 31 21 36 27 35 26 34 27 32 29 36 29 37 26 39
        29 38 30 40 39 39 41 40 43 42 47 40 6 43 29 45 4 44 23 43 33 47 33 44 29 46 29 48 5
        49 22 44 23 45 16 49 17 53 24 44 24 47 25 44 32 41 33 41 35 40 32 40 34 37 29 32 26
        6 30 30 29 29 24 17 23 17 3 11 20 12 19 15 3 23 19 20 14 18 18 20 17 21 15 24 8 17
        19 22 15 20 14 21
        """,
      positions: [
        "rnbqkbnr/p1pppp2/6pp/1p6/6P1/P1NP4/RPP1PP1P/2BQKBNR w Kkq - 3 6",
        "rn1qkBn1/p1p2p2/b5pr/1p1pp3/N5P1/P2P1N1P/RPP1PP2/3QKB1R w Kq - 0 11",
        "rnq1kB2/pb2n3/6pr/1ppppPN1/N7/P2PP2P/1PPQ1P2/R3KB1R w Kq - 1 16",
        "rn2kB2/pbq1n3/4N1Pr/1pp1p3/NQ1P4/P3P2P/5P2/b3KB1R w Kq - 0 21",
        "rn2kB2/pb2n2r/4N1P1/4p3/1Q1p1P2/P1N1P2P/8/b4RK1 w q - 4 26",
        "rn2k2r/4n3/p1b3P1/1Q2P3/N2N4/P3P2P/8/b4RK1 w q - 0 31",
        "rn2k1n1/8/p5P1/2Q1P3/1N5r/P1N1P2P/3b4/5RK1 w q - 9 36",
        "2k2rn1/3n4/p2Q2P1/1r2P3/P3P3/7P/1N1b4/5RK1 w - - 1 41",
        "2k2rn1/3n1R2/p3Q1P1/Prb1P3/4P3/7P/1N6/5K2 w - - 5 46",
        "4knn1/4P3/pP4P1/8/3bP3/7P/1N6/5K2 w - - 1 51",
        "R5n1/3k4/pP4Pb/8/4P2P/8/1N6/5K2 w - - 1 56",
        "R7/8/N5Pn/4k3/4P2P/6b1/1N6/5K2 w - - 5 61",
      ]),
    Played(
      moves: """
        Nf3 b5 Nh4 g6 Nf3 Nf6 g3 g5 d4 c6 h4 Na6 Ng1 g4 f4 gxf3 Bg2 Nc5 d5 Na6 Nc3 fxe2 g4
        exd1=R+ Nxd1 Bg7 dxc6 Nh5 Ne3 Qb6 Bh3 O-O Nd1 f5 Ne3 Nc5 Bg2 fxg4 a4 Nb7 Ra2 Qxc6
        Nh3 Qd5 Ra1 gxh3 Nf5 hxg2 a5 gxh1=B b4 e5 Nd6 Rf3 Nf7 Qc6 Ba3 Rf1+ Kxf1 Kxf7 a6 Na5
        Rc1 Qc5 Re1 Ke6 Rc1 Rb8 Ke2 Rb6 bxa5 Bhb7 Ke1 Bf8 axb6 Bd5 Bb4 Qxb4+ Kf1 Bg2+ Kg1
        Kf5 Ra1 Kg4 c4 Kf5 Kh2 Qe7 Kg1 Nf4 Ra4 Qd6 cxb5 Bg7 Rc4 Qd3 Rc7 Qxb5 bxa7 Be4 a8=N
        Bh8 h5 Qb8 Rb7 Bc6 Rb1 Kg5 Rb2 h6 Rb7 Qxb7 axb7 Kf5 bxc8=Q Be4 Nc7 Nh3+ Kh2 Bh1
        """,
      clocks: """
        1 0 1 0 1 2 0 0 0 0 0 1 2 0 0 0 1 2 0 1 2 0 0 0 0 1 0 1 2 3 4 5 6 0 1 2 3 0 0 1 2 0
        1 2 3 0 1 0 0 0 0 0 1 2 3 4 5 6 0 0 0 1 2 3 4 5 6 7 8 9 0 1 2 3 0 1 2 0 1 2 3 4 5 6
        0 1 2 3 4 5 6 7 0 1 2 3 4 0 0 1 0 1 0 1 2 3 4 5 6 0 1 0 0 1 0 1 2 3 4 5
        """,
      counts: """
        20 22 21 21 22 22 24 23 24 30 26 32 27 29 25 30 28 33 33 34 28 35 29 4 25 32 28 33
        32 32 39 28 39 28 40 29 44 29 49 32 45 29 53 27 54 26 49 27 52 24 48 24 42 23 45 23
        47 3 39 14 43 14 45 11 46 15 45 11 48 17 47 19 44 14 43 14 42 5 48 4 49 12 49 16 45
        16 45 17 42 16 46 12 46 14 48 17 51 15 49 16 49 15 46 16 32 17 41 19 41 20 32 7 27
        13 25 21 23 2 20 19
        """,
      positions: [
        "rnbqkb1r/p2ppp1p/2p2n2/1p4p1/3P4/5NP1/PPP1PP1P/RNBQKB1R w KQkq - 0 6",
        "r1bqkb1r/p2ppp1p/n1p2n2/1p1P4/7P/5pP1/PPP1P1B1/RNBQK1NR w KQkq - 1 11",
        "r1b1k2r/p2pppbp/nqP5/1p5n/6PP/4N3/PPP3B1/R1B1K1NR w KQkq - 3 16",
        "r1b2rk1/pn1pp1bp/1qP5/1p5n/P5pP/4N3/1PP3B1/R1B1K1NR w KQ - 1 21",
        "r1b2rk1/pn1pp1bp/8/Pp1q1N1n/7P/8/1PP5/R1B1K2b w - - 0 26",
        "r1b5/pn1p1kbp/2q5/Pp2p2n/1P5P/B7/2P5/R4K1b w - - 0 31",
        "2b5/p2p2bp/Pr2k3/npq1p2n/1P5P/B7/2P1K3/2R4b w - - 9 36",
        "2b2b2/p2p3p/PP2k3/1p2p2n/1q5P/8/2P3b1/2R2K2 w - - 2 41",
        "2b2b2/p2pq2p/PP6/1p2pk2/2P2n1P/8/6b1/R5K1 w - - 5 46",
        "2b5/P1Rp2bp/P7/1q2pk2/4bn1P/8/8/6K1 w - - 1 51",
        "Nqb4b/3p4/P1b4p/4p1kP/5n2/8/1R6/6K1 w - - 0 56",
        "2Q4b/2Np4/7p/4pk1P/8/7n/7K/7b w - - 5 61",
      ]),
    Played(
      moves: """
        Nc3 e5 d4 Ba3 dxe5 b5 Nh3 d5 exd6 a5 Ng1 f5 Ne4 c6 e3 Ba6 Nc5 b4 g3 Qc7 d7+ Qxd7 Qd5
        a4 Bxa6 Qxd5 Bd2 Qd6 O-O-O Qh6 Rf1 Qd6 h4 f4 Re1 Qe5 Nb3 Qc7 exf4+ Ne7 Na1 Qb7 Bc4
        g5 Bd5 cxd5 Nf3 O-O Rhf1 Qb6 fxg5 d4 bxa3 Qe6 c3 Ra5 Rxe6 Ra7 Bf4 Nbc6 h5 Rb8 Rg6+
        Nxg6 hxg6 Ra5 Kb2 Ne7 gxh7+ Kg7 h8=R Rxg5 Rh2 Kf8 Rfh1 Re8 Bd2 Rh5 axb4 Kg8 Bc1 Rg5
        Bxg5 Nc6 Nd2 Re2 Bd8 Kf8 Kc2 dxc3 Ba5 Rxf2 Rh5 Rf7 Re5 Nxa5 Rg5 Nc6 Rh3 Ra7 b5 cxd2
        b6 d1=B+ Kb2 Ke7 Nb3 a3+ Kb1 Nb8 Ka1 Be2 Nc1 Bd1 g4 Ra4 Nb3 Ra7 Rg7+ Ke6
        """,
      clocks: """
        1 0 0 1 0 0 1 0 0 0 1 0 1 0 0 1 2 0 0 1 0 0 1 0 0 0 1 2 3 4 5 6 0 0 1 2 3 4 0 1 2 3
        4 0 1 0 1 2 3 4 0 0 0 1 0 1 0 1 2 3 0 1 2 0 0 1 2 3 0 1 0 0 1 2 3 4 5 6 0 1 2 3 0 1
        2 3 4 5 6 0 1 0 1 2 3 0 1 2 3 4 0 0 0 0 1 2 3 0 1 2 3 4 5 6 0 1 2 3 4 5
        """,
      counts: """
        20 22 31 29 31 32 32 31 37 31 38 31 36 32 35 37 28 39 31 41 6 40 33 49 27 31 35 37
        35 32 26 32 35 34 35 35 39 32 7 36 28 32 24 37 26 28 29 32 36 28 43 26 41 26 51 27
        35 38 31 41 32 42 5 31 32 31 32 32 5 35 33 45 36 39 34 38 30 32 29 33 31 32 16 39 25
        33 22 33 23 31 24 26 25 39 25 43 21 39 25 33 22 27 25 7 27 28 28 4 27 29 24 27 27 25
        24 29 26 30 6 31
        """,
      positions: [
        "rnbqk1nr/2p2ppp/3P4/pp6/8/b1N4N/PPP1PPPP/R1BQKB1R w KQkq - 0 6",
        "rn2k1nr/2q3pp/b1pP4/p1N2p2/1p6/b3P1P1/PPP2P1P/R1BQKBNR w KQkq - 1 11",
        "rn2k1nr/6pp/B1p4q/2N2p2/pp6/b3P1P1/PPPB1P1P/2KR2NR w kq - 4 16",
        "rn2k2r/2q1n1pp/B1p5/8/pp3P1P/bN4P1/PPPB1P2/2K1R1NR w kq - 1 21",
        "rn3rk1/4n2p/1q6/3p2p1/pp3P1P/b4NP1/PPPB1P2/N1K1RR2 w - - 4 26",
        "5rk1/r3n2p/2n1R3/6P1/pp1p1B1P/P1P2NP1/P4P2/N1K2R2 w - - 3 31",
        "1r6/4n1kP/8/r5P1/pp1p1B2/P1P2NP1/PK3P2/N4R2 w - - 1 36",
        "4r1k1/4n3/8/7r/pP1p4/2P2NP1/PK1B1P1R/N6R w - - 1 41",
        "3B1k2/8/2n5/8/pP6/2p3P1/P1KNrP1R/N6R w - - 0 46",
        "5k2/r7/2n5/6R1/pP6/2p3PR/P1KN4/N7 w - - 4 51",
        "1n6/r3k3/1P6/6R1/8/pN4PR/P7/1K1b4 w - - 2 56",
        "1n6/r5R1/1P2k3/8/6P1/pN5R/P7/K2b4 w - - 5 61",
      ]),
  ]
}
