import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import LanguageModel
import Sound
import Speech
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// The whole appliance plays without a press; its microphone plays a room's sound.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct HandsFreeApplianceTests {
  private static let model = AcousticModel.named("en_US")

  private func handsFree() throws -> HandsFree {
    let model = try #require(Self.model, "install pocketsphinx-en-us")
    let name = try SpokenName(
      "chessboard", locale: Locale(identifier: "en_US"), dictionary: model.pronunciations())
    return HandsFree(name, policy: Configuration().policy)
  }

  private func bench(
    _ room: Room, _ scratch: ScratchDirectory, clock: ManualClock = ManualClock(),
    confirm: Bool = false, announcer: Announcer? = nil
  ) throws -> Bench {
    var settings = Configuration()
    settings.record.directory = scratch.path
    settings.confirm = confirm
    let conversation = try GameConversation.english(settings)
    return try Bench(
      [], conversation: conversation, clock: clock, announcer: announcer,
      handsFree: try handsFree(), listening: { _ in room })
  }

  /// A surer name needs less confidence in the words, and a move less than a command.
  @Test func aSurerNameNeedsLessCertainWords() throws {
    let handsFree = try handsFree()
    let move = try #require(Move(uci: "e2e4"))
    let moves = Interpretation.moves([move])
    func takes(
      _ content: Interpretation, _ confidence: Double, _ address: Attention.Address,
      _ moment: Attention.Moment = .over
    ) -> Bool {
      handsFree.accepts(
        Heard(
          .recognized, utterance: Utterance(text: "", words: [], confidence: 0, seconds: 1),
          meanings: [Meaning(content, text: "", confidence: confidence)]), address, moment)
    }
    let (perhaps, likely, sure) = (
      Attention.Address.byName(odds: 0), Attention.Address.byName(odds: 3),
      Attention.Address.byName(odds: 6)
    )
    #expect(takes(moves, 0.86, perhaps) && !takes(moves, 0.84, perhaps))
    #expect(takes(moves, 0.66, likely) && !takes(moves, 0.64, likely))
    #expect(takes(moves, 0.91, .without) && !takes(moves, 0.89, .without))
    // After a sure name it asks, but only at the end of speech.
    #expect(takes(moves, 0.46, sure) && !takes(moves, 0.44, sure))
    #expect(!takes(moves, 0.59, sure, .pausing) && takes(moves, 0.61, sure, .pausing))
    #expect(takes(.illegal([]), 0.9, sure) && !takes(.illegal([]), 0.9, likely))
    #expect(takes(.command(.undo), 0.71, sure) && !takes(.command(.undo), 0.74, likely))
  }

  @Test func aGameIsPlayedWithoutAPress() async throws {
    let scratch = try ScratchDirectory()
    let room = Room()
    // Made before the appliance waits: a slow synthesizer must not count as a silence.
    let said = [
      ("the children were so tired that they fell asleep", "rms"), ("pawn to d four", "slt"),
      ("chessboard, pawn to e four", "rms"), ("pawn to e five", "slt"), ("pawn to d four", "rms"),
      ("chessboard", "rms"), ("knight to f three", "rms"),
    ]
    let sounds = try said.map { try Synthesizer.say($0.0, by: $0.1) }
    let bench = try bench(room, scratch)
    await bench.message { $0 == .listening(true, name: "chessboard") }
    // To nobody; then by name, in two voices; then without the name, in reply to the answer.
    for sound in sounds[..<3] { room.hear(sound) }
    #expect(await bench.message { $0.san != nil }?.san == "e4")
    await bench.message { $0 == .state(.available) }
    room.hear(sounds[3])
    #expect(await bench.message { $0.san != nil }?.san == "e5")
    await bench.message { $0 == .state(.available) }
    // Later a name is needed again.
    await bench.clock.waitForSleeper(of: .seconds(8))
    bench.clock.advance(by: .seconds(8))
    for sound in sounds[4...] { room.hear(sound) }
    await bench.message { $0 == .recording }
    #expect(await bench.message { $0.san != nil }?.san == "Nf3")
    try await bench.end()

    let history = bench.console.history
    #expect(history.compactMap(\.san) == ["e4", "e5", "Nf3"])
    let shown = history.compactMap { if case .partial(let text) = $0 { text } else { nil } }
    #expect(!shown.contains { $0.contains("d four") }, "what lacks the name is never shown")
    #expect(bench.console.written.contains { $0.contains(#""type":"listening","#) })
    #expect(!room.isOpen)
  }

  @Test func soundLostLongAgoSpoilsNoMove() async throws {
    let scratch = try ScratchDirectory()
    let room = Room()
    let bench = try bench(room, scratch)
    await bench.message { $0 == .listening(true, name: "chessboard") }
    await room.opens()
    room.overruns = 1
    try room.hear("chessboard, pawn to e four", by: "rms")
    #expect(await bench.message { $0.san != nil || $0.isError }?.san == "e4")
    try await bench.end()
  }

  @Test func mutingClosesTheMicrophone() async throws {
    let scratch = try ScratchDirectory()
    let room = Room()
    let bench = try bench(room, scratch)
    await bench.message { $0 == .listening(true, name: "chessboard") }
    await room.opens()
    bench.button.press()
    await bench.clock.waitForSleeper(of: .milliseconds(1_500))
    bench.clock.advance(by: .milliseconds(1_500))
    await bench.message { $0 == .listening(false, name: "chessboard") }
    bench.button.release()
    await room.closes()
    bench.console.typed.yield(ConsoleLine("unmute"))
    await bench.message { $0 == .listening(true, name: "chessboard") }
    try room.hear("chessboard, pawn to e four", by: "rms")
    #expect(await bench.message { $0.san != nil }?.san == "e4")
    try await bench.end()
  }

  @Test func mutingCutsOffNoSound() async throws {
    let scratch = try ScratchDirectory()
    let room = Room()
    let recorder = Recorder()
    let announcer = Announcer(
      recorder, synthesizer: recorder, log: Log(level: .error, descriptor: -1, isJournal: false))
    let bench = try bench(room, scratch, announcer: announcer)
    await bench.message { $0 == .listening(true, name: "chessboard") }
    await room.opens()
    // The appliance's own words may still come.
    recorder.hold(18..<19)
    await announcer.announce(.words("a quarter to seven"))
    await recorder.notes("begins 18")
    bench.console.typed.yield("mute")
    await room.closes()
    #expect(!recorder.notes.withLock { $0.contains("ends 18") })
    recorder.release()
    await recorder.notes("ends 18")
    try await bench.end()
  }

  @Test func silenceAfterTheNameConfirmsNothing() async throws {
    let scratch = try ScratchDirectory()
    let room = Room()
    let bench = try bench(room, scratch, confirm: true)
    await bench.message { $0 == .listening(true, name: "chessboard") }
    try room.hear("chessboard, pawn to e four", by: "rms")
    await bench.message { if case .response(.ask, _) = $0 { true } else { false } }
    await bench.message { $0 == .state(.available) }
    // The name alone, and then only the room.
    try room.hear("chessboard", by: "rms")
    await bench.message { if case .response(.ask, _) = $0 { true } else { false } }
    await bench.message { $0 == .state(.available) }
    #expect(!bench.console.history.contains { $0.san != nil })
    try room.hear("chessboard, yes", by: "rms")
    #expect(await bench.message { $0.san != nil }?.san == "e4")
    try await bench.end()
  }

  @Test func typedMovesArePlayedWhileItListens() async throws {
    let scratch = try ScratchDirectory()
    let room = Room()
    let bench = try bench(room, scratch)
    await bench.message { $0 == .listening(true, name: "chessboard") }
    bench.console.typed.yield(ConsoleLine("e4"))
    #expect(await bench.message { $0.san != nil }?.san == "e4")
    bench.console.typed.yield(ConsoleLine("status"))
    await bench.message { if case .status = $0 { true } else { false } }
    // Faster than anybody speaks: the recognizer may get the first before the new position.
    for _ in 0..<3 { try room.hear("chessboard, pawn to c five", by: "slt") }
    #expect(await bench.message { $0.san != nil }?.san == "c5", "with what can be said now")
    try await bench.end()
    #expect(bench.console.written.contains { $0.contains(#""listening":true"#) })
  }

  @Test func aLostMicrophoneIsUsedAgainOnceItIsBack() async throws {
    let scratch = try ScratchDirectory()
    let room = Room()
    let bench = try bench(room, scratch)
    await bench.message { $0 == .listening(true, name: "chessboard") }
    await room.opens()
    room.isGone = true
    bench.microphone.become(.notDetermined(ScriptedInput.loss))
    await bench.message { if case .state(.unavailable) = $0 { true } else { false } }
    room.isGone = false
    bench.microphone.become(.authorized)
    await bench.clock.waitForSleeper(of: .seconds(2))
    bench.clock.advance(by: .seconds(2))
    await bench.message { $0 == .state(.available) }
    try room.hear("chessboard, pawn to e four", by: "rms")
    #expect(await bench.message { $0.san != nil }?.san == "e4")
    try await bench.end()
  }
}

extension ConsoleMessage {
  /// The move that was played.
  fileprivate var san: String? {
    if case .response(.move(let report), _) = self { report.san } else { nil }
  }
}

/// A room with noise, in which somebody speaks now and then; it runs much faster than real time.
private final class Room: AudioInput {
  private struct State {
    var waiting: [Int16] = []
    var isGone = false
    var overruns = 0
  }
  /// Six whole frames, so that words always begin with a frame.
  private static let buffer = 960
  private let state = Mutex(State())
  private let work = Mutex<Task<Void, Never>?>(nil)

  var statistics: CaptureStatistics {
    var statistics = CaptureStatistics()
    statistics.overruns = overruns
    return statistics
  }
  var overruns: Int {
    get { state.withLock { $0.overruns } }
    set { state.withLock { $0.overruns = newValue } }
  }
  var isOpen: Bool { work.withLock { $0 != nil } }
  var isGone: Bool {
    get { state.withLock { $0.isGone } }
    set { state.withLock { $0.isGone = newValue } }
  }

  /// Somebody says something, once the microphone is open.
  func hear(_ words: String, by voice: String) throws {
    hear(try Synthesizer.say(words, by: voice))
  }

  func hear(_ sound: [Int16]) {
    state.withLock { $0.waiting += sound + [Int16](repeating: 0, count: 20_000) }
  }

  func opens() async { await Patience.wait(for: "an open microphone") { isOpen } }
  func closes() async { await Patience.wait(for: "a closed microphone") { !isOpen } }

  func start(_ sink: AudioSink) async throws {
    if isGone { throw ScriptedInput.loss }
    let task = Task {
      var random = SeededGenerator(state: 5)
      var isQuiet = true
      var quietBuffers = 10
      while !Task.isCancelled {
        if isGone { return sink.end(ScriptedInput.loss) }
        quietBuffers -= 1
        var samples = state.withLock { state in
          guard quietBuffers < 0 else { return [Int16]() }
          let next = Array(state.waiting.prefix(Self.buffer))
          state.waiting.removeFirst(next.count)
          return next
        }
        // The same words always sound the same, however long the room was quiet before them.
        if isQuiet, !samples.isEmpty { random = SeededGenerator(state: 5) }
        isQuiet = samples.isEmpty
        samples += [Int16](repeating: 0, count: Self.buffer - samples.count)
        for index in samples.indices {
          samples[index] &+= Int16.random(in: -20...20, using: &random)
        }
        _ = sink.take(AudioBuffer(format: .speech, samples: samples))
        try? await Task.sleep(for: .milliseconds(8))
      }
      sink.end(nil)
    }
    work.withLock { $0 = task }
  }

  func stop() async {
    let task = work.withLock { work in
      defer { work = nil }
      return work
    }
    task?.cancel()
    await task?.value
  }
}
