import Acoustics
import Foundation
import LanguageModel
import Sound
import TestSupport
import Testing

@testable import Speech

/// A model with other phones: a copy of the English one with renamed phones.
@Suite("Another model's phones", .tags(.speech, .slow), .skippable(.speech), .skippable(.slow))
struct OtherPhonesTests {
  private let scratch: ScratchDirectory
  private let directory: String
  private let german = LanguageModel.Locale(identifier: "de_DE")

  init() throws {
    scratch = try ScratchDirectory()
    directory = "\(scratch.path)/model"
    try RelabelledModel.make(of: Fixtures.model().directory, in: directory)
  }

  private func writeTable() throws {
    let rows = PhoneTable.nearestEnglish.readings.mapValues { readings in
      readings.map { $0.map(RelabelledModel.name).joined(separator: " ") }
    }
    try JSONEncoder().encode(rows).write(to: URL(filePath: "\(directory)/phones.json"))
  }

  private func model() throws -> AcousticModel {
    try AcousticModel(directory: directory, dictionary: nil, localeIdentifier: "de_DE")
  }

  private var data: CustomLanguageModelData {
    let data = CustomLanguageModelData(locale: german, identifier: "test", version: "1")
    for (word, phonemes) in [
      ("bauer", "p O n"), ("springer", "n aI t"), ("nach", "t u"), ("e", "i"), ("b", "b i"),
      ("vier", "f O r\\"),
    ] {
      data.insert(
        term: CustomLanguageModelData.CustomPronunciation(grapheme: word, phonemes: [phonemes]))
    }
    for phrase in ["bauer nach e vier", "bauer nach b vier", "springer nach e vier"] {
      data.insert(phraseCount: PhraseCount(phrase: phrase, count: 1))
    }
    return data
  }

  private func result(_ model: AcousticModel) async throws -> RecognitionResult {
    let recognizer = try SpeechRecognizer(model: model)
    let compiled = try CompiledLanguageModel(data, dictionary: model.pronunciations())
    try await recognizer.prepare(compiled)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    let margin = [Int16](repeating: 0, count: 8_000)
    // Too little silence for the final pass to begin in it.
    let speech = try margin + Fixtures.speak("pawn to E four") + Array(margin.prefix(3_200))
    request.append(AudioBuffer(format: .speech, samples: speech))
    request.endAudio()
    for await event in task.events {
      if case .finished(let result) = event { return result }
      if case .failed(let error) = event { throw error }
    }
    throw CancellationError()
  }

  @Test("work as well as the English ones, with a table beside the model")
  func recognition() async throws {
    try writeTable()
    let (own, english) = (try model(), try Fixtures.model().serving(german))
    let (isOwnEnglish, isEnglish) = (try own.hasEnglishPhones, try english.hasEnglishPhones)
    #expect(!isOwnEnglish && isEnglish)
    let (heard, expected) = (try await result(own), try await result(english))
    let (text, other): (Transcription, Transcription) = (
      heard.bestTranscription, expected.bestTranscription
    )
    #expect(text.formattedString == "bauer nach e vier")
    #expect(text.formattedString == other.formattedString)
    // The decoder and the phone network score the same states; only the confidence differs.
    #expect(text.segments.map { $0.duration } == other.segments.map { $0.duration })
    #expect(text.confidence > 0.5)
  }

  @Test("are required if there is no table")
  func withoutTable() throws {
    let model = try model()
    let error = try thrown(LanguageModelError.self) {
      try CompiledLanguageModel(data, dictionary: model.pronunciations())
    }
    let message = "\(error)"
    #expect(message.contains("has no phone AA, AO, AY, B, "), "\(message)")
    #expect(message.contains("phones.json") && message.contains("AO. "), "\(message)")
  }

  @Test("need a table without mistakes")
  func damagedTable() throws {
    try Data("{".utf8).write(to: URL(filePath: "\(directory)/phones.json"))
    let model = try model()
    #expect(throws: LanguageModelError.self) { try model.pronunciations() }
    #expect(throws: SpeechError.self) { _ = try FinalPass(model: model) }
  }
}
