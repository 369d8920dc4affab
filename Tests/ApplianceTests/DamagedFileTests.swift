import Acoustics
import ApplianceCore
import Chess
import Foundation
import Speech
import TestSupport
import Testing

@testable import Appliance

/// Any bytes of a file are read or refused, and never trap.
@Suite(.timeLimit(.patientMinutes(2))) struct DamagedFileTests {
  @Test func damagedConfigurationsAreReadOrRefused() throws {
    let sample = try String(contentsOfFile: ConfigurationTests.sample, encoding: .utf8)
    let settings = sample.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
      .filter { $0.first { $0 != " " } != "#" }.joined(separator: "\n")
    var read = 0
    var refused = 0
    let tokens = ["&a ", "*a", "!!x ", "- ", "? ", ": ", "|", "\t", "1e400 s", "-0 ms", "on", "# "]
    for bytes in Mutations(of: settings.utf8, tokens: tokens, count: 1_000) {
      do {
        _ = try Configuration(yaml: bytes, file: "c")
        read += 1
      } catch {
        refused += 1
        guard case .mistaken(_, let problems) = error else {
          Issue.record(error)
          continue
        }
        #expect(!problems.isEmpty && problems.allSatisfy { $0.line > 0 && $0.column > 0 })
      }
    }
    #expect(read > 50 && refused > 50)
  }

  @Test func damagedRecordsAreReadOrRefused() throws {
    let scratch = try ScratchDirectory()
    let record = try GameRecord(directory: scratch.path, limits: .init(), today: { "2026.11.21" })
    let directory = try DurableDirectory(scratch.path)
    var game = Game()
    try game.play(san: "e4")
    try record.begin(game)
    let text = try #require(try directory.read("current.pgn", limit: 10_000))
    var resumed = 0
    let tokens = ["[Date \"1.2.3\"]", "[GameNumber \"99999\"]", "{", "(", "1-0", "[FEN \"", "e5 "]
    for bytes in Mutations(of: text, tokens: tokens, count: 150) {
      try directory.replace("current.pgn", with: bytes)
      let found = try record.resume()
      if found.game != nil { resumed += 1 }
      #expect(found.game != nil || found.warning != nil || bytes.isEmpty)
      var next = found.game ?? Game()
      next.end(.resignation(winner: .white))
      try record.save(next)
    }
    #expect(resumed > 10 && resumed < 140)
  }

  /// The date is part of a file name.
  @Test func gamesOfAnyDateAreKept() throws {
    let scratch = try ScratchDirectory()
    let record = try GameRecord(directory: scratch.path, limits: .init(), today: { "2026.11.21" })
    let long = String(repeating: "9", count: 5_000)
    try DurableDirectory(scratch.path).replace(
      "current.pgn", with: Array("[Date \"\(long).1.1\"]\n\n1. e4 *\n".utf8))
    var game = try #require(try record.resume().game)
    game.end(.resignation(winner: .white))
    try record.save(game)
    let kept = try DurableDirectory(scratch.path + "/games").files().map(\.name)
    #expect(kept == ["00001_undated.pgn"])
  }

  @Test func damagedVoicesAreReadOrRefused() throws {
    let folder = try ScratchDirectory()
    let store = PlayerStore(directory: folder.path)
    let network = try #require(PhoneNetwork.english)
    let adaptation = try #require(SpeakerAdaptation(learning: [], passes: 1, for: network))
    var voice = PlayerVoice(model: "1234", adaptation: adaptation, recordings: 20)
    voice.before = PlayerVoice.Score()
    voice.after = PlayerVoice.Score()
    try store.keep(voice, of: "anna")
    let file = URL(filePath: "\(folder.path)/anna.json")
    // The many weights are all alike, so most of them are restored after the rest has been changed.
    let zeros = Data(String(repeating: "A", count: 1_000).utf8)
    var text = try Data(contentsOf: file)
    var removed = 0
    while let place = text.range(of: zeros) {
      text.replaceSubrange(place, with: Data("@".utf8))
      removed += 1
    }
    try #require(removed > 1 && text.count < 20_000)
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    var read = 0
    let tokens = ["\"before\":", "\"right\":", "\"wrong\":", "null", "1e400", ".5", "[]"]
    for bytes in Mutations(of: text, tokens: tokens, count: 120) {
      let whole = bytes.flatMap { $0 == UInt8(ascii: "@") ? Array(zeros) : [$0] }
      try Data(whole).write(to: file)
      guard let voice = try? store.voice(of: "anna") else { continue }
      read += 1
      _ = voice.isWorthKeeping
      _ = voice.table
      _ = try? voice.fitted(model, player: "anna")
      _ = voice.adaptation.flatMap(network.adapted)
    }
    #expect(read > 0)
  }

  @Test(arguments: [
    (Int.max, -1), (Int.min, 1), (-1, 0), (0, -1), (3, 0), (2, 1),
  ])
  func aVoiceWithImpossibleFiguresIsDamaged(right: Int, wrong: Int) throws {
    let folder = try ScratchDirectory()
    let store = PlayerStore(directory: folder.path)
    var voice = PlayerVoice(model: "1234", adaptation: nil, recordings: 20)
    voice.before = PlayerVoice.Score()
    voice.after = PlayerVoice.Score()
    voice.after?.moves = 2
    voice.after?.right = right
    voice.after?.wrong = wrong
    try store.keep(voice, of: "anna")
    let error = try thrown(PlayerError.self) { try store.voice(of: "anna") }
    #expect(error.code == .damaged)
  }
}
