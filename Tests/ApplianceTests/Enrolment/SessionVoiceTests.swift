import Acoustics
import ApplianceCore
import Chess
import ChessLanguage
import Dialogue
import Speech
import TestSupport
import Testing

@testable import Appliance

/// flite's voices with the real recognizer.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct SessionVoiceTests {
  private let model: AcousticModel
  private let evaluator: Evaluator
  private static let phrases = [
    "knight to f three", "pawn to e four", "pawn to d four", "knight to c three", "pawn to c four",
    "pawn to f four",
  ]

  init() throws {
    model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    evaluator = Evaluator(
      try MoveListener(Configuration(), model: model), language: try EnglishLanguage.shared.get())
  }

  private func hear(
    _ words: String, by voice: String = "slt", in position: Position = .start,
    expecting speaker: SpeakerAdaptation? = nil
  ) async throws -> Heard {
    let test = EvaluationCase(
      line: 1, id: "", group: "", audio: "", position: position, expectation: .words(words))
    return Heard(
      try await evaluator.listen(
        to: test, Synthesizer.say(words, by: voice), expecting: speaker
      ).result)
  }

  @Test func aVoiceIsUsedOnceItHelps() async throws {
    var voice = SessionVoice()
    var used: [Bool] = []
    for words in Self.phrases.dropLast() {
      voice.learn(from: try #require(try await hear(words).phrase))
      used.append(voice.speaker != nil)
    }
    #expect(used == [false, false, false, true, true])
    let last = try #require(Self.phrases.last)
    let before = try await hear(last).confidence
    let after = try await hear(last, expecting: voice.speaker).confidence
    #expect(after >= before && after > 0.9, "\(before), then \(after)")
  }

  @Test func aVoiceThatDoesNotHelpIsNotUsed() async throws {
    // Learnt from wrong sounds: the words belong to another recording.
    var wrong = SessionVoice()
    let phrase = try #require(try await hear("knight to f three").phrase)
    for _ in 0..<4 { wrong.learn(from: phrase) }
    let learnt = try #require(wrong.speaker)
    var voice = SessionVoice(after: learnt)
    for words in Self.phrases.dropFirst() {
      voice.learn(from: try #require(try await hear(words, by: "kal").phrase))
      let isAnyAdaptation = voice.speaker != nil
      #expect(isAnyAdaptation)
    }
    #expect(voice.speaker != learnt, "the new voice replaces the one before")
  }

  @Test func twoPeopleTakingTurnsAreUnderstood() async throws {
    var voice = SessionVoice()
    for words in Self.phrases {
      for speaker in ["slt", "rms"] {
        let heard = try await hear(words, by: speaker, expecting: voice.speaker)
        #expect(heard.utterance.text == words, "\(speaker)")
        #expect(heard.confidence > 0.6, "\(speaker) said \(words)")
        voice.learn(from: try #require(heard.phrase))
      }
    }
  }

  @Test func aMoveIsLearntOnlyOncePlayConfirmsIt() async throws {
    let scratch = try ScratchDirectory()
    var settings = Configuration()
    settings.record.directory = scratch.path
    let conversation = try GameConversation.english(settings, voice: SessionVoice())
    _ = try await conversation.begin()
    var position = Position.start
    var isAdapted: [Bool] = []
    for (words, move, answer) in [
      ("pawn to e four", "e4", "e5"), ("knight to f three", "Nf3", "Nc6"),
      ("bishop to c four", "Bc4", "Bc5"), ("pawn to c three", "c3", "Nf6"),
      ("pawn to d three", "d3", "d6"), ("bishop to g five", "Bg5", "h6"),
    ] {
      let said = await conversation.reply(to: try await hear(words, in: position))
      #expect(try await said.preparation?().languageModel != nil, "\(words) was not played")
      let typed = try #require(await conversation.reply(toTyped: ConsoleLine(answer)))
      isAdapted.append(try await typed.preparation?().speaker != nil)
      for san in [move, answer] { position.make(try position.move(san: san)) }
    }
    #expect(isAdapted == [false, false, false, true, true, true])
  }

  @Test func withLearningOffNothingIsLearnt() throws {
    var settings = Configuration()
    #expect(try settings.sessionVoice(with: model, log: Log(level: .error)) != nil)
    settings.recognition.adapt = false
    #expect(try settings.sessionVoice(with: model, log: Log(level: .error)) == nil)
  }
}
