import Chess
import ChessLanguage
import Glibc
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

  private func dialogue(_ record: GameRecord?) throws -> RecordedDialogue {
    let game = try record?.resume().game ?? Game()
    return RecordedDialogue(ChessDialogue(language: language, game: game), record: record)
  }

  @Test func whatWasAnsweredIsOnDisk() throws {
    let record = try GameRecord(directory: scratch.path)
    var dialogue = try dialogue(record)
    for (line, sans) in [
      ("e4", ["e4"]), ("undo", []), ("play the albin counter gambit", ["d4", "d5", "c4", "e5"]),
      ("undo", ["d4", "d5", "c4"]),
    ] {
      #expect(!dialogue.read(line).isEmpty)
      #expect(try record.resume().game?.sans == sans)
    }
    _ = dialogue.read("new game")
    _ = dialogue.read("yes")
    #expect(try record.resume().game == Game())
    #expect(try DurableDirectory(scratch.path + "/games").files().count == 1)
  }

  @Test func withoutRoomOnTheDiskTheGameStaysAsItWas() throws {
    let record = try GameRecord(directory: scratch.path)
    var dialogue = try dialogue(record)
    _ = dialogue.read("e4")
    mkdir(scratch.path + "/current.pgn.new", 0o755)
    guard case .refused(let refusal) = dialogue.read("e5").first else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.reason == .notRecorded)
    #expect(dialogue.dialogue.game.sans == ["e4"])
    rmdir(scratch.path + "/current.pgn.new")
    _ = dialogue.read("e5")
    #expect(try record.resume().game?.sans == ["e4", "e5"])
  }

  @Test func withoutARecordItIsPlayedAllTheSame() throws {
    var dialogue = try dialogue(nil)
    _ = dialogue.read("e4")
    #expect(dialogue.dialogue.game.sans == ["e4"])
    #expect(dialogue.lapse().isEmpty)
  }
}
