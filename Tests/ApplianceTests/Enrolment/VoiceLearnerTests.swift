import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import Foundation
import Glibc
import Sound
import Speech
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// Moves said by a synthesizer, played with the real recognizer.
@Suite(.serialized, .timeLimit(.patientMinutes(10))) struct VoiceLearnerTests {
  private let scratch: ScratchDirectory
  private let store: PlayerStore
  private let model: AcousticModel
  private let learner: VoiceLearner

  init() throws {
    scratch = try ScratchDirectory()
    store = PlayerStore(directory: scratch.path + "/players")
    model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    learner = VoiceLearner(
      Configuration(), player: "anna", in: store, model: model,
      log: Log(level: .error), priority: 0)
  }

  /// What the recognizer makes of words that are said where `position` is.
  private func hear(_ words: String, in position: Position) async throws -> Heard {
    let evaluator = Evaluator(
      try MoveListener(Configuration(), model: model), language: try EnglishLanguage.shared.get())
    let sound = try Synthesizer.say(words)
    let test = EvaluationCase(
      line: 1, id: "", group: "", audio: "", position: position, expectation: .words(words))
    var heard = Heard(try await evaluator.listen(to: test, sound).result)
    heard.sound = sound
    return heard
  }

  private func lesson(_ words: String) async throws -> Lesson {
    var dialogue = ChessDialogue(language: try EnglishLanguage.shared.get())
    let heard = try await hear(words, in: .start)
    let before = dialogue
    let lesson = Lesson(heard, dialogue.hear(heard).first, in: before)
    return try #require(lesson, "\(words) was heard as \(heard.utterance.text)")
  }

  @Test func aConfirmedMoveIsLearntAndATakenBackOneIsNot() async throws {
    var settings = Configuration()
    settings.record.directory = scratch.path
    let conversation = try GameConversation(settings, learner: learner) {
      try EnglishLanguage.shared.get()
    }
    _ = try await conversation.begin()
    _ = await conversation.reply(to: try await hear("knight to f three", in: .start))
    await learner.settle()
    #expect(store.names.isEmpty, "nothing has confirmed it")
    _ = await conversation.reply(toTyped: "e5")
    await learner.settle()
    let voice = try store.voice(of: "anna")
    let fingerprint = try model.fingerprint
    let learnt = try #require(voice.learnt)
    #expect(learnt.moves == 1)
    #expect((30...300).contains(try #require(learnt.adaptation).frameCount))
    #expect(voice.recordings == 0 && voice.adaptation == nil)
    #expect(voice.model == fingerprint)

    var position = Position.start
    for move in ["Nf3", "e5"] { position.make(try position.move(san: move)) }
    let said = try await hear("queen to e two", in: position)
    for line in ["e3", "Nc6"] { _ = await conversation.reply(toTyped: ConsoleLine(line)) }
    _ = await conversation.reply(to: said)
    _ = await conversation.reply(toTyped: "undo")
    _ = await conversation.reply(toTyped: "Be2")
    _ = await conversation.reply(toTyped: "a6")
    await learner.settle()
    #expect(try store.voice(of: "anna") == voice, "it was taken back")

    // Sums only: whatever is said, the file is of one size.
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/players")
    #expect(Set(files) == [".lock", "anna.json"])
  }

  @Test func learnsAtAButtonsPressAndNotWhileSomebodySpeaks() async throws {
    var settings = Configuration()
    settings.record.directory = scratch.path
    let bench = try Bench(
      [.clip("1-pawn"), .clip("4-castle")],
      conversation: try GameConversation(settings, learner: learner) {
        try EnglishLanguage.shared.get()
      }, learner: learner)
    await bench.becomesAvailable()
    await bench.recordsAClip()
    await bench.message { if case .response(.move, _) = $0 { true } else { false } }
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0 == .recording }
    // Confirmed while somebody speaks: it waits.
    let confirmed = try await self.lesson("knight to f three")
    learner.learn(from: confirmed, in: try EnglishLanguage.shared.get())
    #expect(store.names.isEmpty)
    bench.button.press()
    await bench.tailPasses()
    await bench.becomesAvailable()
    await learner.settle()
    #expect(try store.voice(of: "anna").learnt?.moves == 1)
    bench.console.typed.yield("e5")
    await bench.message { if case .response(.move, _) = $0 { true } else { false } }
    await learner.settle()
    #expect(try store.voice(of: "anna").learnt?.moves == 2)
    try await bench.end()
  }

  @Test func oneMoveWaitsAndOthersAreDropped() async throws {
    let lesson = try await self.lesson("knight to f three")
    let language = try EnglishLanguage.shared.get()
    learner.pause()
    for _ in 0..<4 { learner.learn(from: lesson, in: language) }
    // The first may have been taken by then.
    #expect((2...3).contains(learner.droppedCount))
    learner.resume()
    await learner.settle()
    #expect(try store.voice(of: "anna").learnt?.moves == 4 - learner.droppedCount)
    learner.close()
    learner.learn(from: lesson, in: language)
    await learner.settle()
    #expect(try store.voice(of: "anna").learnt?.moves == 4 - learner.droppedCount)
  }

  @Test func whatWasLearntIsTriedOnTheNextMoveAndForgotten() async throws {
    let language = try EnglishLanguage.shared.get()
    let lesson = try await self.lesson("knight to f three")
    learner.learn(from: lesson, in: language)
    await learner.settle()
    var voice = try store.voice(of: "anna")
    let adaptation = try #require(voice.learnt).adaptation
    for _ in 0..<20 { voice.learn(adaptation, nil, on: "2026-11-21") }
    try store.keep(voice, of: "anna")
    learner.learn(from: lesson, in: language)
    await learner.settle()
    let learnt = try #require(try store.voice(of: "anna").learnt)
    #expect(learnt.moves == 22)
    let trial = try #require(learnt.trials.first)
    #expect(learnt.trials.count == 1)
    #expect(trial.before.moves == 1 && trial.after.moves == 1)
    #expect(trial.before.right == 1)
    #expect(!learnt.isWorthUsing, "one trial tells nothing")

    try store.forget("anna")
    learner.learn(from: lesson, in: language)
    await learner.settle()
    #expect(try store.voice(of: "anna").learnt?.moves == 1, "it begins anew")
  }

  @Test func otherWordsAndAnotherModelsVoiceAreLeftAlone() async throws {
    let language = try EnglishLanguage.shared.get()
    var lesson = try await self.lesson("knight to f three")
    lesson.prompt.move = try Position.start.move(san: "e4")
    learner.learn(from: lesson, in: language)
    await learner.settle()
    #expect(store.names.isEmpty)
    let other = PlayerVoice(ofModel: "1234")
    try store.keep(other, of: "anna")
    lesson.prompt.move = try Position.start.move(san: "Nf3")
    learner.learn(from: lesson, in: language)
    await learner.settle()
    #expect(try store.voice(of: "anna") == other)
  }

  @Test func whatWasCutOffBesideTheFileDoesNoHarm() async throws {
    try store.keep(PlayerVoice(ofModel: try model.fingerprint), of: "anna")
    try Data("{\"model\": \"12".utf8).write(
      to: URL(filePath: scratch.path + "/players/anna.json.new"))
    #expect(store.names == ["anna"])
    learner.learn(
      from: try await lesson("knight to f three"), in: try EnglishLanguage.shared.get())
    await learner.settle()
    #expect(try store.voice(of: "anna").learnt?.moves == 1)
    #expect(store.names == ["anna"])
  }

  @Test func idleThreadsGiveWay() async throws {
    let priorities = try await IdleThread.run {
      let own = getpriority(CInt(PRIO_PROCESS.rawValue), 0)
      let inner = Mutex<CInt?>(nil)
      let done = DispatchSemaphore(value: 0)
      try BlockingThread.start(name: "inner") {
        inner.withLock { $0 = getpriority(CInt(PRIO_PROCESS.rawValue), 0) }
        done.signal()
      }
      done.wait()
      return [own, inner.withLock { $0 }]
    }
    #expect(priorities == [19, 19])
    #expect(getpriority(CInt(PRIO_PROCESS.rawValue), 0) < 19)
  }
}

@Suite struct LearntVoiceTests {
  private static func hearing(right: Int, wrong: Int = 0, _ confidence: Double)
    -> PlayerVoice.Score
  {
    var hearing = PlayerVoice.Score()
    hearing.moves = 1
    hearing.right = right
    hearing.wrong = wrong
    hearing.confidence = confidence
    return hearing
  }

  @Test func isUsedWhereItHelps() {
    var voice = PlayerVoice(ofModel: "1")
    let good = PlayerVoice.Trial(
      before: Self.hearing(right: 1, 0.7), after: Self.hearing(right: 1, 0.9))
    let bad = PlayerVoice.Trial(
      before: Self.hearing(right: 1, 0.7), after: Self.hearing(right: 0, wrong: 1, 0))
    #expect(voice.summary.description == "0 recordings")
    for _ in 0..<9 { voice.learn(nil, good, on: "2026-11-20") }
    #expect(voice.learnt?.isWorthUsing == false, "too few")
    voice.learn(nil, good, on: "2026-11-21")
    #expect(voice.learnt?.isWorthUsing == true)
    #expect(
      voice.summary.description
        == "0 recordings; 10 moves learnt from play, the last on 2026-11-21, in use")
    voice.learn(nil, bad, on: "2026-11-21")
    voice.learn(nil, bad, on: "2026-11-21")
    #expect(voice.learnt?.isWorthUsing == false)
    #expect(voice.learntInUse == 0)
    #expect(voice.summary.description.hasSuffix("not in use"))
    // What is long ago counts no more.
    for _ in 0..<40 { voice.learn(nil, good, on: "2026-11-22") }
    #expect(voice.learnt?.isWorthUsing == true)
    #expect(voice.learnt?.trials.count == 40)
    #expect(voice.learnt?.moves == 52)
  }

  @Test func comesBackFromAFileAndFromOneWithoutIt() throws {
    var voice = PlayerVoice(ofModel: "1")
    let before = try JSONEncoder().encode(voice)
    #expect(try JSONDecoder().decode(PlayerVoice.self, from: before) == voice)
    voice.learn(nil, nil, on: "2026-11-21")
    let data = try JSONEncoder().encode(voice)
    #expect(try JSONDecoder().decode(PlayerVoice.self, from: data) == voice)
  }

  @Test func whoIsOnlyListenedToIsNoMistake() throws {
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    var voice = PlayerVoice(ofModel: try model.fingerprint)
    voice.learn(nil, nil, on: "2026-11-21")
    #expect(try voice.fitted(model, player: "anna").speaker == nil)
  }
}
