import Testing

@testable import Chess

@Suite struct FENTests {
  static let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

  @Test func theStartPositionIsReadAndWritten() throws {
    #expect(Position.start.fen == FENTests.start)
    #expect(try Position(fen: FENTests.start) == .start)
    #expect(Position.start.piece(at: try #require(Square("e1"))) == Piece(.white, .king))
    #expect(Position.start.piece(at: try #require(Square("d8"))) == Piece(.black, .queen))
    #expect(Position.start.piece(at: try #require(Square("e4"))) == nil)
  }

  @Test func moveCountersMayBeMissing() throws {
    let position = try Position(fen: "4k3/8/8/8/8/8/8/4K2R b K -")
    #expect(position.fen == "4k3/8/8/8/8/8/8/4K2R b K - 0 1")
  }

  /// An en passant square appears only if a pawn can legally capture, as in python-chess.
  @Test(arguments: [
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
    ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "e3"),
    ("8/8/8/8/1k1Pp2Q/8/8/4K3 b - d3 0 1", "-"),
  ])
  func enPassantIsWrittenOnlyIfLegal(fen: String, expected: String) throws {
    let position = try Position(fen: fen)
    #expect((position.enPassant?.name ?? "-") == expected)
    #expect(position.fen.split(separator: " ")[3] == expected)
    #expect(try Position(fen: position.fen) == position)
  }

  @Test(arguments: [
    ("", nil, "found 0 fields"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", nil, "found 3 fields"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", nil, "found 5 fields"),
    ("rnbqkbnr/ppxppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 12, "found \"x\""),
    ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 17, "rank 7 has 7 squares"),
    ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 18, "more than 8 squares"),
    ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20, "no digit after a digit"),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 19, "found \"9\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/RNBQKBNR w KQkq - 0 1", 35, "expected 8 ranks, found 7"),
    ("8/8/8/8/8/8/8/8/8 w - - 0 1", 16, "expected 8 ranks, found more"),
    ("8/8/8/8/8/8/8/7 w - - 0 1", 16, "rank 1 has 7 squares"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", 45, "expected \"w\" or \"b\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1", 49, "found \"x\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1", 48, "each letter once"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", 52, "found \"e9\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", 54, "found \"-1\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999999999999999", 56, "99999"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 100000", 56, "99999"),
    ("rnbqkbnr/p\u{301}ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 10, "piece letter"),
    ("\u{0}/\u{7}", nil, "found 1 field"),
  ])
  func errorsLocateMalformedText(fen: String, column: Int?, reason: String) throws {
    let error = try #require(failure { () throws(ChessError) in try Position(fen: fen) })
    #expect(error.code == .malformedFEN)
    #expect(error.column == column)
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test(arguments: [
    ("8/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
    ("8/8/8/8/8/8/8/K7 w - - 0 1", "black has no king"),
    ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "white has 2 kings"),
    ("k7/8/8/8/8/8/8/K6P w - - 0 1", "pawn on h1"),
    ("k6p/8/8/8/8/8/8/K7 w - - 0 1", "pawn on h8"),
    ("k7/pp6/pppppppp/8/8/8/8/K7 w - - 0 1", "10 pawns"),
    ("k7/p7/pppppppp/8/8/8/8/K7 w - - 0 1", "9 pawns"),
    ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "black is in check"),
    ("k7/8/8/8/8/QQQQQQQQ/QQQQQQQQ/K7 b - - 0 1", "17 pieces"),
    ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "black is in check"),
    ("k7/8/8/8/8/8/8/KR6 w Q - 0 1", "no king on e1"),
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "no rook on h1"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no black pawn has passed"),
    ("4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1", "expected rank 6"),
    ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "a piece in its way"),
    ("k7/8/8/8/4r3/3n4/8/r3K3 w - - 0 1", "check by 3 pieces"),
    ("4k3/8/8/8/r3K2r/8/8/8 w - - 0 1", "along one line"),
    ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", "cannot have caused"),
  ])
  func illegalPositionsAreExplained(fen: String, reason: String) throws {
    let error = try #require(failure { () throws(ChessError) in try Position(fen: fen) })
    #expect(error.code == .illegalPosition)
    #expect(error.reason.contains(reason), "\(error)")
  }

  /// Two checking pieces need not be on one line.
  @Test(arguments: [
    "4r1k1/8/8/8/8/3n4/8/4K3 w - - 0 1", "r5k1/8/8/8/8/1n6/8/K7 w - - 0 1",
    "k7/8/1N6/8/8/8/8/R3K3 b - - 0 1",
  ])
  func doubleCheckIsLegal(fen: String) throws {
    let position = try Position(fen: fen)
    #expect(position.key.checkers.nonzeroBitCount == 2 && position.isCheck)
    #expect(position.fen == fen)
  }

  @Test func checkWithAWayOutIsNotMate() throws {
    let check = try Position(fen: "4k3/8/8/8/8/8/8/K3R3 b - - 0 1")
    #expect(check.isCheck && !check.isCheckmate && !check.isStalemate && check.hasLegalMove)
    let stalemate = try Position(fen: "k7/8/1Q6/8/8/8/8/2K5 b - - 0 60")
    #expect(!stalemate.isCheck && !stalemate.isCheckmate && stalemate.isStalemate)
    let mate = try Position(fen: "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    #expect(mate.isCheck && mate.isCheckmate && !mate.isStalemate && !mate.hasLegalMove)
  }

  @Test func kingsNeverStandNextToEachOther() throws {
    let position = try Position(fen: "8/8/8/8/4k3/8/4K3/8 w - - 0 60")
    #expect(Set(position.legalMoves.map(\.to.name)) == ["d1", "e1", "f1", "d2", "f2"])
  }

  @Test func hasSeveralNeedsTwoBits() {
    for one in 0..<64 {
      let bit: Bitboard = 1 << Bitboard(one)
      #expect(!bit.hasSeveral)
      for other in 0..<64 where other != one {
        #expect((bit | 1 << Bitboard(other)).hasSeveral)
      }
    }
    #expect(!Bitboard(0).hasSeveral && Bitboard.max.hasSeveral)
  }

  @Test func squaresOffTheBoardDoNotExist() {
    for (file, rank) in [(8, 0), (0, 8), (-1, 0), (0, -1), (7, 8)] {
      #expect(Square(file: file, rank: rank) == nil)
    }
    #expect(Square(file: 7, rank: 7)?.name == "h8" && Square(file: 0, rank: 0)?.name == "a1")
  }

  @Test func aFENHasAtMostAThousandBytes() throws {
    for (count, code) in [(1_000, ChessError.Code.malformedFEN), (1_001, .tooLarge)] {
      let text = String(repeating: "8", count: count)
      let error = try #require(failure { () throws(ChessError) in try Position(fen: text) })
      #expect(error.code == code)
    }
    let padding = String(repeating: " ", count: 1_000 - FENTests.start.utf8.count)
    #expect(try Position(fen: FENTests.start + padding) == .start)
  }

  @Test func hugeTextIsRefused() throws {
    let text = String(repeating: "8/", count: 1_000_000)
    let error = try #require(failure { () throws(ChessError) in try Position(fen: text) })
    #expect(error.code == .tooLarge)
    #expect(error.description.utf8.count < 400)
  }

  /// Every single-byte change of a FEN is read or refused. A position that was read can be written
  /// and read again.
  @Test func changedTextNeverTraps() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP1P3/5Q1p/PP1BBPPP/R3K2R b KQkq c3 0 1"
    var read = 0
    for place in fen.indices {
      for letter in "pNkK18/- wbe3é\u{0}" {
        let text = fen.replacingCharacter(at: place, by: letter)
        guard let position = try? Position(fen: text) else { continue }
        read += 1
        #expect((try? Position(fen: position.fen)) == position)
        for move in position.legalMoves {
          #expect(position.applying(move).kingSquare(.white) != nil)
        }
      }
    }
    #expect(read > 50)
  }
}

extension String {
  fileprivate func replacingCharacter(at place: Index, by letter: Character) -> String {
    var text = self
    text.replaceSubrange(place...place, with: [letter])
    return text
  }
}
