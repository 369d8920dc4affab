import Testing

@testable import Chess

@Suite struct PGNTests {
  @Test func writtenGameHasTheSevenTagsInOrderAndShortLines() throws {
    var game = Game()
    for _ in 0..<40 {
      for san in ["Nf3", "Nf6", "Ng1", "Ng8"] { game.append(try game.position.move(san: san)) }
    }
    let pgn = PGN(
      game,
      tags: [PGN.Tag("Annotator", "a \"b\" \\c\n"), PGN.Tag("White", "A"), PGN.Tag("x y", "no")],
      comments: [0: "before", 1: "a } b\nc"], glyphs: [2: [1, 13]])
    let lines = pgn.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(10) == [
        "[Event \"?\"]", "[Site \"?\"]", "[Date \"????.??.??\"]", "[Round \"?\"]", "[White \"A\"]",
        "[Black \"?\"]", "[Result \"1/2-1/2\"]", "[Annotator \"a \\\"b\\\" \\\\c \"]",
        "[Termination \"normal\"]", "",
      ])
    #expect(lines[10].hasPrefix("{before} 1. Nf3 {a ) b c} 1... Nf6 $1 $13 2. Ng1 Ng8 3. Nf3"))
    #expect(lines.allSatisfy { $0.count <= 79 })
    #expect(lines.suffix(2).first?.hasSuffix("1/2-1/2") == true && lines.last == "")

    let again = try #require(try PGN.games(in: pgn.text).first)
    #expect(again.game.moves == game.moves)
    #expect(again.comments == [0: "before", 1: "a ) b c"])
    #expect(again.glyphs == [2: [1, 13]])
    #expect(again[tag: "Annotator"] == "a \"b\" \\c ")
    #expect(again.text == pgn.text)
  }

  @Test func eachMistakeIsLocated() throws {
    let bad = "[White \"A\"]\n\n1. e4 e5 2. Nz3 *\n"
    var reader = PGNReader([bad, bad, "[White \"B\"]\n\n1. d4 *\n", bad].joined(separator: "\n"))
    var places: [String] = []
    while true {
      do throws(ChessError) {
        guard let pgn = try reader.next() else { break }
        places.append("\(pgn.game.sans)")
      } catch {
        places.append("\(error.line ?? 0):\(error.column ?? 0)")
      }
    }
    #expect(places == ["3:13", "7:13", "[\"d4\"]", "15:13"])
  }

  @Test func byDefaultAThousandGamesAreRead() throws {
    for (count, isAccepted) in [(1_000, true), (1_001, false)] {
      let text = String(repeating: "1. e4 *\n\n", count: count)
      let games = try? PGN.games(in: text)
      #expect(games?.count == (isAccepted ? count : nil))
    }
  }

  @Test func theTerminationTagIsKept() throws {
    let text = "[White \"A\"]\n[Termination \"time forfeit\"]\n\n1. e4 1-0\n"
    let game = try #require(try PGN.games(in: text).first)
    let lines = game.text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("[Termination") } == 1)
    #expect(lines.contains("[Termination \"time forfeit\"]") && lines.last == "1. e4 1-0")
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    let games = try PGN.games(in: "\u{FEFF}e4 e5 *")
    #expect(games.map(\.game.sans) == [["e4", "e5"]])
  }

  @Test(.tags(.slow), .skippable(.slow)) func aGameHasALimitedNumberOfMoves() throws {
    let round = ["Nf3", "Nf6", "Ng1", "Ng8"]
    func text(_ count: Int) -> String {
      (0..<count).map { round[$0 % 4] }.joined(separator: " ") + " *"
    }
    #expect(try PGN.games(in: text(20_000)).first?.game.moves.count == 20_000)
    #expect(throws: ChessError.self) { try PGN.games(in: text(20_001)) }
  }

  @Test func removingATagLeavesTheOthers() {
    var pgn = PGN(Game(), tags: [.init("White", "a"), .init("Black", "b")])
    pgn[tag: "White"] = nil
    #expect(pgn.tags.map(\.name) == ["Black"] && pgn[tag: "White"] == nil)
    pgn[tag: "Black"] = "c"
    #expect(pgn.tags.map(\.value) == ["c"])
  }

  @Test func everythingTheStandardAllowsIsRead() throws {
    let text = """
      % an escape line [Event "no"]
      [Event "one"]
      [Result "1-0"] [White "é"]

      1.e4 {a comment (with) [brackets]} e5!? $14 ; to the end {of line
      2. Nf3 (2. f4 exf4 (2... d5 {)} 3. exd5) 3. Nf3 *) 2... Nc6
      % another 3. Nonsense
      3. Bb5 a6?? 1-0

      [Event "two"]
      [SetUp "1"]
      [FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]

      7... Kd7 8 e4 0-1
      1. d4 d5 *
      """
    let games = try PGN.games(in: text.replacing("\n", with: "\r\n"))
    #expect(games.count == 3)
    #expect(games[0].game.sans == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"])
    #expect(games[0].game.result == .whiteWins)
    #expect(games[0].game.outcome == .recorded(winner: .white))
    #expect(games[0].comments == [1: "a comment (with) [brackets]", 2: "to the end {of line"])
    #expect(games[0].glyphs == [2: [5, 14], 6: [4]])
    #expect(games[0][tag: "White"] == "é")
    #expect(games[1].game.sans == ["Kd7", "e4"])
    #expect(games[1].game.numberedSAN(at: 0) == "7... Kd7")
    #expect(games[1].game.result == .blackWins)
    #expect(games[1].text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]"))
    #expect(games[1].text.contains("\n7... Kd7 8. e4 0-1\n"))
    #expect(games[2].game.sans == ["d4", "d5"])
    #expect(games[2].game.outcome == nil)
  }

  @Test(arguments: [
    Outcome.resignation(winner: .black), .draw(.agreement), .draw(.threefoldRepetition),
    .recorded(winner: nil), .recorded(winner: .white), .time(winner: .black), .time(winner: nil),
  ])
  func declaredOutcomesAreReadBack(outcome: Outcome) throws {
    var game = Game()
    try game.play(san: "e4")
    game.end(outcome)
    let pgn = PGN(game)
    #expect(try PGN.games(in: pgn.text).first?.game.outcome == outcome)
  }

  /// By the standard: "normal", "time forfeit"; nothing if the record does not say.
  @Test(
    arguments: [
      (.resignation(winner: .black), "normal"), (.draw(.agreement), "normal"),
      (.time(winner: .white), "time forfeit"), (.time(winner: nil), "time forfeit"),
      (.recorded(winner: .white), nil),
    ] as [(Outcome, String?)])
  func terminationsFollowTheStandard(outcome: Outcome, termination: String?) throws {
    var game = Game()
    try game.play(san: "e4")
    game.end(outcome)
    let read = try #require(try PGN.games(in: PGN(game).text).first)
    #expect(read[tag: "Termination"] == termination)
    #expect(read[tag: "Reason"] == (termination == nil ? nil : outcome.description))
  }

  @Test(
    arguments: [
      ("1. f3 e5 2. g4 Qh4# 0-1", "normal"),
      ("[SetUp \"1\"]\n[FEN \"7k/8/8/6Q1/8/8/8/K7 w - - 0 1\"]\n\n1. Qg6 1/2-1/2", "normal"),
      ("[Termination \"abandoned\"]\n\n1. f3 *", "abandoned"), ("1. f3 *", nil),
      // As in older records.
      ("[Termination \"black resigns, white wins\"]\n\n1. f3 1-0", "normal"),
      ("[Termination \"adjudication\"]\n\n1. f3 1-0", "adjudication"),
    ] as [(String, String?)])
  func anEndOnTheBoardIsANormalTermination(text: String, termination: String?) throws {
    let written = try #require(try PGN.games(in: text).first).text
    #expect(try PGN.games(in: written).first?[tag: "Termination"] == termination)
  }

  @Test(arguments: [
    ("1. e4 e5\n2. Nf6", 2, 4, ChessError.Code.illegalMove),
    ("1. e4 {é} e9", 1, 11, .malformedMove),
    ("1. e4 (1. d4", 1, 7, .malformedPGN),
    ("1. e4 )", 1, 7, .malformedPGN),
    ("1. e4 {never", 1, 7, .malformedPGN),
    ("[Event \"x\n\"]", 1, 8, .malformedPGN),
    ("[Event x]", 1, 8, .malformedPGN),
    ("[\"x\"]", 1, 2, .malformedPGN),
    ("[Event \"x\"", 1, 11, .malformedPGN),
    ("\n[FEN \"8/8\"]\n\n*", 2, 1, .malformedFEN),
    ("[Event \"x\"]\n[Site \"y\"]\n[FEN \"bad\"]\n\n1. e4 *", 3, 1, .malformedFEN),
    ("1. e4 $999", 1, 7, .malformedPGN),
    ("1. e4!?!?", 1, 6, .malformedPGN),
    ("1. e4 --", 1, 7, .malformedMove),
    ("1. e4 <reserved>", 1, 7, .malformedPGN),
  ])
  func errorsAreLocated(text: String, line: Int, column: Int, code: ChessError.Code) throws {
    let error = try #require(failure { () throws(ChessError) in try PGN.games(in: text) })
    #expect(error.code == code, "\(error)")
    #expect(error.line == line && error.column == column, "\(error)")
  }

  @Test(
    arguments: [
      (1, "expected one game only"), (2, "expected 2 games at most"), (3, nil),
    ] as [(Int, String?)])
  func theNumberOfGamesIsLimited(limit: Int, reason: String?) throws {
    let text = "1. e4 *\n\n1. d4 *\n\n1. c4 *"
    let error = failure { () throws(ChessError) in try PGN.games(in: text, limit: limit) }
    #expect(error?.explanation.description == reason)
    #expect(error?.code == reason.map { _ in .tooLarge })
  }

  @Test func aGameMayHaveTwoHundredTags() throws {
    func tags(_ count: Int) -> String { (0..<count).map { "[T\($0) \"\"]" }.joined() + " *" }
    let read = try #require(try PGN.games(in: tags(200)).first).tags
    #expect(read.count == 200 && read.first?.name == "T0" && read.last?.name == "T199")
    let error = try #require(failure { () throws(ChessError) in try PGN.games(in: tags(201)) })
    #expect(error.code == .tooLarge)
  }

  @Test func tagsMayHaveBlanks() throws {
    for line in ["[A \"x\"]", "  [A \"x\"] ", "[A \"x\"][B \"\"]", "\t[A \"x\"]"] {
      #expect(PGNReader.isTags(line))
    }
    for line in ["", "A", "[A \"x\"", "[A \"x\"] e4", "[A \"x\"]\u{7}", "e4 [A \"x\"]"] {
      #expect(!PGNReader.isTags(line))
    }
    let pgn = try #require(try PGN.games(in: "[ A  \"x\" ]\n [B\"y\"][C \"z\"]\n\n*").first)
    #expect(pgn.tags.map(\.name) == ["A", "B", "C"] && pgn.tags.map(\.value) == ["x", "y", "z"])
  }

  @Test func aVariationMayBeginWithAnother() throws {
    let pgn = try #require(try PGN.games(in: "1. e4 ((1. d4) 1. c4) 1... e5 *").first)
    #expect(pgn.game.sans == ["e4", "e5"])
  }

  @Test func marksAfterEnPassantAreRead() throws {
    let text = "1. e4 a6 2. e5 d5 3. exd6e.p.! {so} 3... a5 *"
    let pgn = try #require(try PGN.games(in: text).first)
    #expect(pgn.game.sans == ["e4", "a6", "e5", "d5", "exd6", "a5"])
    #expect(pgn.glyphs == [5: [1]] && pgn.comments == [5: "so"])
  }

  /// A line ends only if the next word does not fit into 79 characters.
  @Test func linesAreFilledUpTo79Characters() throws {
    var game = Game()
    for _ in 0..<40 {
      for san in ["Nf3", "Nf6", "Ng1", "Ng8"] { game.append(try game.position.move(san: san)) }
    }
    let lines = PGN(game).text.split(separator: "\n").drop { $0.hasPrefix("[") }
    #expect(lines.count > 5)
    for (line, next) in zip(lines, lines.dropFirst()) {
      let word = next.prefix { $0 != " " }
      #expect(line.count <= 79 && line.count + 1 + word.count > 79)
    }
  }

  @Test func oneBadGameDoesNotHideTheNext() throws {
    var reader = PGNReader("[Event \"1\"]\n\n1. e4 (\n\n[Event \"2\"]\n[Site \"s\"]\n\n1. d4 *")
    #expect(failure { () throws(ChessError) in try reader.next() } != nil)
    let second = try #require(try reader.next())
    #expect(second[tag: "Event"] == "2" && second[tag: "Site"] == "s")
    #expect(try reader.next() == nil)
  }

  /// A bracket in the bad game is not a tag, and neither is another paragraph.
  @Test(arguments: ["1. e4 Zz9 [x] *", "1. e4 Zz9\n\n1. c4 c5 *", "1. e4 ) ]\n[x \"1\"]"])
  func theRestOfABadGameIsSkipped(text: String) throws {
    var reader = PGNReader("\(text)\n\n[Event \"2\"]\n\n1. d4 *")
    #expect(failure { () throws(ChessError) in try reader.next() } != nil)
    let second = try #require(try reader.next())
    #expect(second[tag: "Event"] == "2" && second.game.sans == ["d4"])
    #expect(try reader.next() == nil)
  }

  @Test(arguments: [
    (#"a\qb"#, #"a\qb"#), (#"a\\\\b"#, #"a\\b"#), (#"\"a\""#, #""a""#), (#"a\\"#, #"a\"#),
  ])
  func aBackslashQuotesItselfAndQuotationMarks(text: String, value: String) throws {
    var reader = PGNReader("[Event \"\(text)\"]\n\n1. d4 *")
    #expect(try reader.next()?[tag: "Event"] == value)
  }

  @Test func hostileFilesAreBounded() throws {
    let nested = "1. e4 " + String(repeating: "(", count: 200_000)
    #expect(failure { () throws(ChessError) in try PGN.games(in: nested) } != nil)
    let comments = "1. e4 " + String(repeating: "{a}", count: 50_000) + " *"
    #expect(try PGN.games(in: comments).first?.comments[1]?.utf8.count == 99_999)
    let results = String(repeating: "* ", count: 1001)
    #expect(failure { () throws(ChessError) in try PGN.games(in: results) } != nil)
    #expect(try PGN.games(in: results, limit: 2000).count == 1001)
    let tags = (0..<300).map { "[T\($0) \"\"]" }.joined()
    #expect(failure { () throws(ChessError) in try PGN.games(in: tags) } != nil)
    #expect(try PGN.games(in: " \n ; only a comment").isEmpty)
  }

  @Test func noSpaceIsNeededAfterAVariation() throws {
    let games = try PGN.games(in: "1. e4 (1. d4)e5 {c}2. Nf3 *")
    #expect(games.first?.game.sans == ["e4", "e5", "Nf3"])
  }

  /// Reading ends for any bytes, and never traps.
  @Test func damagedFilesAreReadToTheirEnd() {
    let text =
      "[Event \"x\"]\n\n1. e4 {c} e5 (1... c5 $1) 2. Nf3!? ; r\nNc6 exd6e.p. 1-0\n\n[A \"\\\"\"]\n\n*"
    for length in 0...text.count {
      for extra in [
        "", "[", "(", ")", "{", "}", "\"", "$", "e.p.", ".", "%", "\\", "\u{0}", "é", "<",
      ] {
        var reader = PGNReader(String(text.prefix(length)) + extra + String(text.dropFirst(length)))
        var count = 0
        while count < 100 {
          count += 1
          do { if try reader.next() == nil { break } } catch {}
        }
        #expect(count < 100)
      }
    }
  }
}
