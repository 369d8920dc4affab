import ApplianceCore
import DeviceIO
import Speech
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// The questions to the conversation, and their order.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct ApplianceConversationTests {
  /// Prepares the next phrases once the test allows it.
  struct Preparing: Conversation {
    let echo = Echo(["pawn to e four", "queen takes d five"])
    let prepares = Completion()
    let isLet = Completion()

    func begin() async throws -> Reply { try await echo.begin() }

    func reply(to heard: Heard) async -> Reply {
      var reply = await echo.reply(to: heard)
      if let preparation = reply.preparation {
        reply.preparation = { [prepares, isLet] in
          prepares.finish()
          await isLet.wait()
          return try await preparation()
        }
      }
      return reply
    }
  }

  @Test func aReplyIsShownBeforeTheNextTurnIsPrepared() async throws {
    let clock = ManualClock()
    let conversation = Preparing()
    let bench = try Bench(
      [.clip("1-pawn"), .clip("6-queen")], conversation: conversation, clock: clock)
    await bench.becomesAvailable()
    await bench.recordsAClip()
    let message = await bench.message { $0.words != nil }
    #expect(message?.words == "pawn to e four" && message?.latency == 0)
    await conversation.prepares.wait()
    bench.console.typed.yield("status")
    await bench.message { $0 == .status(.finishing) }
    // The next recording need not wait, and is recognized with the new phrases.
    bench.button.press()
    await bench.message { $0 == .recording }
    bench.button.press()
    await bench.tailPasses()
    conversation.isLet.finish()
    #expect(await bench.message { $0.words != nil }?.words == "queen takes d five")
    try await bench.end()
  }

  /// Asks a question, which lapses after a time without speech.
  struct Asking: Conversation {
    let echo = Echo()
    func begin() async throws -> Reply { try await echo.begin() }

    func reply(to heard: Heard) async -> Reply {
      var reply = await echo.reply(to: heard)
      reply.effects.patience = .seconds(20)
      return reply
    }

    func reply(toTyped line: ConsoleLine) async -> Reply? {
      line.text == "board"
        ? Reply(messages: [.note("the board")], effects: .init(patience: .seconds(20))) : nil
    }

    func lapse() async -> Reply { Reply(messages: [.note("lapsed")]) }
  }

  @Test func aQuestionLapsesUnlessSomebodySpeaks() async throws {
    let bench = try Bench([.clip("1-pawn")], conversation: Asking())
    await bench.becomesAvailable()
    bench.console.typed.yield("board")
    await bench.message { $0 == .note("the board") }
    await bench.clock.waitForSleeper(of: .seconds(20))
    bench.button.press()
    await bench.message { $0.isPartial }
    bench.clock.advance(by: .seconds(20))
    await bench.clock.waitForSleeper(of: .seconds(20))
    bench.button.press()
    await bench.tailPasses()
    await bench.message { $0.words != nil }
    #expect(!bench.console.history.contains(.note("lapsed")))
    await bench.becomesAvailable()
    await bench.clock.waitForSleeper(of: .seconds(20))
    bench.clock.advance(by: .seconds(20))
    await bench.message { $0 == .note("lapsed") }
    try await bench.end()
  }

  /// Handles a typed line once the test allows it; then it expects another phrase.
  struct Pondering: Conversation {
    let echo = Echo(["queen takes d five", "pawn to e four"])
    let isAsked = Completion()
    let isLet = Completion()

    func begin() async throws -> Reply { try await echo.begin() }
    func reply(to heard: Heard) async -> Reply { await echo.reply(to: heard) }

    func reply(toTyped line: ConsoleLine) async -> Reply? {
      isAsked.finish()
      await isLet.wait()
      return try? await echo.begin()
    }

    func glance() -> [ConsoleMessage] { [.note("at a glance")] }
  }

  @Test func aRecordingIsRecognizedWithTheNewestPhrases() async throws {
    let conversation = Pondering()
    let bench = try Bench([.clip("1-pawn")], conversation: conversation)
    await bench.becomesAvailable()
    bench.console.typed.yield("e4")
    await conversation.isAsked.wait()
    bench.button.press()
    // The microphone does not wait.
    await bench.message { $0 == .recording }
    conversation.isLet.finish()
    bench.button.press()
    await bench.tailPasses()
    let end = await bench.message { message in
      if case .refused = message { true } else { message.words != nil }
    }
    #expect(end?.words == "pawn to e four")
    try await bench.end()
  }

  @Test func startStopAndStatusDoNotWaitForTheDisk() async throws {
    let conversation = Pondering()
    let bench = try Bench([.clip("1-pawn")], conversation: conversation)
    await bench.becomesAvailable()
    bench.console.typed.yield("e4")
    await conversation.isAsked.wait()
    bench.console.typed.yield("e5")
    bench.console.typed.yield("status")
    await bench.message { $0 == .status(.available) }
    await bench.clock.waitForSleeper(of: .milliseconds(500))
    bench.clock.advance(by: .milliseconds(500))
    await bench.message { $0 == .note("at a glance") }
    bench.console.typed.yield("start")
    await bench.message { $0 == .recording }
    bench.console.typed.yield("stop")
    await bench.message { $0 == .recordingEnded(.asked) }
    conversation.isLet.finish()
    await bench.tailPasses()
    await bench.message { $0.words != nil }
    try await bench.end()
  }

  @Test func aRecordingThatWaitsForPhrasesCanBeCancelled() async throws {
    let conversation = Pondering()
    let bench = try Bench([.clip("1-pawn"), .clip("1-pawn")], conversation: conversation)
    await bench.becomesAvailable()
    bench.console.typed.yield("e4")
    await conversation.isAsked.wait()
    bench.button.press()
    await bench.message { $0 == .recording }
    bench.microphone.become(.notDetermined(ScriptedInput.loss))
    await bench.message { $0 == .recordingEnded(.lost) }
    bench.microphone.become(.authorized)
    await bench.becomesAvailable()
    conversation.isLet.finish()
    bench.button.press()
    await bench.message { $0.isPartial }
    try await bench.end()
    #expect(!bench.console.history.contains { $0.words != nil })
  }

  @Test func aLineTypedWhileItFinishesWaitsForTheSpokenWords() async throws {
    let conversation = Noting()
    let bench = try Bench([.clip("1-pawn")], conversation: conversation)
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0.isPartial }
    bench.button.press()
    await bench.message { $0 == .recordingEnded(.asked) }
    bench.console.typed.yield("e5")
    for _ in 0..<1_000 { await Task.yield() }
    await bench.tailPasses()
    await bench.message { $0 == .note("e5") }
    #expect(conversation.notes == ["heard", "e5"])
    try await bench.end()
  }

  /// A disk that is slower than a recognizer may be. The recognizer's deadline ends once it has
  /// understood the words.
  struct Slow: Conversation {
    let echo = Echo()
    let isAsked = Completion()
    let isLet = Completion()

    func begin() async throws -> Reply { try await echo.begin() }

    func reply(to heard: Heard) async -> Reply {
      isAsked.finish()
      await isLet.wait()
      return await echo.reply(to: heard)
    }
  }

  @Test func aSlowDiskDelaysNoRecording() async throws {
    let conversation = Slow()
    let bench = try Bench([.clip("1-pawn"), .clip("1-pawn")], conversation: conversation)
    await bench.becomesAvailable()
    await bench.recordsAClip()
    await conversation.isAsked.wait()
    bench.clock.advance(by: .seconds(3_600))
    bench.console.typed.yield("status")
    await bench.message { $0 == .status(.finishing) }
    bench.button.press()
    await bench.message { $0 == .recording }
    #expect(!bench.console.history.contains { $0.isError || $0.words != nil })
    conversation.isLet.finish()
    await bench.message { $0.words != nil }
    bench.button.press()
    await bench.tailPasses()
    await bench.message { $0.words != nil }
    try await bench.end()
    #expect(!bench.console.history.contains { $0.isError })
  }
}
