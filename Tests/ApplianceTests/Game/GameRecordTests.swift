import Chess
import Dialogue
import DialogueTestSupport
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Appliance

@Suite struct GameRecordTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path + "/state" }

  init() throws { scratch = try ScratchDirectory() }

  private func record(
    limits: GameRecord.Limits = .init(), today: String = "2026.11.21"
  ) throws -> GameRecord {
    try GameRecord(directory: path, limits: limits, today: { today })
  }

  private func game(_ sans: String...) throws -> Game {
    var game = Game()
    for san in sans { try game.play(san: san) }
    return game
  }

  private func text(_ name: String) throws -> String? {
    try DurableDirectory(path).read(name, limit: 1_000_000).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func kept() throws -> [String] {
    try DurableDirectory(path + "/games").files().map(\.name)
  }

  private func write(_ text: String, to name: String = "current.pgn") throws {
    try DurableDirectory(path).replace(name, with: Array(text.utf8))
  }

  @Test func aSavedGameIsResumed() throws {
    let saved = try game("e4", "e5", "Nf3")
    do {
      let record = try record()
      #expect(try record.resume() == GameRecord.Resumption())
      try record.begin(Game())
      try record.save(saved)
    }
    #expect(try record().resume() == GameRecord.Resumption(game: saved))
    let pgn = try #require(try text("current.pgn"))
    for line in ["[Event \"SpokenMove\"]", "[Date \"2026.11.21\"]", "[Result \"*\"]"] {
      #expect(pgn.contains(line + "\n"))
    }
    #expect(pgn.hasSuffix("\n1. e4 e5 2. Nf3 *\n"))
    #expect(try kept().isEmpty)
  }

  @Test func aGlanceShowsTheGameAndChangesNothing() throws {
    #expect(GameRecord.glance(into: path) == nil)
    do {
      let record = try record()
      _ = try record.resume()
      try record.begin(Game())
      try record.save(try game("e4", "e5"), players: PlayerNames(white: "Player", black: "Toy"))
    }
    let before = try text("current.pgn")
    let seen = try #require(GameRecord.glance(into: path))
    #expect(seen.report.moves == ["e4", "e5"] && seen.players == nil)
    #expect(GameRecord.glance(into: path, showsPlayers: true)?.players?.black == "Toy")
    #expect(try text("current.pgn") == before)
    try write("no game")
    #expect(GameRecord.glance(into: path) == nil)
    #expect(try text("current.pgn") == "no game")
  }

  @Test func theRecordNamesBothPlayers() throws {
    let record = try record()
    let players = PlayerNames(white: "Player", black: "A \"toy\"\r\u{1b}[2J\\")
    try record.begin(Game(), players: players)
    try record.save(try game("e4"), players: players)
    let names = "[White \"Player\"]\n[Black \"A \\\"toy\\\"  [2J\\\\\"]\n"
    #expect(try text("current.pgn")?.contains(names) == true)
    // A game that continues without the opponent keeps the opponent's name.
    try record.save(try game("e4", "e5"))
    #expect(try text("current.pgn")?.contains(names) == true)
    #expect(try record.resume().game == game("e4", "e5"))
    try record.begin(Game())
    #expect(try text("current.pgn")?.contains("[White \"?\"]\n[Black \"?\"]\n") == true)
  }

  @Test func aMoveTakenBackStaysTakenBack() throws {
    let record = try record()
    var game = try game("e4", "e5")
    try record.save(game)
    game.undo()
    try record.save(game)
    #expect(try record.resume().game == game)
  }

  @Test func aGameFromAnotherPositionIsResumed() throws {
    let record = try record()
    var game = Game(start: try Position(fen: "4k3/P7/8/8/8/8/8/4K3 w - - 3 40"))
    try game.play(san: "a8=Q+")
    try record.save(game)
    #expect(try record.resume().game == game)
    #expect(try text("current.pgn")?.contains("[SetUp \"1\"]") == true)
  }

  @Test func everyFinishedGameHasItsFile() throws {
    let record = try record()
    var first = try game("f3", "e5", "g4")
    try record.save(first)
    try first.play(san: "Qh4#")
    try record.save(first)
    #expect(try kept() == ["00001_2026-11-21.pgn"])
    #expect(try record.resume().game == first)

    try record.begin(Game())
    var second = try game("e4")
    second.end(.resignation(winner: .white))
    try record.save(second)
    #expect(try kept() == ["00001_2026-11-21.pgn", "00002_2026-11-21.pgn"])
    #expect(try record.resume().game?.outcome == .resignation(winner: .white))
    let file = try #require(try text("games/00001_2026-11-21.pgn"))
    #expect(file.contains("[Result \"0-1\"]"))
    #expect(file.hasSuffix("1. f3 e5 2. g4 Qh4# 0-1\n"))
  }

  /// A file with the greatest number, or another game's with the same number, causes no loss.
  @Test func noGameOverwritesAnother() throws {
    let record = try record()
    try DurableDirectory(path + "/games").replace(
      "999999999_x.pgn", with: Array("1. d4 d5 1-0".utf8))
    for san in ["e4", "d4", "c4"] {
      try record.begin(Game())
      var game = try game(san)
      game.end(.resignation(winner: .white))
      try record.save(game)
    }
    #expect(try kept().count == 4)

    let finished = "[Date \"2026.11.21\"]\n[GameNumber \"7\"]\n\n1. d4 d5 1-0\n"
    try DurableDirectory(path + "/games").replace(
      "00007_2026-11-21.pgn", with: Array(finished.utf8))
    try write("[Date \"2026.11.21\"]\n[GameNumber \"7\"]\n\n1. e4 *\n")
    #expect(try record.resume().game == game("e4"))
    #expect(try text("games/00007_2026-11-21.pgn") == finished)
    #expect(try text("current.pgn")?.contains("GameNumber \"7\"") == false)
  }

  @Test func aGameContinuedAfterItsEndIsKeptOnce() throws {
    let record = try record()
    var game = try game("f3", "e5", "g4", "Qh4")
    try record.save(game)
    #expect(try text("current.pgn")?.contains("[Termination \"normal\"]") == true)
    game.undo()
    try record.save(game)
    #expect(try text("current.pgn")?.contains("Termination") == false)
    #expect(try kept().isEmpty)
    try game.play(san: "Qh4")
    try record.save(game)
    #expect(try kept() == ["00001_2026-11-21.pgn"])
  }

  @Test func anAbandonedGameIsKeptUnlessItHasNoMoves() throws {
    let record = try record()
    try record.save(Game())
    try record.begin(Game())
    #expect(try kept().isEmpty)
    try record.save(try game("d4"))
    try record.begin(Game())
    #expect(try kept().count == 1)
    #expect(try text("games/00001_2026-11-21.pgn")?.hasSuffix("1. d4 *\n") == true)
    #expect(
      try text("games/00001_2026-11-21.pgn")?.contains("[Termination \"abandoned\"]") == true)
  }

  @Test(arguments: [
    "", "nonsense", "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n", "[Event \"x\"]\n\n1. e4 e5 2. Nf3\n",
    "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n", "\u{0}\u{1}\u{2}",
    "[FEN \"bad\"]\n\n*\n", String(repeating: "x", count: 1_100_000),
  ])
  func otherContentIsPutAside(content: String) throws {
    let record = try record()
    try write(content)
    let resumption = try record.resume()
    #expect(resumption.game == nil)
    let warning = try #require(resumption.warning)
    #expect(warning.contains(path + "/current.pgn"))
    #expect(warning.contains("unreadable-1.pgn"))
    #expect(try text("current.pgn") == nil)
    if content.utf8.count < 1_000_000 { #expect(try text("unreadable-1.pgn") == content) }

    // A second one does not replace the first one.
    try write("again")
    #expect(try record.resume().warning?.contains("unreadable-2.pgn") == true)
    #expect(try text("unreadable-2.pgn") == "again")
  }

  @Test func bytesThatAreNotTextArePutAside() throws {
    let record = try record()
    try DurableDirectory(path).replace("current.pgn", with: [0xFF, 0xFE, 0x80])
    #expect(try record.resume().warning?.contains("not text") == true)
  }

  @Test func savingDoesNotOverwriteOtherContent() throws {
    let record = try record()
    try write("1. e4 e5 somebody's notes")
    try record.save(try game("d4"))
    #expect(try text("unreadable-1.pgn") == "1. e4 e5 somebody's notes")
    #expect(try record.resume().game?.sans == ["d4"])
  }

  @Test func aGameFromElsewhereContinuesAndKeepsItsTags() throws {
    let record = try record()
    try write("[Event \"Club\"]\n[White \"Ann\"]\n[Date \"2020.01.02\"]\n\n1. e4 c5 *\n")
    var game = try #require(try record.resume().game)
    #expect(game.sans == ["e4", "c5"])
    try game.play(san: "Nf3")
    try record.save(game)
    #expect(try text("current.pgn")?.contains("[White \"Ann\"]") == true)
    try record.begin(Game())
    #expect(try kept() == ["00001_2020-01-02.pgn"])
  }

  @Test func theOldestGamesAreRemovedIfThereAreTooMany() throws {
    let record = try record(limits: .init(games: 3))
    try DurableDirectory(path + "/games").replace("notes.txt", with: [1])
    for _ in 1...12 {
      try record.save(try game("e4"))
      try record.begin(Game())
    }
    #expect(
      try kept() == [
        "00010_2026-11-21.pgn", "00011_2026-11-21.pgn", "00012_2026-11-21.pgn", "notes.txt",
      ])
  }

  @Test func theOldestGamesAreRemovedIfTheyAreTooLarge() throws {
    let record = try record(limits: .init(bytes: 1))
    for _ in 1...3 {
      try record.save(try game("e4"))
      try record.begin(Game())
    }
    #expect(try kept() == ["00003_2026-11-21.pgn"])
  }

  @Test func theOrderDoesNotDependOnTheDate() throws {
    try {
      let record = try record(today: "2026.11.21")
      try record.save(try game("e4"))
      try record.begin(Game())
    }()
    let late = try record(limits: .init(games: 1), today: "1970.01.01")
    try late.begin(Game())
    try late.save(try game("d4"))
    try late.begin(Game())
    #expect(try kept() == ["00002_1970-01-01.pgn"])
  }

  @Test func anErrorLeavesTheDiskUnchanged() throws {
    let record = try record()
    let saved = try game("e4")
    try record.save(saved)
    // A directory in the way simulates a disk that refuses the file.
    mkdir(path + "/current.pgn.new", 0o755)
    let error = try thrown(GameRecordError.self) { try record.save(try game("e4", "e5")) }
    #expect(error.path == path + "/current.pgn.new")
    #expect(try record.resume().game == saved)
    rmdir(path + "/current.pgn.new")
    try record.save(try game("e4", "e5"))
    #expect(try record.resume().game?.moves.count == 2)
  }

  @Test func onlyOneProcessHasTheRecord() throws {
    let first = try record()
    #expect(throws: GameRecordError.self) { try record() }
    try first.save(Game())
  }

  @Test func theSystemsDateIsADate() {
    let date = GameRecord.systemDate()
    #expect(date.count == 10)
    #expect(date.split(separator: ".").compactMap { Int($0) }.count == 3)
    #expect(date >= "2024.01.01")
  }

  @Test func manyKeptGamesAreRemovedWithOneSync() throws {
    let games = try DurableDirectory(path + "/games")
    for number in 10_001...12_003 {
      close(open("\(games.path)/\(number)_2026-11-21.pgn", O_WRONLY | O_CREAT, 0o644))
    }
    let syncs = Atomic(0)
    let record = try GameRecord(
      directory: path, limits: .init(games: 3), today: { "2026.11.21" },
      sync: { descriptor in
        syncs.add(1, ordering: .relaxed)
        return fsync(descriptor)
      })
    try record.save(try game("f3", "e5", "g4", "Qh4#"))
    #expect(try kept().count == 3)
    #expect(syncs.load(ordering: .relaxed) < 10)
  }
}
