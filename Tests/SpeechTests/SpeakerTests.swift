import Acoustics
import Foundation
import LanguageModel
import TestSupport
import Testing

@testable import Speech

@Suite struct SpeakerTests {
  private static func speech(_ text: String) throws -> [Int16] {
    let quiet = [Int16](repeating: 0, count: 8_000)
    return (quiet + (try Fixtures.speak(text, voice: "awb")) + quiet).enumerated().map {
      // Microphones never give digital silence.
      Int16(clamping: Int($0.element) + ($0.offset * 7_919) % 41 - 20)
    }
  }

  private static let lessons = [
    "knight to f three", "bishop takes c six", "pawn to e four", "queen to h five",
    "rook takes a eight", "king to g one", "d takes e five", "knight b to d two",
  ]

  @Test func aKnownVoiceIsRecognizedBetter() async throws {
    var model = try Fixtures.model()
    let listener = try SpeakerListener(model: model)
    var samples: [SpokenSample] = []
    for lesson in Self.lessons {
      let heard = try await listener.listen(
        to: Self.speech(lesson), for: Fixtures.languageModel(Self.lessons))
      samples.append(heard)
    }
    #expect(samples.map { $0.words.joined(separator: " ") } == Self.lessons)
    let adaptation = try #require(SpeakerAdaptation(of: samples))
    #expect(adaptation.frameCount >= SpeakerAdaptation.minimumFrameCount)
    #expect(SpeakerAdaptation(of: [samples[0]]) == nil, "too little")
    let more = try #require(SpeakerAdaptation(of: samples[0], after: adaptation))
    #expect(more.frameCount > adaptation.frameCount)

    // Other words of the same voice.
    let others = ["knight takes bishop", "king to h one", "rook a four", "d five"]
    let phrases = try Fixtures.languageModel(others)
    var fits: [Double] = []
    for speaker in [nil, adaptation] {
      model.speaker = speaker
      let finalPass = try #require(try FinalPass(model: model))
      finalPass.set(phrases, meanings: nil, isLesson: true)
      var fit = 0.0
      for text in others {
        let sample = try finalPass.sample(of: Self.speech(text))
        #expect(sample.words.joined(separator: " ") == text)
        fit += sample.fit
      }
      fits.append(fit / Double(others.count))
    }
    #expect(fits[1] > fits[0] + 0.05, "\(fits)")
  }

  @Test func otherWordsFitWorse() async throws {
    let listener = try SpeakerListener(model: Fixtures.model())
    let sound = try Self.speech("queen to h five")
    let right = try await listener.listen(
      to: sound, for: Fixtures.languageModel(["queen to h five"]))
    let wrong = try await listener.listen(
      to: sound, for: Fixtures.languageModel(["knight takes bishop check"]))
    #expect(right.fit > wrong.fit + 1)
    #expect(right.signalToNoise > 10)
    let silence = [Int16](repeating: 0, count: 16_000)
    for sound in [silence, []] {
      await #expect(throws: SpokenSample.Absence.silence) {
        try await listener.listen(to: sound, for: Fixtures.languageModel(["castle"]))
      }
    }
  }

  @Test func aVoiceOfAnotherNetworkIsRefused() throws {
    var model = try Fixtures.model()
    let text = #"{"frames": 900, "scale": 0.001, "changes": "AQAC"}"#
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(SpeakerAdaptation.self, from: Data(text.utf8))
    }
    let even = text.replacing("AQAC", with: "AQACAA==")
    model.speaker = try JSONDecoder().decode(SpeakerAdaptation.self, from: Data(even.utf8))
    let error = try thrown(SpeechError.self) { _ = try FinalPass(model: model) }
    #expect(error.code == .modelUnavailable)
    #expect(error.description.contains("enroll again"))
  }
}
