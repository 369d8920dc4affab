import ApplianceCore
import DeviceIO
import Dialogue
import Foundation
import LanguageModel
import Microphone
import Panel
import Sound
import Speech
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// An appliance on a bench: the real recognizer, with the test controlling everything else.
final class Bench: Sendable {
  let input: ScriptedInput
  let button = MockButton()
  let lights: [ApplianceStateMachine.Light: MockIndicator] = [
    .available: MockIndicator(), .recording: MockIndicator(),
  ]
  let console = PaperConsole()
  let clock: ManualClock
  let microphone = HandMicrophone()
  let appliance: Appliance
  private let work: Task<Void, any Error>

  init(
    _ script: [ScriptedInput.Sound], conversation: some Conversation = Echo(),
    mode: ApplianceStateMachine.ButtonMode = .toggle, log: Log = Log(level: .error),
    serviceManager: ServiceManager = ServiceManager(),
    clock: ManualClock = ManualClock(), announcer: Announcer? = nil,
    handsFree: HandsFree? = nil,
    listening: (ScriptedInput) -> any AudioInput = { $0 },
    stuckThreads: @escaping @Sendable () -> [String] = { [] }
  ) throws {
    self.clock = clock
    input = ScriptedInput(script)
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    var shown: any Console = console
    if let announcer { shown = SoundingConsole(console, .speech, by: announcer) }
    let appliance = Appliance(
      Appliance.Parts(
        input: listening(input), microphone: microphone, button: button, lights: lights,
        console: shown,
        listener: try MoveListener(Configuration(), model: model),
        conversation: conversation, log: log, announcer: announcer, handsFree: handsFree),
      mode: mode, limits: Configuration().limits, starter: .both, clock: clock,
      serviceManager: serviceManager, stuckThreads: stuckThreads)
    self.appliance = appliance
    work = Task { try await appliance.run() }
    microphone.become(.authorized)
  }

  /// Returns once a message satisfies `isIt`; fails the test when patience runs out.
  @discardableResult
  func message(where isIt: @escaping @Sendable (ConsoleMessage) -> Bool) async -> ConsoleMessage? {
    await console.message(where: isIt)
  }

  func becomesAvailable() async {
    await message { $0 == .state(.available) }
  }

  /// Presses the button, presses again once there is sound, and lets the tail pass.
  func recordsAClip() async {
    button.press()
    await message { $0.isPartial }
    button.press()
    await tailPasses()
  }

  /// Lets the tail after the second press pass.
  func tailPasses() async {
    let tail = Configuration().limits.tail
    await clock.waitForSleeper(of: tail)
    clock.advance(by: tail)
  }

  /// Shuts down; returns when the appliance has ended.
  func end() async throws {
    appliance.shutDown()
    try await value()
  }

  /// Returns when the appliance has ended; all its lines then match the documentation.
  func value() async throws {
    try await work.value
    #expect(console.faults == [])
  }
}

extension ConsoleMessage {
  var isPartial: Bool {
    if case .partial = self { return true }
    return false
  }
}

/// A microphone's sound, recording after recording.
final class ScriptedInput: AudioInput {
  enum Sound: Sendable {
    /// The clip in deploy/demo whose name begins like this; then nothing more until it is stopped.
    case clip(String)
    /// Like `clip`, but then the device disappears.
    case clipThenLoss(String)
    case busy
    /// flite's speech; then nothing more until it is stopped. Without words, a quiet room.
    case said(String)
  }

  private struct State {
    var script: [Sound]
    var sink: AudioSink?
    var closing: Completion?
    var overruns = 0
  }

  static let loss = AudioError(.deviceLost, "record from", "hw:0", advice: "Plug it in again.")
  private let state: Mutex<State>

  init(_ script: [Sound]) {
    state = Mutex(State(script: script))
  }

  var isOpen: Bool { state.withLock { $0.sink != nil } }
  /// Closing it waits for this.
  var closing: Completion? {
    get { state.withLock { $0.closing } }
    set { state.withLock { $0.closing = newValue } }
  }
  /// How often sound was lost.
  var overruns: Int {
    get { state.withLock { $0.overruns } }
    set { state.withLock { $0.overruns = newValue } }
  }
  var statistics: CaptureStatistics {
    var statistics = CaptureStatistics()
    statistics.overruns = overruns
    return statistics
  }

  func start(_ sink: AudioSink) async throws {
    let sound = try #require(state.withLock { $0.script.isEmpty ? nil : $0.script.removeFirst() })
    guard !isOpen else {
      throw AudioError(.alreadyRecording, "record from", "hw:0", advice: "It is open.")
    }
    switch sound {
    case .busy: throw AudioError(.deviceBusy, "open", "hw:0", advice: "Another program holds it.")
    case .said(let words):
      let samples =
        try words.isEmpty
        ? (0..<16_000).map { Int16($0 * 31 % 17) - 8 } : Synthesizer.say(words)
      let format = AudioFormat(sampleRate: 16_000, channelCount: 1)
      _ = sink.take(AudioBuffer(format: format, samples: samples))
    case .clip(let name), .clipThenLoss(let name):
      let file = try AudioFile(path: Self.path(name))
      while let buffer = try file.read() { _ = sink.take(buffer) }
    }
    if case .clipThenLoss = sound {
      sink.end(Self.loss)
    } else {
      state.withLock { $0.sink = sink }
    }
  }

  func stop() async {
    await closing?.wait()
    let sink = state.withLock { state in
      defer { state.sink = nil }
      return state.sink
    }
    sink?.end(nil)
  }

  static func path(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let demo = root.appending(path: "deploy/demo").path(percentEncoded: false)
    let files = try FileManager.default.contentsOfDirectory(atPath: demo)
    return demo + "/" + (try #require(files.first { $0.hasPrefix(name) }))
  }
}

extension GameConversation {
  /// A game in English, with these settings and the players' changes.
  static func english(
    _ settings: Configuration, voice: SessionVoice? = nil, engine: (any Engine)? = nil,
    clock: any Clock<Duration> = QuietClock()
  ) throws -> GameConversation {
    try GameConversation(
      ChosenConfiguration(settings), voice: voice, engine: engine, clock: clock
    ) { try EnglishLanguage.shared.get() }
  }
}

/// A microphone that the test plugs in and out.
final class HandMicrophone: MicrophoneStates {
  let states: AsyncStream<MicrophoneAccess>
  private let sink: AsyncStream<MicrophoneAccess>.Continuation

  init() {
    (states, sink) = AsyncStream.makeStream(
      of: MicrophoneAccess.self, bufferingPolicy: .unbounded)
  }

  func become(_ access: MicrophoneAccess) { sink.yield(access) }
  func close() async { sink.finish() }
}

/// A console that keeps everything it gets.
final class PaperConsole: Console {
  let lines: AsyncStream<ConsoleLine>
  let typed: AsyncStream<ConsoleLine>.Continuation
  private let messages: AsyncStream<ConsoleMessage>
  private let sink: AsyncStream<ConsoleMessage>.Continuation
  private let all = Mutex<[ConsoleMessage]>([])
  private let told = Mutex(Told())

  /// The lines for a program.
  private struct Told: Sendable {
    var situation: @Sendable () -> Situation = { Situation() }
    var lines: [String] = []
    var faults: [String] = []
  }

  init() {
    (lines, typed) = AsyncStream.makeStream(of: ConsoleLine.self, bufferingPolicy: .unbounded)
    (messages, sink) = AsyncStream.makeStream(
      of: ConsoleMessage.self, bufferingPolicy: .unbounded)
  }

  var history: [ConsoleMessage] { all.withLock { $0 } }

  /// Each message in its form for programs.
  var written: [String] { told.withLock { $0.lines } }

  /// Schema violations in these lines.
  var faults: [String] { told.withLock { $0.faults } }

  func describe(with situation: @escaping @Sendable () -> Situation) {
    told.withLock { $0.situation = situation }
  }

  func show(_ message: ConsoleMessage, for origin: Origin?) {
    note(message, origin)
    all.withLock { $0.append(message) }
    sink.yield(message)
  }

  private func note(_ message: ConsoleMessage, _ origin: Origin?) {
    let situation = told.withLock { $0.situation }()
    let object = message.json(at: .now, origin: origin, situation: situation)
    guard let line = object?.line else { return }
    let faults: [String]
    switch JSONSchema.lines {
    case .success(let schema): faults = schema.faults(in: line)
    case .failure(let error): faults = ["\(error)"]
    }
    told.withLock { told in
      told.lines.append(line)
      told.faults += faults.map { "\(line): \($0)" }
    }
  }

  func close() async {
    typed.finish()
    sink.finish()
  }

  /// The next message that satisfies `isIt`; skips those before it.
  func message(where isIt: @escaping @Sendable (ConsoleMessage) -> Bool) async -> ConsoleMessage? {
    let found = await withTaskGroup(of: ConsoleMessage?.self) { group in
      group.addTask { [messages] in
        for await message in messages where isIt(message) { return message }
        return nil
      }
      group.addTask {
        await Patience.runsOut()
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if found == nil { Issue.record("the message did not come; these did: \(history)") }
    return found
  }
}

/// Repeats the spoken words; expects each of `phrases` for one recording, and the last one
/// permanently.
struct Echo: Conversation {
  var phrases = ["pawn to e four"]
  /// Its work before it replies.
  let work: @Sendable () -> Void
  private let next = Counter()

  init(_ phrases: [String] = ["pawn to e four"], work: @escaping @Sendable () -> Void = {}) {
    self.phrases = phrases
    self.work = work
  }

  func begin() async throws -> Reply { reply([]) }

  func reply(to heard: Heard) async -> Reply {
    work()
    return reply([heard.refusal.map(ConsoleMessage.refused) ?? .result(heard.utterance)])
  }

  private func reply(_ messages: [ConsoleMessage]) -> Reply {
    let index = next.next()
    return Reply(messages: messages) { Sayable(languageModel: languageModel(index)) }
  }

  private func languageModel(_ index: Int) -> CompiledLanguageModel {
    let words = phrases[min(index, phrases.count - 1)].split(separator: " ").map(String.init)
    let pronunciations = [
      "pawn": [["P", "AO", "N"]], "to": [["T", "UW"], ["T", "AH"]], "e": [["IY"]],
      "four": [["F", "AO", "R"]], "queen": [["K", "W", "IY", "N"]],
      "takes": [["T", "EY", "K", "S"]], "d": [["D", "IY"]], "five": [["F", "AY", "V"]],
    ]
    let arcs = words.indices.map { index in
      Grammar.Arc(
        source: Int32(index), target: Int32(index + 1), word: Int32(index), weight: 0)
    }
    return CompiledLanguageModel(
      grammar: Grammar(
        words: words, stateCount: words.count + 1, start: 0, final: words.count, arcs: arcs),
      lexicon: Lexicon(pronunciations: pronunciations.filter { words.contains($0.key) }))
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }
}
