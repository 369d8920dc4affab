import ApplianceCore
import DeviceIO
import Glibc
import Panel
import Sound
import Speech
import Synchronization
import TestSupport
import Testing

@testable import Appliance

extension ConsoleMessage {
  /// The words of a result.
  fileprivate var words: String? {
    if case .result(let utterance) = self { return utterance.text }
    return nil
  }

  /// How long whoever spoke has waited, in seconds.
  fileprivate var latency: Double? {
    if case .result(let utterance) = self { return utterance.latency }
    return nil
  }

  fileprivate var isError: Bool {
    if case .error = self { return true }
    return false
  }
}

@Suite(.serialized, .timeLimit(.minutes(10))) struct ApplianceTests {
  @Test func pressSpeakPressRead() async throws {
    let bench = try Bench([.clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0 == .recording }
    await bench.message { $0.isPartial }
    bench.button.release()
    bench.button.press()
    await bench.message { $0 == .recordingEnded(.asked) }
    #expect(bench.input.isOpen, "the microphone stays open for the last word")
    await bench.tailPasses()
    let result = await bench.message { $0.words != nil }
    #expect(result?.words == "pawn to e four")
    await bench.message { $0 == .state(.available) }
    #expect(!bench.input.isOpen)
    try await bench.end()

    #expect(
      bench.lights[.available]?.history == [.slowBlink, .on, .off, .on, .off, .off])
    #expect(bench.lights[.recording]?.history == [.off, .on, .off, .off])
    let told = bench.console.history.filter { !$0.isPartial && $0.words == nil }
    #expect(
      told == [
        .state(.preparing), .state(.available), .recording, .recordingEnded(.asked),
        .state(.available),
      ])
  }

  @Test func theLatencyCountsUntilTheLineIsShown() async throws {
    let clock = ManualClock()
    // As long as a disk may take for the record.
    let conversation = Echo(work: { clock.advance(by: .milliseconds(400)) })
    let bench = try Bench([.clip("1-pawn")], conversation: conversation, clock: clock)
    await bench.becomesAvailable()
    await bench.recordsAClip()
    let message = try #require(await bench.message { $0.words != nil })
    try await bench.end()
    #expect(message.latency == 0.4)
  }

  /// Prepares what can be said next once the test lets it.
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
    // The next recording needs not wait, and is recognized with what can be said then.
    bench.button.press()
    await bench.message { $0 == .recording }
    bench.button.press()
    await bench.tailPasses()
    conversation.isLet.finish()
    #expect(await bench.message { $0.words != nil }?.words == "queen takes d five")
    try await bench.end()
  }

  @Test func whatCanBeSaidNextFollowsTheReply() async throws {
    let bench = try Bench(
      [.clip("1-pawn"), .clip("6-queen")],
      conversation: Echo(["pawn to e four", "queen takes d five"]))
    for words in ["pawn to e four", "queen takes d five"] {
      await bench.becomesAvailable()
      await bench.recordsAClip()
      #expect(await bench.message { $0.words != nil }?.words == words)
    }
    try await bench.end()
  }

  @Test func endsByItself() async throws {
    let bench = try Bench([.clip("1-pawn")], mode: .hold)
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0.isPartial }
    await bench.clock.waitForSleeper(of: .seconds(60))
    bench.clock.advance(by: .seconds(60))
    await bench.message { $0 == .recordingEnded(.tooLong(.seconds(60))) }
    await bench.tailPasses()
    #expect(await bench.message { $0.words != nil }?.words == "pawn to e four")
    try await bench.end()
  }

  @Test func lostMicrophoneGivesNoResult() async throws {
    let bench = try Bench([.clipThenLoss("1-pawn"), .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    let reason = ScriptedInput.loss.message
    await bench.message { $0 == .error(code: "microphone", message: reason) }
    bench.microphone.become(.notDetermined(ScriptedInput.loss))
    let gone = Unavailability(cause: .microphone, reason: reason)
    await bench.message { $0 == .state(.unavailable(gone)) }
    bench.button.press()
    await bench.message { $0 == .refused(.init(.unavailable(gone))) }
    bench.microphone.become(.authorized)
    await bench.message { $0 == .state(.available) }
    bench.button.press()
    await bench.message { $0 == .recording }
    try await bench.end()
    #expect(!bench.console.history.contains { $0.words != nil })
    #expect(bench.lights[.available]?.history.contains(.doubleBlink) == true)
  }

  /// What is left of a move may be another one.
  @Test func soundThatHasGapsIsNoMove() async throws {
    let bench = try Bench([.clip("1-pawn"), .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.input.overruns = 2
    await bench.recordsAClip()
    await bench.message {
      if case .error("recognizer", let text) = $0 { text.contains("was lost") } else { false }
    }
    await bench.message { $0 == .state(.available) }
    bench.input.overruns = 0
    await bench.recordsAClip()
    #expect(await bench.message { $0.words != nil }?.words == "pawn to e four")
    try await bench.end()
    #expect(bench.console.history.count { $0.words != nil } == 1)
  }

  @Test func busyMicrophoneIsToldAndTriedAgain() async throws {
    let bench = try Bench([.busy, .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message {
      if case .error("microphone", let message) = $0 {
        message.contains("Another program")
      } else {
        false
      }
    }
    await bench.message { $0 == .state(.available) }
    bench.button.press()
    await bench.message { $0 == .recording }
    try await bench.end()
  }

  @Test func obeysWhatIsTyped() async throws {
    let bench = try Bench([.clip("1-pawn")])
    await bench.becomesAvailable()
    bench.console.typed.yield(" STATUS ")
    await bench.message { $0 == .status(.available) }
    bench.console.typed.yield("help")
    await bench.message { if case .help = $0 { true } else { false } }
    bench.console.typed.yield("stop")
    await bench.message { $0 == .refused(.init(.notRecording)) }
    bench.console.typed.yield("frobnicate")
    await bench.message {
      if case .refused(let why) = $0 { why.code == "unknown_command" } else { false }
    }
    bench.console.typed.yield("Start")
    await bench.message { $0.isPartial }
    bench.console.typed.yield("stop")
    await bench.tailPasses()
    #expect(await bench.message { $0.words != nil }?.words == "pawn to e four")
    try await bench.end()
  }

  /// Asks back; the question lapses after a time in which nobody speaks.
  struct Asking: Conversation {
    let echo = Echo()
    func begin() async throws -> Reply { try await echo.begin() }

    func reply(to heard: Heard) async -> Reply {
      var reply = await echo.reply(to: heard)
      reply.patience = .seconds(20)
      return reply
    }

    func reply(toTyped line: ConsoleLine) async -> Reply? {
      line.text == "board" ? Reply(messages: [.note("the board")], patience: .seconds(20)) : nil
    }

    func lapse() async -> Reply { Reply(messages: [.note("lapsed")]) }
  }

  @Test func questionLapsesButNotWhileSomebodySpeaks() async throws {
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

  /// Deals with a typed line once the test lets it; what can be said is then another phrase.
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

  @Test func aRecordingIsRecognizedWithWhatCanBeSaidWhenItBegins() async throws {
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

  @Test func whatIsTypedAboutRecordingDoesNotWaitForTheDisk() async throws {
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

  @Test func aFloodOfLinesIsDealtWithInOrder() async throws {
    let conversation = Noting()
    let bench = try Bench([], conversation: conversation)
    await bench.becomesAvailable()
    let lines = (1...1_000).map { "line \($0)" }
    for line in lines { bench.console.typed.yield(ConsoleLine(line)) }
    await bench.message { $0 == .note("line 1000") }
    #expect(conversation.notes == lines)
    try await bench.end()
  }

  @Test func itEndsAfterAllThatWasTyped() async throws {
    let conversation = Noting()
    let bench = try Bench([], conversation: conversation)
    await bench.becomesAvailable()
    let lines = (1...50).map { "line \($0)" }
    for line in lines { bench.appliance.tell(.typed(ConsoleLine(line))) }
    bench.appliance.shutDownAfterLines()
    try await bench.value()
    #expect(conversation.notes == lines)
  }

  @Test func aRecordingThatWaitsForWhatCanBeSaidCanBeGivenUp() async throws {
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

  /// Notes what it is asked, in order.
  final class Noting: Conversation {
    let echo = Echo()
    private let noted = Mutex<[String]>([])
    var notes: [String] { noted.withLock { $0 } }

    func begin() async throws -> Reply { try await echo.begin() }

    func reply(to heard: Heard) async -> Reply {
      noted.withLock { $0.append("heard") }
      return await echo.reply(to: heard)
    }

    func reply(toTyped line: ConsoleLine) async -> Reply? {
      noted.withLock { $0.append(line.text) }
      return Reply(messages: [.note(.verbatim(line.text))])
    }
  }

  @Test func whatIsTypedWhileItFinishesComesAfterWhatWasSaid() async throws {
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

  /// A disk that takes longer than a recognizer may: what was understood is no longer the
  /// recognizer's.
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

  @Test func aSlowDiskIsWaitedForAndTheNextRecordingIsNotKeptWaiting() async throws {
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

  @Test func theNextRecordingWaitsUntilTheMicrophoneIsClosed() async throws {
    let bench = try Bench([.clip("1-pawn"), .clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0 == .recording }
    let closing = Completion()
    bench.input.closing = closing
    bench.microphone.become(.notDetermined(ScriptedInput.loss))
    await bench.message { $0 == .recordingEnded(.lost) }
    bench.microphone.become(.authorized)
    await bench.becomesAvailable()
    let errors = bench.console.history.count { $0.isError }
    bench.button.press()
    await bench.clock.waitForSleeper(of: .seconds(60))
    for _ in 0..<1_000 { await Task.yield() }
    closing.finish()
    await bench.message { $0 == .recording || $0.isError }
    #expect(bench.console.history.count { $0.isError } == errors)
    try await bench.end()
    #expect(!bench.input.isOpen)
  }

  @Test func tellsPressesThatWereDropped() async throws {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    let bench = try Bench(
      [.clip("1-pawn"), .clip("1-pawn")],
      log: Log(level: .warning, descriptor: ends[1], isJournal: false))
    await bench.becomesAvailable()
    // Told at the first and whenever there are twice as many.
    bench.button.droppedEvents = 3
    bench.button.press()
    await bench.message { $0.isPartial }
    bench.button.droppedEvents = 5
    bench.button.press()
    await bench.tailPasses()
    await bench.becomesAvailable()
    bench.button.droppedEvents = 6
    bench.button.press()
    await bench.message { $0 == .recording }
    try await bench.end()
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(ends[0], &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    close(ends[0])
    #expect(text.split(separator: "\n").count { $0.contains("button.debounce") } == 2)
    #expect(text.contains(" 6 presses and releases"))
  }

  /// The socket of a service manager.
  final class Manager {
    let scratch: ScratchDirectory
    let descriptor: CInt

    init() throws {
      scratch = try ScratchDirectory()
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let path = Array((scratch.path + "/socket").utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(status == 0)
    }

    deinit { close(descriptor) }

    var client: ServiceManager {
      let path = scratch.path + "/socket"
      return ServiceManager { ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000"][$0] }
    }

    /// What it was told next; nil where that is nothing.
    func next() -> String? {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  @Test func aThreadThatIsStuckHasTheServiceRestarted() async throws {
    let manager = try Manager()
    let stuck = Mutex<[String]>([])
    let bench = try Bench(
      [], log: Log(level: .error, descriptor: -1), serviceManager: manager.client,
      stuckThreads: { stuck.withLock { $0 } })
    await bench.becomesAvailable()
    await bench.clock.waitForSleeper(of: .seconds(15))
    bench.clock.advance(by: .seconds(15))
    await bench.clock.waitForSleeper(of: .seconds(15))
    bench.console.typed.yield("status")
    await bench.message { $0 == .status(.available) }
    stuck.withLock { $0 = ["decoder"] }
    for _ in 1...2 {
      bench.clock.advance(by: .seconds(15))
      await bench.clock.waitForSleeper(of: .seconds(15))
    }
    await bench.message {
      if case .error("stuck", let text) = $0 { text.contains("decoder") } else { false }
    }
    try await bench.end()
    var told: [String] = []
    while let next = manager.next() { told.append(next) }
    #expect(told.filter { $0.hasPrefix("WATCHDOG") } == ["WATCHDOG=1", "WATCHDOG=trigger"])
  }

  @Test func shutsDownInTheMiddle() async throws {
    let bench = try Bench([.clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0 == .recording }
    try await bench.end()
    #expect(!bench.input.isOpen)
    for light in bench.lights.values { #expect(light.history.last == .off) }
  }

  @Test func endsThoughItsQueueIsFull() async throws {
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let appliance = Appliance(
      Appliance.Parts(
        input: ScriptedInput([]), microphone: HandMicrophone(), button: nil, lights: [:],
        console: PaperConsole(), listener: try MoveListener(Configuration(), model: model),
        conversation: Echo(), log: Log(level: .error, descriptor: -1)),
      mode: .toggle, limits: .init(), clock: ManualClock())
    while appliance.tell(.button(.released)) {}
    appliance.shutDown()
    try await appliance.run()
  }

  struct Mute: Conversation {
    struct NothingToSay: Error {}
    func begin() async throws -> Reply { throw NothingToSay() }
    func reply(to heard: Heard) async -> Reply { Reply() }
  }

  @Test func endsWhereNothingCanBeSaid() async throws {
    let bench = try Bench([], conversation: Mute())
    await #expect(throws: Mute.NothingToSay.self) { try await bench.value() }
    #expect(bench.lights[.available]?.history == [.slowBlink, .off, .off])
  }

  @Test func aFloodOfTypedLinesDoesNotHideTheEnd() async throws {
    let bench = try Bench([])
    for index in 0..<20_000 { bench.console.typed.yield("nonsense \(index)") }
    await bench.message { if case .refused = $0 { true } else { false } }
    // What is told while the queue is full is lost.
    try await bench.end()
    #expect(bench.console.history.count < 20_000)
  }
}
