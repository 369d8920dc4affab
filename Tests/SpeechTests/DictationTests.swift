import Foundation
import LanguageModel
import Sound
import TestSupport
import Testing

@testable import Speech

/// Requests without a language model, with the n-gram of the installed model.
@Suite(.timeLimit(.patientMinutes(2)), .tags(.speech), .skippable(.speech)) struct DictationTests {
  private static let sentence = "what is the weather like today"

  private func request(_ text: String) throws -> AudioBufferRecognitionRequest {
    let request = AudioBufferRecognitionRequest()
    request.append(AudioBuffer(format: .speech, samples: try Fixtures.speak(text)))
    request.endAudio()
    return request
  }

  @Test func speechIsWrittenDown() async throws {
    let recognizer = try SpeechRecognizer(model: Fixtures.model())
    for _ in 0..<2 {
      let task = recognizer.recognitionTask(with: try request(Self.sentence))
      let result = try #require(try await task.result())
      #expect(result.bestTranscription.formattedString == Self.sentence)
      #expect(result.isFinal && result.bestTranscription.intent == nil)
      #expect(result.bestTranscription.confidence > 0)
    }
  }

  @Test func aLanguageModelReplacesDictationUnlessRequested() async throws {
    let recognizer = try SpeechRecognizer(model: Fixtures.model())
    let move = "queen takes rook"
    try await recognizer.prepare(Fixtures.languageModel([move, "castle"]))
    for hint in [TaskHint.unspecified, .dictation, .search, .confirmation] {
      let request = try request(Self.sentence)
      request.taskHint = hint
      let words = try await recognizer.recognitionTask(with: request).result()?.bestTranscription
      #expect((words?.formattedString == Self.sentence) == (hint == .dictation), "\(hint)")
    }
    recognizer.defaultTaskHint = .dictation
    let dictated = try await recognizer.recognitionTask(with: request(Self.sentence)).result()
    #expect(dictated?.bestTranscription.formattedString == Self.sentence)
    recognizer.defaultTaskHint = .unspecified
    let moved = try await recognizer.recognitionTask(with: request(move)).result()
    #expect(moved?.bestTranscription.formattedString == move)
  }

  @Test func aModelWithoutANgramSaysSo() async throws {
    var model = try Fixtures.model()
    model.ngram = nil
    let recognizer = try SpeechRecognizer(model: model)
    let task = recognizer.recognitionTask(with: try request("castle"))
    let error = try await thrown(SpeechError.self) { try await task.result() }
    #expect(error.code == .unavailable)
    #expect(error.description.contains("prepare a language model"))
  }

  @Test func theInstalledNgramIsIntact() throws {
    let model = try Fixtures.model()
    #expect(try model.checkedNgram() == model.ngram)
  }

  @Test func aDamagedNgramIsRefused() async throws {
    let whole = try #require(Fixtures.model().ngram)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    let scratch = try ScratchDirectory()
    let path = scratch.url.appending(path: "en-us.lm.bin").path
    let damaged = [
      Data(), bytes.prefix(10), bytes.prefix(1_000), bytes.prefix(bytes.count / 2),
      Data(count: bytes.count), bytes.prefix(19) + Data(repeating: 0xFF, count: 100),
      bytes.dropLast(), bytes + Data(count: 1),
    ]
    for data in damaged {
      try data.write(to: URL(filePath: path))
      var model = try Fixtures.model()
      model.ngram = path
      let recognizer = try SpeechRecognizer(model: model)
      let task = recognizer.recognitionTask(with: try request("castle"))
      let error = try await thrown(SpeechError.self) { try await task.result() }
      #expect(error.code == .modelUnavailable)
      #expect(error.description.contains(path))
    }
  }

  /// Damage that keeps the size: in each part of the file, at its beginning and end.
  @Test func anNgramWithAWrongNumberIsRefused() throws {
    let whole = try #require(Fixtures.model().ngram)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    // The installed model's probability tables, unigrams, bigrams and words.
    let (tables, unigrams, bigrams, words) = (36, 786_468, 1_657_044, 26_495_313)
    let damaged: [(offset: Int, bytes: [UInt8])] = [
      (19, [4]), (20, [0]), (tables, [0, 0, 0xC0, 0x7F]), (tables + 4_000, [0, 0, 0x80, 0xFF]),
      (unigrams + 3, [0x7F]), (unigrams + 8, [0xFF, 0xFF, 0xFF, 0xFF]),
      (unigrams + 32, [0, 0, 0, 0]), (bigrams - 4, [0, 0, 0, 0]),
      (bigrams, Array(repeating: 0xFF, count: 20)),
      (bigrams + 10_000_000, Array(repeating: 0xFF, count: 20)),
      (words - 200, Array(repeating: 0xFF, count: 190)), (words, [0]), (words + 5, [0]),
      (words + 4, Array(repeating: 0x61, count: 40)), (bytes.count - 1, [0x61]),
    ]
    for (offset, change) in damaged {
      var copy = bytes
      copy.replaceSubrange(offset..<offset + change.count, with: change)
      #expect(!copy.withUnsafeBytes { NgramFile($0)?.isIntact ?? false }, "at \(offset)")
    }
    #expect(bytes.withUnsafeBytes { NgramFile($0)?.isIntact ?? false })
  }
}
