import Chess
import ChessLanguage
import Dialogue
import DialogueTestSupport
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Appliance

@Suite struct RecordedDialogueTests {
  private let scratch: ScratchDirectory
  private let language: ChessLanguage

  init() throws {
    scratch = try ScratchDirectory()
    language = try EnglishLanguage.shared.get()
  }

  /// The error that the disk fails with, until a test removes it.
  private let failure = Failure()

  private final class Failure: Sendable {
    let status = Mutex<CInt?>(nil)
    /// Stands for `fsync` on a directory; files are whole.
    func sync(_ descriptor: CInt) -> CInt {
      var entry = stat()
      guard let status = status.withLock({ $0 }), fstat(descriptor, &entry) == 0,
        entry.st_mode & S_IFMT == S_IFDIR
      else { return fsync(descriptor) }
      errno = status
      return -1
    }
  }

  private func keeper() -> GameKeeper {
    let (path, failure) = (scratch.path + "/state", failure)
    return GameKeeper { () throws(GameRecordError) in
      try GameRecord(
        directory: path, limits: .init(), today: { "2026.11.21" }, sync: { failure.sync($0) })
    }
  }

  private func dialogue(_ keeper: GameKeeper?) -> RecordedDialogue {
    let game = keeper?.resume().game ?? Game()
    return RecordedDialogue(
      dialogue: ChessDialogue(language: language, game: game), keeper: keeper)
  }

  /// The game that a start would find.
  private func found() throws -> Game? {
    let file = try DurableDirectory(scratch.path + "/state").read("current.pgn", limit: 1 << 20)
    let text = String(decoding: try #require(file), as: UTF8.self)
    return try PGN.games(in: text, limit: 1).first?.game
  }

  private var keptCount: Int {
    get throws { try DurableDirectory(scratch.path + "/state/games").files().count }
  }

  @Test func everyAnswerIsOnDisk() throws {
    var dialogue = dialogue(keeper())
    for (line, sans) in [
      ("e4", ["e4"]), ("undo", []), ("play the albin counter gambit", ["d4", "d5", "c4", "e5"]),
      ("undo", ["d4", "d5", "c4"]),
    ] {
      #expect(!dialogue.read(line).isEmpty)
      #expect(try found()?.sans == sans)
    }
    _ = dialogue.read("new game")
    _ = dialogue.read("yes")
    #expect(try found() == Game())
    #expect(try keptCount == 1)
  }

  @Test func withAFullDiskTheGameContinuesAndIsSavedLater() throws {
    var dialogue = dialogue(keeper())
    _ = dialogue.read("e4")
    let obstacle = scratch.path + "/state/current.pgn.new"
    mkdir(obstacle, 0o755)
    for line in ["e5", "new game", "yes", "d4"] { _ = dialogue.read(line) }
    #expect(dialogue.dialogue.game.sans == ["d4"])
    #expect(dialogue.problem?.path == obstacle)
    #expect(try found()?.sans == ["e4"])
    #expect(dialogue.mend() == nil)
    #expect(dialogue.problem != nil)
    rmdir(obstacle)
    #expect(dialogue.mend() == nil)
    #expect(dialogue.problem == nil)
    #expect(try found()?.sans == ["d4"])
    #expect(try keptCount == 1)
  }

  /// A dialogue with 1. e4 saved, while another program holds the directory.
  private func dialogueWhoseRecordIsLocked() throws -> (
    RecordedDialogue, by: DurableDirectory
  ) {
    do {
      var before = dialogue(keeper())
      _ = before.read("e4")
    }
    let other = try DurableDirectory(scratch.path + "/state")
    try other.lock()
    return (dialogue(keeper()), other)
  }

  @Test func aGameFoundLateContinues() throws {
    let (opened, other) = try dialogueWhoseRecordIsLocked()
    var late = opened
    #expect(late.problem?.status == EWOULDBLOCK)
    _ = consume other
    #expect(late.mend() == nil)
    #expect(late.problem == nil)
    #expect(late.dialogue.game.sans == ["e4"])
  }

  @Test func aGameFoundAfterAnotherHasBegunIsKept() throws {
    let (opened, other) = try dialogueWhoseRecordIsLocked()
    var late = opened
    _ = late.read("d4")
    #expect(late.problem?.status == EWOULDBLOCK)
    _ = consume other
    _ = late.read("d5")
    #expect(late.problem == nil)
    #expect(late.dialogue.game.sans == ["d4", "d5"])
    #expect(try found()?.sans == ["d4", "d5"])
    #expect(try keptCount == 1)
  }

  @Test(arguments: [true, false])
  func aRemovedDirectoryIsMadeAgain(isMadeByHand: Bool) throws {
    var dialogue = dialogue(keeper())
    for line in ["e4", "e5"] { _ = dialogue.read(line) }
    try FileManager.default.removeItem(atPath: scratch.path + "/state")
    if isMadeByHand { mkdir(scratch.path + "/state", 0o755) }
    _ = dialogue.read("d4")
    #expect(dialogue.problem == nil)
    #expect(try found()?.sans == ["e4", "e5", "d4"])
    _ = dialogue.read("d5")
    #expect(try found()?.sans == ["e4", "e5", "d4", "d5"])
  }

  @Test func aMoveWithoutTheDisksConfirmationStaysPlayed() throws {
    var dialogue = dialogue(keeper())
    _ = dialogue.read("e4")
    failure.status.withLock { $0 = EIO }
    for (line, sans) in [("e5", ["e4", "e5"]), ("d4", ["e4", "e5", "d4"])] {
      _ = dialogue.read(line)
      #expect(dialogue.problem?.status == EIO)
      // A start would find the same game as shown.
      #expect(dialogue.dialogue.game.sans == sans)
      #expect(try found()?.sans == sans)
    }
    failure.status.withLock { $0 = nil }
    _ = dialogue.mend()
    #expect(dialogue.problem == nil)
    #expect(try found()?.sans == ["e4", "e5", "d4"])
    #expect(try keptCount == 0)
  }

  @Test func withoutARecordTheGameIsPlayedToo() throws {
    var dialogue = dialogue(nil)
    _ = dialogue.read("e4")
    #expect(dialogue.dialogue.game.sans == ["e4"])
    #expect(dialogue.commit { $0.lapse() }.isEmpty)
    #expect(dialogue.mend() == nil)
  }
}

extension RecordedDialogue {
  fileprivate mutating func read(_ line: String) -> [Response] { commit { $0.read(line) } }
}
