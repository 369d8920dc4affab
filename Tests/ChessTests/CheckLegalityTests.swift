import Testing

@testable import Chess

/// Possible and impossible checks, as judged by python-chess.
@Suite struct CheckLegalityTests {
  @Test(arguments: possible) func possibleChecksAreAccepted(fen: String) throws {
    #expect(try Position(fen: fen).isCheck)
  }

  @Test(arguments: impossible) func impossibleChecksAreRefused(fen: String) throws {
    let error = try #require(failure { () throws(ChessError) in try Position(fen: fen) })
    #expect(error.code == .illegalPosition && error.reason.contains("is in check"), "\(error)")
  }

  static let possible = [
    "1K2k3/q1n5/8/4r3/8/1q6/8/8 w - - 0 1",
    "8/8/8/7B/Q3Q3/6K1/k3R3/8 b - - 0 1",
    "QK6/8/8/4k3/3Pp3/8/8/2N5 b - d3 0 1",
    "1q6/8/8/2pP4/8/1k6/7K/8 w - c6 0 1",
    "8/2k5/8/2Q5/5Q2/4K3/B7/8 b - - 0 1",
    "3b4/2b5/5q2/5K2/8/7q/8/1k6 w - - 0 1",
    "8/6K1/8/3r4/8/2b1q3/8/6qk w - - 0 1",
    "2K4B/8/8/k7/1Pp5/8/8/7R b - b3 0 1",
    "2n5/1q6/1K6/8/5k2/8/8/8 w - - 0 1",
    "1Q1k4/8/4Q3/8/3K3B/8/5R2/8 b - - 0 1",
    "3n4/8/8/5pP1/4K1k1/8/8/8 w - f6 0 1",
    "8/8/8/7q/8/2k3n1/8/7K w - - 0 1",
    "3K4/3Q4/2B5/3N4/2Ppk3/8/8/1Q6 b - c3 0 1",
    "8/8/8/5K2/1k5r/6nq/8/8 w - - 0 1",
    "8/8/8/1k6/2Pp4/8/8/1B2RK2 b - c3 0 1",
    "qk6/8/2r5/3pP1q1/4K3/8/8/3q4 w - d6 0 1",
    "5K2/8/1B3Q2/8/5k2/4Q3/8/7N b - - 0 1",
    "N7/7K/8/4k3/5Pp1/8/8/8 b - f3 0 1",
    "1K1k4/8/8/8/4q3/8/1r5q/8 w - - 0 1",
    "8/8/7q/6q1/2q2K2/8/8/n2k4 w - - 0 1",
    "8/8/8/7q/7r/2k5/3q4/4Kq2 w - - 0 1",
    "8/8/1k2K2r/8/8/7b/8/1n6 w - - 0 1",
    "8/8/8/1b3pP1/4K3/6k1/8/8 w - f6 0 1",
    "3r4/8/6q1/8/8/1q4K1/8/7k w - - 0 1",
  ]

  static let impossible = [
    "6q1/8/7k/3pP3/6q1/n4q2/5K2/8 w - d6 0 1",
    "8/1N5K/8/6B1/3Pp3/8/8/R1k5 b - d3 0 1",
    "3q4/5k2/3K4/4pP2/1b6/8/4q3/7r w - e6 0 1",
    "1k6/2B5/8/8/6Pp/8/1N5K/6Q1 b - g3 0 1",
    "8/1q2k3/4n3/3pP1K1/8/8/1r6/8 w - d6 0 1",
    "6Q1/8/1B2k3/5NK1/4Pp2/8/8/8 b - e3 0 1",
    "2q3q1/8/n7/3pP3/1K6/8/8/6k1 w - d6 0 1",
    "7b/8/5K2/pP3q2/8/3k4/q7/5q2 w - a6 0 1",
    "8/8/4N1k1/4N3/6pP/8/2N5/2K5 b - h3 0 1",
    "8/4K3/8/R4k2/2Pp4/8/8/8 b - c3 0 1",
    "6r1/8/1k4b1/pP5b/8/2q5/3K4/8 w - a6 0 1",
    "1K5r/8/8/2pP4/8/8/4k3/8 w - c6 0 1",
    "2K5/8/8/8/Pp6/3Q4/1N6/1k6 b - a3 0 1",
    "8/8/4q1K1/1pP5/8/1k2r3/8/q1r5 w - b6 0 1",
    "3k4/5R2/4K3/8/2QQ2Pp/8/8/8 b - g3 0 1",
    "8/3K4/8/5k2/3Pp3/8/5R2/8 b - d3 0 1",
    "8/k1r5/8/5pP1/8/8/8/2K5 w - f6 0 1",
    "3k1q2/6K1/8/1pP5/8/6q1/r7/8 w - b6 0 1",
    "5K2/8/8/3k4/2Q1Pp2/8/1R6/8 b - e3 0 1",
    "3Q4/8/K7/8/2Pp4/1N6/3k4/8 b - c3 0 1",
    "7K/8/3Q4/2Q5/2R2Pp1/8/4k3/5B2 b - f3 0 1",
    "5k1R/8/3B2N1/8/5Pp1/4K3/8/8 b - f3 0 1",
    "6k1/K4q2/8/4pP2/8/8/5b2/8 w - e6 0 1",
    "8/3B4/1Q5k/8/6pP/8/8/4Q1K1 b - h3 0 1",
  ]
}
