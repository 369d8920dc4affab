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

@Suite(.serialized, .timeLimit(.patientMinutes(10))) struct GameConversationTests {
  private let scratch: ScratchDirectory
  private var settings = Configuration()

  init() throws {
    scratch = try ScratchDirectory()
    settings.record.directory = scratch.path
  }

  private func conversation() throws -> GameConversation {
    try GameConversation(settings) { try EnglishLanguage.shared.get() }
  }

  private func responses(_ reply: Reply?) -> [Response] {
    (reply?.messages ?? []).compactMap { message in
      if case .response(let response, _) = message { response } else { nil }
    }
  }

  /// What can be said after a reply.
  private func sayable(_ reply: Reply) async throws -> Sayable {
    let preparation = try #require(reply.preparation)
    return try await preparation()
  }

  @Test func aRestartGoesOnWithTheGame() async throws {
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

  private func recordError(_ reply: Reply) -> Message? {
    reply.messages.lazy.compactMap { message in
      if case .error("record", let text) = message { text } else { nil }
    }.first
  }

  @Test func withoutAPlaceTheGameIsPlayedAndThatIsToldUntilItIsKept() async throws {
    let other = try DurableDirectory(scratch.path)
    try other.lock()
    let conversation = try conversation()
    let begun = try await conversation.begin()
    let message = try #require(recordError(begun))
    #expect(message.contains("not kept") && message.contains("another spokenmove"))
    #expect(begun.trouble == message)
    let reply = await conversation.reply(toSaid: "e four")
    #expect(responses(reply).count == 1)
    #expect(reply.trouble == message && recordError(reply) == nil, "told once")
    #expect(await conversation.mend().messages.isEmpty)
    other.unlock()
    let mended = await conversation.mend()
    #expect(mended.trouble == nil)
    #expect(mended.messages.first == .note("Everything is kept again."))
    #expect(try DurableDirectory(scratch.path).contains("current.pgn"))
    #expect(await conversation.mend().messages.isEmpty)
  }

  @Test func aQuestionWaitsAsLongAsConfigured() async throws {
    let conversation = try conversation()
    _ = try await conversation.begin()
    _ = await conversation.reply(toSaid: "e four")
    let asked = await conversation.reply(toSaid: "new game")
    #expect(asked.patience == .seconds(20))
    #expect(asked.preparation != nil)
    let silence = await conversation.reply(
      to: Heard(.noSpeech))
    #expect(silence.patience == .seconds(20))
    guard case .ask = try #require(responses(silence).last) else {
      Issue.record("not asked again: \(silence.messages)")
      return
    }
    let lapsed = await conversation.lapse()
    #expect(lapsed.patience == nil)
    #expect(lapsed.preparation != nil)
    let refusal = try #require(responses(lapsed).first?.refusal)
    #expect(refusal.reason == .lapsed)
    let nothing = await conversation.lapse()
    #expect(nothing.messages.isEmpty && nothing.preparation == nil)
  }

  @Test func withoutAGameThereIsNoRecord() async throws {
    var settings = settings
    settings.game = false
    let conversation = try GameConversation(settings) { try EnglishLanguage.shared.get() }
    #expect(responses(try await conversation.begin()).isEmpty)
    let reply = await conversation.reply(toSaid: "knight takes f seven check")
    let report = try #require(responses(reply).first?.notation)
    #expect(report.notations == ["Nxf7+"])
    #expect(try DurableDirectory(scratch.path).files().isEmpty)
  }

  @Test func whatCannotBeReadIsAnError() async throws {
    struct Unreadable: Error {}
    let conversation = try GameConversation(settings) { throw Unreadable() }
    await #expect(throws: Unreadable.self) { try await conversation.begin() }
    #expect(await conversation.reply(toSaid: "e four").messages.isEmpty)
  }

  // MARK: In the appliance

  @Test func aClipIsAMove() async throws {
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

  @Test func aGameThatIsNotKeptIsToldByTheLightUntilItIs() async throws {
    let other = try DurableDirectory(scratch.path)
    try other.lock()
    let bench = try Bench([], conversation: try conversation())
    await bench.message { if case .error("record", _) = $0 { true } else { false } }
    await bench.becomesAvailable()
    let light = try #require(bench.lights[.available])
    await light.shows(LightSign.notSaving.available)
    await bench.clock.waitForSleeper(of: .seconds(5))
    other.unlock()
    bench.clock.advance(by: .seconds(5))
    await bench.message { $0 == .note("Everything is kept again.") }
    await light.shows(.on)
    try await bench.end()
    #expect(!light.history.contains(.doubleBlink), "nothing is wrong with the microphone")
    #expect(light.history.suffix(4) == [LightSign.notSaving.available, .on, .off, .off])
  }

  @Test func statusTellsTheGameTheQuestionThePlayerAndTheMicrophone() async throws {
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

  @Test func theLightsTellWhatCameOfIt() async throws {
    let conversation = try conversation()
    #expect(try await conversation.begin().conditions == [])
    let told: [(String, ApplianceStateMachine.Signal?, Set<ApplianceStateMachine.Condition>)] = [
      ("e4", .accepted, []), ("e5e6", .refused, []), ("resign", nil, [.asking]),
      ("bla", .refused, [.asking]), ("no", .accepted, []), ("board", .accepted, []),
    ]
    for (line, signal, conditions) in told {
      let reply = try #require(await conversation.reply(toTyped: ConsoleLine(line)))
      #expect(reply.signal == signal && reply.conditions == conditions, "\(line)")
    }
    let silence = Heard(.noSpeech)
    #expect(await conversation.reply(to: silence).signal == .refused)
    let second = try self.conversation()
    #expect(try await second.begin().conditions == [.notSaving], "another has the record")
  }

  @Test func anOpponentRepliesInTheAppliance() async throws {
    var settings = settings
    settings.opponent.side = .white
    let failure = EngineError(code: .silent, path: "toy", message: "The engine toy is silent.")
    let engine = ScriptedEngine([.success("e2e4"), .failure(failure), .success("b1c3")])
    let bench = try Bench(
      [],
      conversation: try GameConversation(settings, engine: engine) {
        try EnglishLanguage.shared.get()
      })
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

  @Test func aGameThatIsFoundLaterGoesOnWithItsOpponent() async throws {
    var settings = settings
    settings.opponent.side = .black
    func conversation(_ moves: [String]) throws -> GameConversation {
      let engine = ScriptedEngine(moves.map { .success($0) })
      return try GameConversation(settings, engine: engine) { try EnglishLanguage.shared.get() }
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
    let record = OpponentRecord(in: scratch.path, under: settings.opponent)
    #expect(record?.side == .white)
    for isIdle in [true, false] {
      let chosen = OpponentRecord(side: .white, strength: .elo(1_500), isIdle: isIdle)
      try chosen.save(in: scratch.path + "/idle", under: settings.opponent)
      #expect(OpponentRecord(in: scratch.path + "/idle", under: settings.opponent) == chosen)
    }
    try other.replace("current.pgn", with: Array(PGN(Game()).text.utf8))
    let second = try conversation(["e2e4"])
    let begun = try await second.begin()
    #expect(begun.conditions == [.thinking, .notSaving])
    _ = await second.reply(toTyped: "new game as white")
    #expect(OpponentRecord(in: scratch.path, under: settings.opponent)?.side == .white)
    other.unlock()
    let mended = await second.mend()
    #expect(mended.trouble == nil && mended.conditions == [.thinking])
    #expect(mended.errands.count == 1, "it is asked for its move")
    for errand in mended.errands { await errand() }
    let late = try #require(await second.replyToErrand().late.first?.message)
    guard case .response(.move(let report), _) = late else {
      Issue.record("no move: \(late)")
      return
    }
    #expect(report.san == "e4")
  }

  @Test func aStatusAtAGlanceTellsTheLastReply() async throws {
    let conversation = try conversation()
    #expect(conversation.glance().isEmpty)
    _ = try await conversation.begin()
    for line in ["e4", "resign"] { _ = await conversation.reply(toTyped: ConsoleLine(line)) }
    let told = conversation.glance().compactMap(\.text)
    #expect(
      told.first
        == "Black to move, move 1. Last move: 1. e4. Player: anybody. Microphone: default.")
    #expect(told.dropFirst().first?.hasPrefix("Black resigns?") == true)
    #expect(told.last == "What came after that is still being written to the disk.")
    #expect(responses(await conversation.reply(toTyped: "no")).count == 1)
  }

  @Test func aRestartGoesOnWithTheSideAndLevelThatWereChosen() async throws {
    var settings = settings
    func begun() async throws -> (GameConversation, String) {
      let conversation = try GameConversation(settings, engine: ScriptedEngine([])) {
        try EnglishLanguage.shared.get()
      }
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
    // What is configured anew counts.
    settings.opponent.level = 7
    #expect(try await begun().1.contains("level 7, plays black"))
    for text in ["", "black level 7\nwhite level 99\n", "black level 7\nwhite\n", "\u{0}"] {
      try DurableDirectory(scratch.path).replace("opponent-choice", with: Array(text.utf8))
      #expect(try await begun().1.contains("level 7, plays black"))
    }
  }

  /// A conversation with a real engine in its real folder, and what it says of itself.
  private func conversationWithEngine(
    _ settings: Configuration
  ) async throws -> (conversation: GameConversation, status: String) {
    let engine = try #require(
      try settings.engine(named: "stockfish"), "apt-get install stockfish")
    let conversation = try GameConversation(settings, engine: engine) {
      try EnglishLanguage.shared.get()
    }
    _ = try await conversation.begin()
    let reply = try #require(await conversation.reply(toTyped: "status"))
    return (conversation, try #require(reply.messages.first?.text))
  }

  @Test(arguments: [false, true])
  func theChoiceOutlastsARestartAfterTheEngineHasRun(hasFormerFile: Bool) async throws {
    var settings = settings
    settings.opponent.engine = "stockfish"
    settings.opponent.side = .black
    settings.opponent.time = .milliseconds(20)
    if hasFormerFile {
      // As 0.2.0 has left it.
      try DurableDirectory(scratch.path)
        .replace("opponent", with: Array("black level 5\nwhite level 2\n".utf8))
    }
    do {
      let (conversation, status) = try await conversationWithEngine(settings)
      #expect(status.contains(hasFormerFile ? "level 2, plays white" : "level 5, plays black"))
      if hasFormerFile { _ = await conversation.reply(toTyped: "new game as white") }
      let reply = try #require(await conversation.reply(toTyped: "e4"))
      for errand in reply.errands { await errand() }
      #expect(await !conversation.replyToErrand().late.isEmpty, "the engine has moved")
      for line in ["level 2", "new game as black", "yes"] {
        let reply = await conversation.reply(toTyped: ConsoleLine(line))
        #expect(reply?.trouble == nil)
      }
      await conversation.close()
    }
    #expect(FileManager.default.fileExists(atPath: "\(scratch.path)/opponent/"))
    let (conversation, status) = try await conversationWithEngine(settings)
    #expect(status.contains("level 2, plays white"))
    await conversation.close()
  }

  @Test func aChoiceThatIsNotKeptIsToldUntilItIs() async throws {
    let conversation = try GameConversation(settings, engine: ScriptedEngine([])) {
      try EnglishLanguage.shared.get()
    }
    _ = try await conversation.begin()
    let obstacle = "\(scratch.path)/opponent-choice"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    let reply = try #require(await conversation.reply(toTyped: "level 2"))
    let message = try #require(recordError(reply))
    #expect(message.contains("side and level are not kept") && message.contains(obstacle))
    #expect(reply.trouble == message && reply.conditions?.contains(.notSaving) == true)
    #expect(await conversation.mend().messages.isEmpty, "told once")
    try FileManager.default.removeItem(atPath: obstacle)
    let mended = await conversation.mend()
    #expect(mended.trouble == nil && mended.conditions == [])
    #expect(mended.messages.first == .note("Everything is kept again."))
    #expect(OpponentRecord(in: scratch.path, under: settings.opponent)?.strength == .level(2))
  }

  @Test func whoseTimeIsUpHasLost() async throws {
    var settings = settings
    settings.clock = TimeControl("1+2")
    let clock = ManualClock()
    let bench = try Bench(
      [],
      conversation: try GameConversation(settings, clock: clock) {
        try EnglishLanguage.shared.get()
      })
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

  /// Two minutes a side, of which some pass; the program is started again; the clock goes on from
  /// there.
  @Test(arguments: ["2+5", "2d5"])
  func theClockSurvivesARestart(control: String) async throws {
    var settings = settings
    settings.clock = TimeControl(control)
    let begun = { [settings] (clock: ManualClock) in
      let conversation = try GameConversation(settings, clock: clock) {
        try EnglishLanguage.shared.get()
      }
      _ = try await conversation.begin()
      return conversation
    }
    let (white, black) = control == "2+5" ? ("1:39", "1:35") : ("1:35", "1:40")
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

  @Test func movesAndGamesTellTheClock() async throws {
    var settings = settings
    settings.clock = TimeControl("1+2")
    let conversation = try GameConversation(settings, clock: ManualClock()) {
      try EnglishLanguage.shared.get()
    }
    let begun = try await conversation.begin().messages
    let told = try #require(await conversation.reply(toTyped: "e4")).messages
    let stopped = #""clock":{"white_ms":60000,"black_ms":60000,"increment_ms":2000,"delay_ms":0,"#
    #expect(begun.last?.line(adding: [:])?.contains(stopped + #""running":null}"#) == true)
    #expect(told.first?.line(adding: [:])?.contains(stopped + #""running":"black"}"#) == true)
  }

  /// Names, clock and voice that were said are there after a restart, unless the configuration has
  /// changed.
  @Test func whatPlayersChooseSurvivesARestart() async throws {
    var settings = settings
    settings.clock = TimeControl("15+10")
    settings.sounds = .speech
    settings.names.black = "Berta"
    let chosen = ["I am Anna", "ten minutes", "slower", "slower", "louder", "e4"]
    do {
      let first = try GameConversation(settings) { try EnglishLanguage.shared.get() }
      _ = try await first.begin()
      for line in chosen { _ = await first.reply(toTyped: ConsoleLine(line)) }
      await first.close()
    }
    let kept = GameRecord.glance(into: settings.record.directory, hasOpponent: true)
    #expect(kept?.players == Players(white: "Anna", black: "Berta"))
    #expect(settings.asChosen.speech.rate == 120 && settings.asChosen.speech.volume == 120)
    let second = try GameConversation(settings) { try EnglishLanguage.shared.get() }
    _ = try await second.begin()
    #expect(second.standing?.players == Players(white: "Anna", black: "Berta"))
    #expect(second.standing?.clock?.control == TimeControl("10"))
    let status = try #require(await second.reply(toTyped: "status"))
    #expect(status.messages.first?.text?.contains("Clock: white 10:00, black") == true)
    let told = try #require(await second.reply(toTyped: "faster"))
    #expect(told.messages.first?.text == "140 words per minute.")
    await second.close()
    settings.names.white = "Clara"
    settings.speech.rate = 200
    #expect(settings.asChosen.names == PlayerNames(white: "Clara", black: "Berta"))
    #expect(settings.asChosen.speech.rate == 200 && settings.asChosen.clock == TimeControl("10"))
  }

  @Test(arguments: ["", "speech.rate\t160\t9999", "speech.rate", "\u{0}\t\t", "game\ttrue\tfalse"])
  func damagedChoicesChangeNothing(content: String) throws {
    try FileManager.default.createDirectory(
      atPath: settings.record.directory, withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(filePath: settings.record.directory + "/choices"))
    #expect(settings.asChosen == settings)
  }

  @Test func aPressWithoutAWordConfirmsTheRepeatedMove() async throws {
    var settings = settings
    settings.confirm = true
    let conversation = try GameConversation(settings) { try EnglishLanguage.shared.get() }
    _ = try await conversation.begin()
    let silence = Heard(.noSpeech)
    #expect(await conversation.reply(to: silence).messages.first?.text == "Nothing was heard.")
    let asked = try #require(await conversation.reply(toTyped: "knight f three"))
    let question = "Knight to f three? Press, or say or type \"yes\" or \"no\" (y, n)."
    #expect(asked.messages.map(\.text) == [question])
    #expect(asked.patience == settings.patience && asked.conditions == [.asking])
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

  @Test func theBoardIsDrawnAfterEachMoveWhereItIsWished() async throws {
    var settings = settings
    settings.console.board = BoardDrawing(style: .ascii, side: .mover)
    let conversation = try GameConversation(settings) { try EnglishLanguage.shared.get() }
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

  @Test func movesAreTypedAndAQuestionLapses() async throws {
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
  /// Replies to words as they were heard in the situation of the last reply.
  fileprivate func reply(toSaid text: String) async -> Reply {
    let words = text.split(separator: " ").map(String.init)
    let meaning = shown.withLock { $0?.dialogue.bound.interpret(words) }
    let heard = Heard(
      .recognized, utterance: Utterance(text: text),
      meanings: [Meaning(meaning ?? .nothing, text: text, confidence: 0.9)])
    return await reply(to: heard)
  }
}
