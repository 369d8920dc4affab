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

/// The opponent in a conversation, and its state after a restart.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct OpponentConversationTests {
  private let scratch: ScratchDirectory
  private var settings = Configuration()

  init() throws {
    scratch = try ScratchDirectory()
    settings.record.directory = scratch.path
  }

  @Test func theOpponentRepliesInTheAppliance() async throws {
    var settings = settings
    settings.opponent.side = .white
    let failure = EngineError(code: .silent, message: "The engine toy is silent.")
    let engine = ScriptedEngine([.success("e2e4"), .failure(failure), .success("b1c3")])
    let bench = try Bench(
      [],
      conversation: try GameConversation.english(settings, engine: engine))
    await bench.message { $0.text == "1. e4  Toy 1  King's Pawn Game" }
    bench.console.typed.yield("e5")
    await bench.message {
      if case .response(.refused(let refusal), _) = $0 {
        refusal.reason == .opponentFailed
      } else {
        false
      }
    }
    for line in ["Nf3", "Nc6"] { bench.console.typed.yield(ConsoleLine(line)) }
    await bench.message { $0.text?.hasPrefix("3. Nc3  Toy 1") == true }
    try await bench.end()
    #expect(engine.isClosed.withLock { $0 })
    let kept = try DurableDirectory(scratch.path).read("current.pgn", limit: 10_000)
    let text = String(decoding: try #require(kept), as: UTF8.self)
    #expect(text.hasSuffix("1. e4 e5 2. Nf3 Nc6 3. Nc3 *\n"), "\(text)")
    #expect(text.contains("[White \"Toy 1\"]\n[Black \"Player\"]\n"), "\(text)")
  }

  @Test func aGameFoundLaterContinuesWithItsOpponent() async throws {
    var settings = settings
    settings.opponent.side = .black
    func conversation(_ moves: [String]) throws -> GameConversation {
      let engine = ScriptedEngine(moves.map { .success($0) })
      return try GameConversation.english(settings, engine: engine)
    }
    do {
      let first = try conversation([])
      _ = try await first.begin()
      for line in ["new game as black", "level 3"] {
        _ = await first.reply(toTyped: ConsoleLine(line))
      }
    }
    let other = try DurableDirectory(scratch.path)
    try other.lock(patience: .seconds(10))
    #expect(settings.asChosen.opponent.side == .white)
    try other.replace("current.pgn", with: Array(PGN(Game()).text.utf8))
    let second = try conversation(["e2e4"])
    let begun = try await second.begin()
    #expect(begun.effects.conditions == [.thinking, .notSaving])
    _ = await second.reply(toTyped: "new game as white")
    #expect(settings.asChosen.opponent.side == .white)
    _ = consume other
    let mended = await second.mend()
    #expect(mended.effects.trouble == nil && mended.effects.conditions == [.thinking])
    #expect(mended.errands.count == 1, "it is asked for its move")
    for errand in mended.errands { await errand() }
    let late = try #require(await second.replyToErrand().late.first?.message)
    guard case .response(.move(let report), _) = late else {
      Issue.record("no move: \(late)")
      return
    }
    #expect(report.san == "e4")
  }

  @Test func aRestartKeepsTheChosenSideAndLevel() async throws {
    var settings = settings
    func begun() async throws -> (GameConversation, String) {
      let conversation = try GameConversation.english(settings, engine: ScriptedEngine([]))
      _ = try await conversation.begin()
      let status = try #require(await conversation.reply(toTyped: "status")).messages.first
      return (conversation, try #require(status?.text))
    }
    do {
      let (conversation, status) = try await begun()
      #expect(status.contains("level 5, plays black"))
      for line in ["level 2", "new game as black"] {
        _ = await conversation.reply(toTyped: ConsoleLine(line))
      }
    }
    #expect(try await begun().1.contains("level 2, plays white"))
    // A new configured value counts.
    settings.opponent.level = 7
    #expect(try await begun().1.contains("level 7, plays white"))
    settings.opponent.side = .white
    #expect(try await begun().1.contains("level 7, plays white"))
    // A chosen level also counts instead of a configured rating.
    settings.opponent.elo = 1_500
    do {
      let (conversation, status) = try await begun()
      #expect(status.contains("Elo 1500, plays white"))
      _ = await conversation.reply(toTyped: "level 3")
    }
    #expect(try await begun().1.contains("level 3, plays white"))
    settings.opponent.elo = 1_600
    #expect(try await begun().1.contains("Elo 1600, plays white"))
  }

  @Test func anOpponentStaysOutOfTheGameAfterARestart() async throws {
    var settings = settings
    settings.opponent.engine = "/usr/games/toy"
    func status(after line: ConsoleLine) async throws -> String {
      let conversation = try GameConversation.english(settings, engine: ScriptedEngine([]))
      _ = try await conversation.begin()
      let status = try #require(await conversation.reply(toTyped: "status")).messages.first
      _ = await conversation.reply(toTyped: line)
      await conversation.close()
      return try #require(status?.text)
    }
    #expect(try await status(after: "level 2").contains("toy, level 5"))
    #expect(try await status(after: "two players").contains("toy, level 2"))
    #expect(try await !status(after: "play against the computer").contains("toy"))
    #expect(try await status(after: "status").contains("toy, level 2"))
  }

  /// Before it has introduced itself.
  @Test func anEngineIsNotCalledByItsPath() async throws {
    var settings = settings
    settings.opponent.engine = "/usr/games/toy"
    let conversation = try GameConversation.english(settings, engine: ScriptedEngine([]))
    _ = try await conversation.begin()
    let status = try #require(await conversation.reply(toTyped: "status")).messages.first
    #expect(status?.text?.contains("Opponent: toy, level 5, plays black.") == true)
  }

  /// A conversation with a real engine in its real folder, and the engine's own name.
  private func conversationWithEngine(
    _ settings: Configuration
  ) async throws -> (conversation: GameConversation, status: String) {
    let engine = try #require(
      try settings.engine(named: "stockfish"), "apt-get install stockfish")
    let conversation = try GameConversation.english(settings, engine: engine)
    _ = try await conversation.begin()
    let reply = try #require(await conversation.reply(toTyped: "status"))
    return (conversation, try #require(reply.messages.first?.text))
  }

  @Test func choicesSurviveARestartAfterTheEngineHasRun() async throws {
    var settings = settings
    settings.opponent.engine = "stockfish"
    settings.opponent.side = .black
    settings.opponent.time = .milliseconds(20)
    do {
      let (conversation, status) = try await conversationWithEngine(settings)
      #expect(status.contains("level 5, plays black"))
      let reply = try #require(await conversation.reply(toTyped: "e4"))
      for errand in reply.errands { await errand() }
      #expect(await !conversation.replyToErrand().late.isEmpty, "the engine has moved")
      for line in ["level 2", "new game as black", "yes"] {
        let reply = await conversation.reply(toTyped: ConsoleLine(line))
        #expect(reply?.effects.trouble == nil)
      }
      await conversation.close()
    }
    #expect(FileManager.default.fileExists(atPath: "\(scratch.path)/opponent/"))
    let (conversation, status) = try await conversationWithEngine(settings)
    #expect(status.contains("level 2, plays white"))
    await conversation.close()
  }

  @Test func anUnsavedChoiceIsReportedUntilItIsSaved() async throws {
    let conversation = try GameConversation.english(settings, engine: ScriptedEngine([]))
    _ = try await conversation.begin()
    let obstacle = "\(scratch.path)/choices"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    let reply = try #require(await conversation.reply(toTyped: "level 2"))
    let message = try #require(reply.recordError)
    #expect(message.contains("the opponent, the clock") && message.contains(obstacle))
    #expect(
      reply.effects.trouble == message && reply.effects.conditions?.contains(.notSaving) == true)
    #expect(await conversation.mend().messages.isEmpty, "told once")
    try FileManager.default.removeItem(atPath: obstacle)
    let mended = await conversation.mend()
    #expect(mended.effects.trouble == nil && mended.effects.conditions == [])
    #expect(mended.messages.first == .note("Saving works again."))
    #expect(settings.asChosen.opponent.strength == .level(2))
  }
}
