import Chess
import Foundation
import LanguageModel
import Microphone
import Panel
import Sound
import Speech
import Synchronization
import TestSupport
import Testing

@testable import snippets

/// The documentation's listings work.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct SnippetsTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func chessFindsTheOpeningAndItsCaptures() throws {
    #expect(
      try chess() == [
        "Queen's Gambit Declined: Albin Countergambit",
        "rnbqkbnr/ppp2ppp/8/3pp3/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3", "cxd5", "dxe5",
      ])
  }

  @Test func aButtonSwitchesALight() async {
    let button = MockButton()
    let light = MockIndicator()
    button.press()
    button.release()
    await button.close()
    await follow(button, with: light)
    #expect(light.history == [.on, .off, .off])
  }

  @Test(.tags(.speech), .skippable(.speech)) func anOrderHasSlots() throws {
    let model = try #require(AcousticModel.named("en_US"))
    let intent = try order(["a", "large", "latte", "please"], model.pronunciations())
    #expect(intent?.description == "order: size large, drink latte")
    #expect(try order(["a", "latte"], model.pronunciations()) == nil)
  }

  @Test(.tags(.speech), .skippable(.speech)) func aPhraseMeansAMove() throws {
    let model = try #require(AcousticModel.named("en_US"))
    #expect(
      try understanding(model.pronunciations()) == [
        "g1f3", "knight to f three", "knight f three", "knight g to f three",
      ])
  }

  @Test func aFileHasALevel() throws {
    let samples = TestSound.sine(rate: 16_000, frames: 16_000).map { Int16($0 * 32_767) }
    let path = scratch.url.appending(path: "sine.wav").path
    try AudioFile.write(AudioBuffer(format: .speech, samples: samples), to: path)
    let level = try level(ofFile: path)
    #expect(level.peak < 0 && abs(level.peak - level.rms - 3.01) < 0.1, "\(level)")
  }

  @Test func aMissingMicrophoneIsReported() async throws {
    let error = try await thrown(AudioError.self) { try await second(of: "hw:CARD=Nowhere") }
    #expect(error.code == .deviceMissing)
    let advice = try #require(permission("hw:CARD=Nowhere"))
    #expect(advice.contains("hw:CARD=Nowhere") && advice.contains("plug it in"))
  }

  @Test(.tags(.speech), .skippable(.speech)) func dictationIsPunctuated() async throws {
    let recognizer = try #require(SpeechRecognizer())
    let clip = try StartedProgram.clip(
      saying: "what is the weather like today", in: scratch.url, as: "clip.wav")
    let (shown, ended) = (ShownTexts(), ShownTexts())
    let microphone = ClipPlayer(clips: [clip]) { event in
      if case .ended(let clip) = event { ended.add(clip) }
    }
    async let dictation: Void = dictate(microphone, into: recognizer) { shown.add($0) }
    await Patience.wait(for: "the end of what is said") { ended.last == clip }
    try await Task.sleep(for: .seconds(1))
    await microphone.stop()
    try await dictation
    let isDone = await Patience.lasts { shown.last?.hasSuffix(".") ?? false }
    #expect(isDone && shown.last == "What is the weather like today.")
  }
}

/// The texts that a program has shown, from any thread.
private final class ShownTexts: Sendable {
  private let texts = Mutex<[String]>([])

  var last: String? { texts.withLock { $0.last } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
