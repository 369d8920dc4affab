import Acoustics
import ApplianceCore
import Chess
import Dialogue
import Foundation
import Speech
import TestSupport
import Testing

@testable import Appliance

/// A learnt voice is saved for the next start.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct VoiceKeeperTests {
  private let scratch: ScratchDirectory
  private let settings: Configuration
  private let model: AcousticModel
  private let phrase: SpokenPhrase

  init() async throws {
    scratch = try ScratchDirectory()
    var settings = Configuration()
    settings.record.directory = scratch.path
    settings.recognition.learn = true
    settings.recognition.player = "anna"
    self.settings = settings
    model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let evaluator = Evaluator(
      try MoveListener(Configuration(), model: model), language: try EnglishLanguage.shared.get())
    let test = EvaluationCase(
      line: 1, id: "", group: "", audio: "", position: .start,
      expectation: .words("knight to f three"))
    let heard = try await evaluator.listen(to: test, Synthesizer.say("knight to f three"))
    phrase = try #require(heard.result.phrase)
  }

  private var log: Log { Log(level: .error) }
  private var store: PlayerStore { settings.players }

  /// A session that has learnt from a number of phrases, all saved.
  private func session(_ count: Int) async throws -> SessionVoice {
    var voice = try #require(try settings.sessionVoice(with: model, log: log))
    for _ in 0..<count { voice.learn(from: phrase) }
    await voice.settle()
    return voice
  }

  @Test func theNextStartContinuesWithTheVoice() async throws {
    let first = try await session(3)
    #expect(first.speaker == nil, "too little has tested it")
    let kept = try #require(try store.voice(of: "anna").learnt)
    #expect(kept.moves == 3 && kept.day == TimeStamp.now.day)
    #expect(kept.adaptation != nil)
    let second = try await session(1)
    #expect(second.speaker != nil)
    let voice = try store.voice(of: "anna")
    #expect(voice.learnt?.moves == 4 && voice.learntInUse == 4)
    #expect(voice.recordings == 0 && voice.adaptation == nil)
    #expect(try voice.fitted(model, player: "anna").speaker == second.speaker)
    // It stores only sums, so the file size does not depend on the words.
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/players")
    #expect(Set(files) == [".lock", "anna.json"])
  }

  @Test func theEndWaitsUntilWhatWasLearntIsSaved() async throws {
    var voice = try #require(try settings.sessionVoice(with: model, log: log))
    var other: DurableDirectory? = try DurableDirectory(scratch.path + "/players")
    try other?.lock()
    voice.learn(from: phrase)
    let conversation = try GameConversation.english(settings, voice: voice)
    let saved = Task { [store] in
      await conversation.close()
      return try store.knownVoice(of: "anna")?.learnt?.moves
    }
    // An early end would be over by now.
    try await Task.sleep(for: .milliseconds(100))
    other = nil
    #expect(try await saved.value == 1)
  }

  @Test func aVoiceChangedElsewhereIsLeftAlone() async throws {
    var voice = try await session(1)
    try store.forget("anna")
    voice.learn(from: phrase)
    await voice.settle()
    #expect(store.names.isEmpty, "it was forgotten")
    let enrolled = PlayerVoice(ofModel: try model.fingerprint)
    try store.keep(enrolled, of: "anna")
    voice.learn(from: phrase)
    await voice.settle()
    #expect(try store.voice(of: "anna") == enrolled)
    #expect(try await session(1).speaker == nil)
    #expect(try store.voice(of: "anna").learnt?.moves == 1, "the next start begins anew")
  }

  @Test func otherModelsVoicesAndDamagedOnesAreLeftAlone() async throws {
    let other = PlayerVoice(ofModel: "1234")
    try store.keep(other, of: "anna")
    _ = try await session(5)
    #expect(try store.voice(of: "anna") == other)
    let file = scratch.path + "/players/anna.json"
    try Data("{\"model\": \"12".utf8).write(to: URL(filePath: file))
    #expect(try await session(5).speaker != nil, "it still learns in memory")
    #expect(try Data(contentsOf: URL(filePath: file)).count == 13)
  }

  @Test func anUnfinishedFileDoesNoHarm() async throws {
    try store.keep(PlayerVoice(ofModel: try model.fingerprint), of: "anna")
    try Data("{\"model\": \"12".utf8).write(
      to: URL(filePath: scratch.path + "/players/anna.json.new"))
    _ = try await session(1)
    #expect(try store.voice(of: "anna").learnt?.moves == 1)
    #expect(store.names == ["anna"])
  }
}

@Suite struct LearntVoiceTests {
  @Test func aLearntVoiceIsUsedOnlyIfItHelps() {
    var voice = PlayerVoice(ofModel: "1")
    #expect(voice.summary.description == "0 recordings")
    voice.learnt = PlayerVoice.Learnt()
    voice.learnt?.moves = 10
    voice.learnt?.day = "2026-11-21"
    voice.learnt?.gains = [0.2, 0.1]
    #expect(voice.learnt?.isWorthUsing == false, "too few")
    voice.learnt?.gains = [0.2, 0.1, -0.1]
    #expect(voice.learntInUse == 10)
    #expect(
      voice.summary.description
        == "0 recordings; 10 moves learnt from play, the last on 2026-11-21, in use")
    voice.learnt?.gains = [0.2, 0.1, -0.4]
    #expect(voice.learntInUse == 0)
    #expect(voice.summary.description.hasSuffix("not in use"))
  }

  @Test func aLearntVoiceIsReadBackAlsoFromEarlierVersions() throws {
    var voice = PlayerVoice(ofModel: "1")
    let before = try JSONEncoder().encode(voice)
    #expect(try JSONDecoder().decode(PlayerVoice.self, from: before) == voice)
    voice.learnt = PlayerVoice.Learnt()
    let data = try JSONEncoder().encode(voice)
    #expect(try JSONDecoder().decode(PlayerVoice.self, from: data) == voice)
    let earlier = """
      {"model": "1", "recordings": 0, "learnt": {"moves": 12, "day": "2026-11-20", "trials": []}}
      """
    let read = try JSONDecoder().decode(PlayerVoice.self, from: Data(earlier.utf8))
    #expect(read.learnt?.moves == 12 && read.learntInUse == 0 && read.isPossible)
  }

  @Test func aVoiceWithoutEnrolmentIsNotAnError() throws {
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    var voice = PlayerVoice(ofModel: try model.fingerprint)
    voice.learnt = PlayerVoice.Learnt()
    #expect(try voice.fitted(model, player: "anna").speaker == nil)
  }
}
