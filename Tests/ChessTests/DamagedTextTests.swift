import Glibc
import TestSupport
import Testing

@testable import Chess

/// Any text from outside is read or refused, quickly, and never traps.
@Suite(.timeLimit(.patientMinutes(2))) struct DamagedTextTests {
  private static let pgn = """
    [Event "x \\"y\\""] [GameNumber "12"]
    [SetUp "1"]
    [FEN "r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 149 99999"]

    1. O-O {c} Rd8+ (1... O-O $1 (2. a4)) 2. a4 $255 ; rest
    2... Ke7 3. a5!? 1-0

    1. e4 e5 *
    """

  /// The numbers of games and errors: each call makes progress, so this ends.
  private func read(_ text: String) throws -> (games: Int, errors: Int) {
    var reader = PGNReader(text)
    var games = 0
    var errors = 0
    while true {
      try #require(games + errors <= text.utf8.count + 1)
      do {
        guard let game = try reader.next() else { return (games, errors) }
        games += 1
        // A game that was read can be written, and read again without a mistake.
        #expect(try PGN.games(in: game.text).count == 1)
        _ = game.game.numberedSAN(at: 0)
      } catch {
        errors += 1
        #expect(error.description.utf8.count < 1_500)
      }
    }
  }

  @Test func damagedGamesAreReadOrRefused() throws {
    #expect(try read(Self.pgn) == (2, 0))
    var games = 0
    var errors = 0
    let tokens = ["$", "[", "{", "(", ";", "e8=Q", "O-O-O", "1...", "[FEN \"", "*", "%", "e.p."]
    for bytes in Mutations(of: Self.pgn.utf8, tokens: tokens, count: 2_000) {
      let outcome = try read(String(decoding: bytes, as: UTF8.self))
      games += outcome.games
      errors += outcome.errors
    }
    #expect(games > 100 && errors > 500)
  }

  /// No text takes time quadratic in its length: 10 MB would take hours.
  @Test(
    .tags(.slow), .skippable(.slow),
    arguments: [
      "[", "(", "{", "}", ")", "\"", "$", "!", ".", "1", "9", "a", "*", "\n", "\n\n[", "\u{0}", "%",
      "e.p.", "[A \"", "[FEN \"8/8\"]\n\n", "{a}", ";\n", "$1 ", "( ", "<\n\n[A", "1-0 ", "é",
      "[\n\n",
    ])
  func longTextIsReadQuickly(piece: String) throws {
    for start in ["", "[Event \"", "1. e4 ", "1. e4 {", "1. e4 ("] {
      let text = start + String(repeating: piece, count: 40_000 / piece.utf8.count)
      let begin = Self.processorSeconds
      var reader = PGNReader(text)
      var steps = 0
      while steps <= text.utf8.count + 1 {
        steps += 1
        do { if try reader.next() == nil { break } } catch {}
      }
      #expect(steps <= text.utf8.count + 1)
      #expect(Self.processorSeconds - begin < 2, "\(start)\(piece)…")
    }
  }

  /// This thread's processor time, independent of other tests and programs.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func damagedPositionsAreReadOrRefused() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP1P3/5Q1p/PP1BBPPP/R3K2R b KQkq c3 99999 99999"
    var read = 0
    for bytes in Mutations(of: fen.utf8, tokens: ["/", "8", " ", "K", "k", "p"], count: 3_000) {
      guard let position = try? Position(fen: String(decoding: bytes, as: UTF8.self)) else {
        continue
      }
      read += 1
      #expect((try? Position(fen: position.fen)) == position)
      for move in position.legalMoves.prefix(3) { _ = position.applying(move).fen }
    }
    #expect(read > 50)
  }

  /// Errors quote the wrong text.
  @Test(arguments: [
    ("e4", "e4"), ("é\u{301}", "é\u{301}"), ("a\u{1B}[2J\nb", "a\\u{1B}[2J\\nb"),
    ("\u{200B}\u{2028}", "\\u{200B}\\u{2028}"),
    (String(repeating: "é", count: 100), String(repeating: "é", count: 100)),
    (String(repeating: "é", count: 101), String(repeating: "é", count: 100) + "…"),
  ])
  func errorsShortenLongTextAndEscapeControlCharacters(text: String, expected: String) {
    #expect(ChessError.shortened(text) == expected)
  }

  @Test func damagedMovesAreReadOrRefused() throws {
    let position = try Position(fen: "r3k2r/P1p5/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
    var read = 0
    for (seed, move) in ["O-O-O", "exd6e.p.", "a8=Q+!?", "Ra1-b1", "e1g1", "bxa8(N)"].enumerated() {
      let tokens = ["=", "Q", "x", "e.p.", "+", "#", "0-0", "8"]
      for bytes in Mutations(of: move.utf8, tokens: tokens, count: 1_000, seed: UInt64(seed)) {
        let text = String(decoding: bytes, as: UTF8.self)
        if (try? position.move(san: text)) != nil { read += 1 }
        _ = try? position.move(uci: text)
        _ = Square(text)
      }
    }
    #expect(read > 100)
    #expect(
      failure { () throws(ChessError) in
        try position.move(san: String(repeating: "Q", count: 10_000_000))
      }?.code == .malformedMove)
  }
}
