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

@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct GameConversationTests {
  private let scratch: ScratchDirectory
  private var settings = Configuration()

  init() throws {
    scratch = try ScratchDirectory()
    settings.record.directory = scratch.path
  }

  private func conversation() throws -> GameConversation {
    try GameConversation.english(settings)
  }

  private func responses(_ reply: Reply?) -> [Response] {
    (reply?.messages ?? []).compactMap { message in
      if case .response(let response, _) = message { response } else { nil }
    }
  }

  /// The phrases after a reply.
  private func sayable(_ reply: Reply) async throws -> Sayable {
    let preparation = try #require(reply.preparation)
    return try await preparation()
  }

  @Test func aRestartContinuesTheGame() async throws {
    do {
      let conversation = try conversation()
      let begun = try await conversation.begin()
      let first = try await sayable(begun)
      let game = try #require(responses(begun).first?.game)
      #expect(game.moves.isEmpty)
      let reply = await conversation.reply(toSaid: "e four")
      let report = try #require(responses(reply).first?.move)
      #expect(report.san == "e4")
      #expect(abs(report.confidence - 0.9) < 1e-6)
      let second = try await sayable(reply)
      #expect(second.languageModel != first.languageModel && second.meanings != nil)
      let (before, after) = (first.completions ?? [], second.completions ?? [])
      #expect(before.contains("Nf3") && !after.contains("Nf3") && after.contains("Nf6"))
    }
    let again = try conversation()
    let begun = try await again.begin()
    let game = try #require(responses(begun).first?.game)
    #expect(game.moves == ["e4"])
    #expect(game.sideToMove == .black)
  }

  /// The configured players are those of the next game.
  @Test mutating func aRestartKeepsTheGamesPlayers() async throws {
    settings.names.white = "Anna"
    do {
      let conversation = try conversation()
      _ = try await conversation.begin()
      for line in ["[White \"Morphy\"]", "1. e4 e5 *"] {
        _ = await conversation.reply(toTyped: ConsoleLine(line))
      }
    }
    for (line, names) in [("Nf3", "[White \"Morphy\"]"), ("new game\nyes", "[White \"Anna\"]")] {
      let again = try conversation()
      _ = try await again.begin()
      for line in line.split(separator: "\n") {
        _ = await again.reply(toTyped: ConsoleLine(String(line)))
      }
      let record = try String(contentsOfFile: "\(scratch.path)/current.pgn", encoding: .utf8)
      #expect(record.contains(names), "\(record)")
    }
  }

  @Test func anUnsavedGameIsPlayedAndReportedUntilItIsSaved() async throws {
    let other = try DurableDirectory(scratch.path)
    try other.lock()
    let conversation = try conversation()
    let begun = try await conversation.begin()
    let message = try #require(begun.recordError)
    #expect(message.contains("not being saved") && message.contains("another spokenmove"))
    #expect(begun.effects.trouble == message)
    let reply = await conversation.reply(toSaid: "e four")
    #expect(responses(reply).count == 1)
    #expect(reply.effects.trouble == message && reply.recordError == nil, "told once")
    #expect(await conversation.mend().messages.isEmpty)
    _ = consume other
    let mended = await conversation.mend()
    #expect(mended.effects.trouble == nil)
    #expect(mended.messages.first == .note("Saving works again."))
    #expect(try DurableDirectory(scratch.path).contains("current.pgn"))
    #expect(await conversation.mend().messages.isEmpty)
  }

  @Test func aQuestionWaitsAsLongAsConfigured() async throws {
    let conversation = try conversation()
    _ = try await conversation.begin()
    _ = await conversation.reply(toSaid: "e four")
    let asked = await conversation.reply(toSaid: "new game")
    #expect(asked.effects.patience == .seconds(20))
    #expect(asked.preparation != nil)
    let silence = await conversation.reply(
      to: Heard(.noSpeech))
    #expect(silence.effects.patience == .seconds(20))
    guard case .ask = try #require(responses(silence).last) else {
      Issue.record("not asked again: \(silence.messages)")
      return
    }
    let lapsed = await conversation.lapse()
    #expect(lapsed.effects.patience == nil)
    #expect(lapsed.preparation != nil)
    let refusal = try #require(responses(lapsed).first?.refusal)
    #expect(refusal.reason == .lapsed)
    let nothing = await conversation.lapse()
    #expect(nothing.messages.isEmpty && nothing.preparation == nil)
  }

  @Test func withoutAGameThereIsNoRecord() async throws {
    var settings = settings
    settings.game = false
    let conversation = try GameConversation.english(settings)
    #expect(responses(try await conversation.begin()).isEmpty)
    let reply = await conversation.reply(toSaid: "knight takes f seven check")
    let report = try #require(responses(reply).first?.notation)
    #expect(report.notations == ["Nxf7+"])
    #expect(try DurableDirectory(scratch.path).files().isEmpty)
  }

  @Test func anUnreadableRecordIsAnError() async throws {
    struct Unreadable: Error {}
    let conversation = try GameConversation(ChosenConfiguration(settings)) { throw Unreadable() }
    await #expect(throws: Unreadable.self) { try await conversation.begin() }
    #expect(await conversation.reply(toSaid: "e four").messages.isEmpty)
  }

  // MARK: In the appliance

  @Test func aRecordedMoveIsPlayed() async throws {
    let bench = try Bench([.clip("2-knight")], conversation: try conversation())
    await bench.becomesAvailable()
    await bench.recordsAClip()
    let message = await bench.message { if case .response(.move, _) = $0 { true } else { false } }
    guard case .response(let response, let utterance) = message else {
      Issue.record("\(String(describing: message))")
      return
    }
    let report = try #require(response.move)
    #expect(report.san == "Nf3")
    #expect(utterance?.text == "knight to king bishop three")
    try await bench.end()
  }

  @Test func theLightShowsThatAGameIsNotSaved() async throws {
    var other: DurableDirectory? = try DurableDirectory(scratch.path)
    try other?.lock()
    let bench = try Bench([], conversation: try conversation())
    await bench.message { if case .error("record", _) = $0 { true } else { false } }
    await bench.becomesAvailable()
    let light = try #require(bench.lights[.available])
    await light.waitToShow(LightSign.notSaving.available)
    await bench.clock.waitForSleeper(of: .seconds(5))
    other = nil
    bench.clock.advance(by: .seconds(5))
    await bench.message { $0 == .note("Saving works again.") }
    await light.waitToShow(.on)
    try await bench.end()
    #expect(!light.history.contains(.doubleBlink), "nothing is wrong with the microphone")
    #expect(light.history.suffix(4) == [LightSign.notSaving.available, .on, .off, .off])
  }

  @Test func statusShowsGameQuestionPlayerAndMicrophone() async throws {
    let bench = try Bench([], conversation: try conversation())
    await bench.becomesAvailable()
    for line in ["e4", "resign", "status"] { bench.console.typed.yield(ConsoleLine(line)) }
    await bench.message { $0 == .status(.available) }
    let told = await bench.message { $0.text?.contains("Microphone") == true }
    #expect(
      told?.text
        == "Black to move, move 1. Last move: 1. e4. Player: anybody. Microphone: default.")
    let asked = await bench.message { $0.text?.hasPrefix("Black resigns?") == true }
    #expect(asked != nil)
    bench.console.typed.yield("help")
    let help = await bench.message { if case .help = $0 { true } else { false } }
    for word in ["undo", "resign", "draw", "new game", "board"] {
      #expect(help?.text?.contains(word) == true)
    }
    await bench.message { $0.text?.hasPrefix("Say, for example, \"yes\", \"no\"") == true }
    try await bench.end()
  }

  @Test func aDisabledMicrophoneIsReportedInTheLanguage() async throws {
    var settings = settings
    settings.microphone = "none"
    let conversation = try GameConversation.english(settings)
    _ = try await conversation.begin()
    let status = try #require(conversation.glance().first)
    #expect(status.text?.hasSuffix("Microphone: none.") == true)
    let german = try PackLanguage("de_DE").translation
    #expect(status.text(in: german)?.hasSuffix("Mikrofon: keines.") == true)
  }

  @Test func theLightsShowTheOutcome() async throws {
    let conversation = try conversation()
    #expect(try await conversation.begin().effects.conditions == [])
    let told: [(String, LightSign?, Set<ApplianceStateMachine.Condition>)] = [
      ("e4", .accepted, []), ("e5e6", .refused, []), ("resign", nil, [.asking]),
      ("bla", .refused, [.asking]), ("no", .accepted, []), ("board", .accepted, []),
    ]
    for (line, signal, conditions) in told {
      let reply = try #require(await conversation.reply(toTyped: ConsoleLine(line)))
      #expect(reply.effects.signal == signal && reply.effects.conditions == conditions, "\(line)")
    }
    let silence = Heard(.noSpeech)
    #expect(await conversation.reply(to: silence).effects.signal == .refused)
    let second = try self.conversation()
    #expect(try await second.begin().effects.conditions == [.notSaving], "another has the record")
  }

  @Test func aQuickStatusShowsTheLastReply() async throws {
    let conversation = try conversation()
    #expect(conversation.glance().isEmpty)
    _ = try await conversation.begin()
    for line in ["e4", "resign"] { _ = await conversation.reply(toTyped: ConsoleLine(line)) }
    let told = conversation.glance().compactMap(\.text)
    #expect(
      told.first
        == "Black to move, move 1. Last move: 1. e4. Player: anybody. Microphone: default.")
    #expect(told.dropFirst().first?.hasPrefix("Black resigns?") == true)
    #expect(told.last == "Anything newer is still being written to the disk.")
    #expect(responses(await conversation.reply(toTyped: "no")).count == 1)
  }

  @Test func aPressWithoutWordsConfirmsTheMove() async throws {
    var settings = settings
    settings.confirm = true
    let conversation = try GameConversation.english(settings)
    _ = try await conversation.begin()
    let silence = Heard(.noSpeech)
    #expect(await conversation.reply(to: silence).messages.first?.text == "Nothing was heard.")
    let asked = try #require(await conversation.reply(toTyped: "knight f three"))
    let question = "Knight to f three? Press, or say or type \"yes\" or \"no\" (y, n)."
    #expect(asked.messages.map(\.text) == [question])
    #expect(asked.effects.patience == settings.patience && asked.effects.conditions == [.asking])
    // Nobody pressed: the question stands.
    var afterName = silence
    afterName.isHandsFree = true
    #expect(
      await conversation.reply(to: afterName).messages.map(\.text) == [
        "Nothing was heard.", question,
      ])
    #expect(await conversation.reply(to: silence).messages.first?.text?.hasPrefix("1. Nf3") == true)
    // A question about a command needs a word.
    _ = await conversation.reply(toTyped: "resign")
    #expect(await conversation.reply(to: silence).messages.first?.text == "Nothing was heard.")
  }

  @Test func theBoardIsDrawnAfterEachMoveIfConfigured() async throws {
    var settings = settings
    settings.console.board = BoardDrawing(style: .ascii, side: .mover)
    let conversation = try GameConversation.english(settings)
    let begun = try await conversation.begin()
    let board = begun.messages.compactMap { if case .board(let lines) = $0 { lines } else { nil } }
    #expect(board.map(\.first) == ["8  r n b q k b n r"])
    for (line, first) in [
      ("e4", "1  R N B K Q B N R"), ("e5", "8  r n b q k b n r"), ("undo", "1  R N B K Q B N R"),
    ] {
      let reply = try #require(await conversation.reply(toTyped: ConsoleLine(line)))
      let drawn = try #require(reply.messages.last)
      #expect(drawn.text?.hasPrefix(first) == true, "\(reply.messages)")
    }
    let shown = try #require(await conversation.reply(toTyped: "board"))
    #expect(shown.messages.count == 1)
    #expect(shown.messages.first?.text?.hasPrefix("1  R N B K Q B N R") == true)
  }

  @Test func movesCanBeTypedAndAQuestionLapses() async throws {
    let bench = try Bench([], conversation: try conversation())
    await bench.becomesAvailable()
    for (line, san) in [("e4", "e4"), ("knight f six", "Nf6"), ("e4e5", "e5")] {
      bench.console.typed.yield(ConsoleLine(line))
      await bench.message {
        if case .response(.move(let report), _) = $0 { report.san == san } else { false }
      }
    }
    bench.console.typed.yield("e9")
    await bench.message { if case .response(.refused, _) = $0 { true } else { false } }
    bench.console.typed.yield("resign")
    await bench.message { if case .response(.ask, _) = $0 { true } else { false } }
    await bench.clock.waitForSleeper(of: .seconds(20))
    bench.clock.advance(by: .seconds(20))
    await bench.message {
      if case .response(.refused(let refusal), _) = $0 { refusal.reason == .lapsed } else { false }
    }
    try await bench.end()
  }
}

extension GameConversation {
  /// Replies to words recognized in the situation of the last reply.
  fileprivate func reply(toSaid text: String) async -> Reply {
    let words = text.split(separator: " ").map(String.init)
    let meaning = shown.withLock { $0?.dialogue.bound.interpret(words) }
    let heard = Heard(
      .recognized, utterance: Utterance(text: text),
      meanings: [Meaning(meaning ?? .nothing, text: text, confidence: 0.9)])
    return await reply(to: heard)
  }
}

extension Reply {
  /// The reported error of the record; nil if there is none.
  var recordError: Message? {
    messages.lazy.compactMap { message in
      if case .error("record", let text) = message { text } else { nil }
    }.first
  }
}
