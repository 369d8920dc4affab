import ApplianceCore
import Chess
import DeviceIO
import Dialogue
import DialogueTestSupport
import Foundation
import Localization
import Speech
import TestSupport
import Testing

@testable import Appliance

/// The clock and the players' choices, in a conversation and after a restart.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct ChoicesTests {
  private let scratch: ScratchDirectory
  private var settings = Configuration()

  init() throws {
    scratch = try ScratchDirectory()
    settings.record.directory = scratch.path
  }

  @Test func aPlayerOutOfTimeHasLost() async throws {
    var settings = settings
    settings.clock = TimeControl("1+2")
    let clock = ManualClock()
    let bench = try Bench(
      [],
      conversation: try GameConversation.english(settings, clock: clock))
    await bench.becomesAvailable()
    bench.console.typed.yield("e4")
    await bench.message { $0.text == "Clock: white 1:00, black 1:00." }
    await clock.waitForSleeper(of: .seconds(50))
    clock.advance(by: .seconds(10))
    bench.console.typed.yield("e5")
    await bench.message { $0.text == "Clock: white 1:00, black 0:52." }
    await clock.waitForSleeper(of: .seconds(50))
    clock.advance(by: .seconds(50))
    await bench.message { $0.text == "White has 10 seconds left." }
    await clock.waitForSleeper(of: .seconds(10))
    bench.console.typed.yield("status")
    await bench.message { $0.text?.contains("Clock: white 0:10, black 0:52.") == true }
    clock.advance(by: .seconds(10))
    await bench.message { $0.text == "White's time is up." }
    await bench.message { $0.text == "0-1  Game over: white's time is up, black wins." }
    bench.console.typed.yield("Nf3")
    await bench.message { $0.text?.hasPrefix("The game is over") == true }
    try await bench.end()
  }

  /// Each side has two minutes, and some of them pass. The program restarts, and the clock
  /// continues from there.
  @Test(arguments: ["2+5", "2d5"])
  func theClockSurvivesARestart(control: String) async throws {
    var settings = settings
    settings.clock = TimeControl(control)
    let begun = { [settings] (clock: ManualClock) in
      let conversation = try GameConversation.english(settings, clock: clock)
      _ = try await conversation.begin()
      return conversation
    }
    let (white, black) = control == "2+5" ? ("1:34", "1:35") : ("1:35", "1:40")
    do {
      let time = ManualClock()
      let first = try await begun(time)
      for (move, seconds) in [("e4", 0), ("e5", 20), ("Nf3", 30), ("undo", 10), ("Nc3", 1)] {
        time.advance(by: .seconds(seconds))
        _ = await first.reply(toTyped: ConsoleLine(move))
      }
      #expect(
        first.glance().first?.text?.contains("Clock: white \(white), black \(black).") == true)
      let file = try DurableDirectory(settings.record.directory).read("current.pgn", limit: 10_000)
      let pgn = String(decoding: try #require(file), as: UTF8.self)
      #expect(pgn.contains("[TimeControl \"\(control == "2+5" ? "120+5" : "120d5")\"]"), "\(pgn)")
      #expect(pgn.contains("1. e4 {[%clk 0:02:00]} 1... e5 {[%clk 0:01:45]} 2. Nc3"), "\(pgn)")
      #expect(pgn.contains("{[%clk 0:0\(white)]}"), "\(pgn)")
      await first.close()
    }

    let later = ManualClock()
    let second = try await begun(later)
    #expect(second.glance().first?.text?.contains("white \(white), black \(black).") == true)
    later.advance(by: .seconds(10))
    let spent = control == "2+5" ? "1:25" : "1:35"
    #expect(second.glance().first?.text?.contains("white \(white), black \(spent).") == true)
  }

  @Test func movesAndGamesShowTheClock() async throws {
    var settings = settings
    settings.clock = TimeControl("1+2")
    let conversation = try GameConversation.english(settings, clock: ManualClock())
    let begun = try await conversation.begin().messages
    let told = try #require(await conversation.reply(toTyped: "e4")).messages
    let stopped = #""clock":{"white_ms":60000,"black_ms":60000,"increment_ms":2000,"delay_ms":0,"#
    #expect(begun.last?.json(at: .now)?.line.contains(stopped + #""running":null}"#) == true)
    #expect(told.first?.json(at: .now)?.line.contains(stopped + #""running":"black"}"#) == true)
  }

  /// Names, clock and voice survive a restart, unless the configuration has changed.
  @Test func choicesSurviveARestart() async throws {
    var settings = settings
    settings.clock = TimeControl("15+10")
    settings.sounds = .speech
    settings.names.black = "Berta"
    let chosen = ["I am Anna", "ten minutes", "slower", "slower", "louder", "e4"]
    do {
      let first = try GameConversation.english(settings)
      _ = try await first.begin()
      for line in chosen { _ = await first.reply(toTyped: ConsoleLine(line)) }
      await first.close()
    }
    let kept = GameRecord.glance(into: settings.record.directory, showsPlayers: true)
    #expect(kept?.players == PlayerNames(white: "Anna", black: "Berta"))
    #expect(settings.asChosen.speech.manner == SpokenVoice(rate: 120, volume: 120))
    let second = try GameConversation.english(settings)
    _ = try await second.begin()
    #expect(second.standing?.players == PlayerNames(white: "Anna", black: "Berta"))
    #expect(second.standing?.clock?.control == TimeControl("10"))
    let status = try #require(await second.reply(toTyped: "status"))
    #expect(status.messages.first?.text?.contains("Clock: white 10:00, black") == true)
    let told = try #require(await second.reply(toTyped: "faster"))
    #expect(told.messages.first?.text == "140 words per minute.")
    await second.close()
    settings.names.white = "Clara"
    settings.speech.manner.rate = 200
    #expect(settings.asChosen.names == PlayerNames(white: "Clara", black: "Berta"))
    #expect(
      settings.asChosen.speech.manner.rate == 200 && settings.asChosen.clock == TimeControl("10"))
  }

  @Test(arguments: ["", "speech.rate\t160\t9999", "speech.rate", "\u{0}\t\t", "game\ttrue\tfalse"])
  func damagedChoicesChangeNothing(content: String) throws {
    try FileManager.default.createDirectory(
      atPath: settings.record.directory, withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(filePath: settings.record.directory + "/choices"))
    #expect(settings.asChosen == settings)
  }
}
