import Foundation
import Glibc
import LanguageModel
import Sound
import TestSupport
import Testing

@testable import Speech

/// The language models of a recognizer and of a request.
@Suite struct LanguageModelOfRequestTests {
  private static let sentences = ["knight to king bishop three", "queen takes rook", "castle"]

  @Test func aRequestCanHaveItsOwnLanguageModel() async throws {
    let scratch = try ScratchDirectory()
    let folder = scratch.url
    let files = SpeechLanguageModel.Configuration(
      languageModel: folder.appendingPathComponent("model"))
    try SpeechLanguageModel.write(Fixtures.languageModel(["resign", "rook takes pawn"]), to: files)
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    for (said, isOwn) in [("rook takes pawn", true), ("castle", false), ("resign", true)] {
      let request = AudioBufferRecognitionRequest()
      if isOwn { request.customizedLanguageModel = files }
      request.append(samples: try Fixtures.speak(said))
      request.endAudio()
      let result = try await recognizer.recognitionTask(with: request).result()
      #expect(result?.bestTranscription.formattedString == said)
    }
    let missing = AudioBufferRecognitionRequest()
    missing.customizedLanguageModel = .init(languageModel: folder.appendingPathComponent("nothing"))
    let task = recognizer.recognitionTask(with: missing)
    let error = try await thrown(SpeechError.self) { try await task.result() }
    #expect(error.code == .languageModel)
    #expect(error.description.contains("nothing") == true)
  }

  @Test func aRequestCanUseADataFile() async throws {
    let scratch = try ScratchDirectory()
    let folder = scratch.url
    let data = SFCustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      SFCustomLanguageModelData.PhraseCount(phrase: "Play the Albin counter gambit", count: 10)
      SFCustomLanguageModelData.PhraseCountsFromTemplates(classes: ["line": ["Winawer"]]) {
        SFCustomLanguageModelData.TemplatePhraseCountGenerator.Template(
          "Play the <line> variation", count: 10, intent: "play")
      }
      SFCustomLanguageModelData.CustomPronunciation(grapheme: "Winawer", phonemes: ["w I n aU @r"])
    }
    let asset = folder.appendingPathComponent("data.json")
    try await data.export(to: asset)
    let files = SFSpeechLanguageModel.Configuration(
      languageModel: folder.appendingPathComponent("lm"),
      vocabulary: folder.appendingPathComponent("words"))
    try await SFSpeechLanguageModel.prepareCustomLanguageModel(
      for: asset, clientIdentifier: "test", configuration: files)
    let recognizer = try #require(SFSpeechRecognizer(locale: Locale(identifier: "en_US")))
    for (said, meant) in [
      ("play the albin counter gambit", nil),
      ("play the winawer variation", "play: line Winawer"),
    ] as [(String, String?)] {
      let request = SFSpeechAudioBufferRecognitionRequest()
      request.customizedLanguageModel = files
      request.requiresOnDeviceRecognition = true
      request.append(samples: try Fixtures.speak(said))
      request.endAudio()
      let result = try await recognizer.recognitionTask(with: request).result()
      #expect(result?.bestTranscription.formattedString == said)
      #expect(result?.bestTranscription.intent?.description == meant)
    }
    // A grammar that replaces it does not have that.
    try SpeechLanguageModel.write(Fixtures.languageModel(["resign"]), to: files)
    #expect(!FileManager.default.fileExists(atPath: files.languageModel.path + ".json"))
    let klingon = SFCustomLanguageModelData(
      locale: Locale(identifier: "tlh"), identifier: "test", version: "1"
    ) {
      SFCustomLanguageModelData.PhraseCount(phrase: "castle", count: 1)
    }
    try await klingon.export(to: asset)
    let error = try await thrown(SpeechError.self) {
      try await SpeechLanguageModel.prepareCustomLanguageModel(for: asset, configuration: files)
    }
    #expect(error.code == .modelUnavailable)
  }

  @Test(arguments: [false, true]) func unreadableFilesAreRefused(isDictionary: Bool) throws {
    let scratch = try ScratchDirectory()
    let files = SpeechLanguageModel.Configuration(languageModel: scratch.url.appending(path: "lm"))
    try SpeechLanguageModel.write(Fixtures.languageModel(["resign"]), to: files)
    let file = isDictionary ? files.dictionary : files.languageModel
    let huge = scratch.path + "/huge"
    #expect(FileManager.default.createFile(atPath: huge, contents: nil))
    #expect(truncate(huge, 65 << 20) == 0)
    for (reason, replace) in [
      ("No such file", { true }),
      ("more than", { symlink(huge, file.path) == 0 }),
      ("not a regular file", { mkfifo(file.path, 0o600) == 0 }),
    ] as [(String, () -> Bool)] {
      #expect(unlink(file.path) == 0 && replace())
      let error = try thrown(SpeechError.self) { try PreparedLanguageModel(files) }
      #expect(error.code == .languageModel && error.subject == file.path)
      #expect(error.operation.contains("pronunciation") == isDictionary)
      #expect(error.advice.contains(reason), "\(error)")
      #expect(error.advice.contains("prepare the language model"))
      if reason == "No such file" { #expect(symlink("nowhere", file.path) == 0) }
    }
  }

  @Test func preparingWaitsForTheRunningTask() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let next = try Fixtures.languageModel(["resign"])
    let sound = [Int16](repeating: 0, count: 160_000) + (try Fixtures.speak("castle"))
    // The order on the decoder's thread is chance.
    for _ in 1...4 {
      try await recognizer.prepare(Fixtures.languageModel(Self.sentences))
      let request = AudioBufferRecognitionRequest()
      let task = recognizer.recognitionTask(with: request)
      request.append(samples: sound)
      async let prepared: Void = recognizer.prepare(next)
      // The decoder is still busy with the sound when the language model and the end arrive.
      try await Task.sleep(for: .milliseconds(20))
      request.endAudio()
      #expect(try await task.result()?.bestTranscription.formattedString == "castle")
      try await prepared
      #expect(try await Self.heard("resign", by: recognizer) == "resign")
    }
  }

  private static func heard(
    _ said: String, by recognizer: SpeechRecognizer
  ) async throws -> String? {
    let request = AudioBufferRecognitionRequest()
    request.append(samples: try Fixtures.speak(said))
    request.endAudio()
    let result = try await recognizer.recognitionTask(with: request).result()
    return result?.bestTranscription.formattedString
  }
}
