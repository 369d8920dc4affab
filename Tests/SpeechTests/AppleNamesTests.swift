import Dispatch
import Foundation
import LanguageModel
import Sound
import Synchronization
import TestSupport
import Testing

@testable import Speech

/// The names of Apple's Speech framework that this module has besides its own. `Tests/Ports` has
/// whole programs.
@Suite(.timeLimit(.patientMinutes(2)), .tags(.speech), .skippable(.speech)) struct AppleNamesTests {
  private static let sentences = ["play the knight", "castle", "queen takes rook"]

  private func request(_ text: String) throws -> SFSpeechAudioBufferRecognitionRequest {
    let request = SFSpeechAudioBufferRecognitionRequest()
    request.append(
      AudioBuffer(format: request.nativeAudioFormat, samples: try Fixtures.speak(text)))
    request.endAudio()
    return request
  }

  @Test func numericConstantsMatchApples() {
    #expect(SFSpeechRecognizerAuthorizationStatus.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(SFSpeechRecognizerAuthorizationStatus(rawValue: 3) == .authorized)
    #expect(SFSpeechRecognitionTaskHint.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(SFSpeechRecognitionTaskHint(rawValue: 1) == .dictation)
  }

  @Test func errorsHaveADomainACodeAndAText() {
    let error: any Error = SFSpeechError(.audio, operation: "open", subject: "x", advice: "try y")
    #expect(error.localizedDescription == "Cannot open x: try y")
    #expect((error as NSError).domain == SFSpeechErrorDomain)
    #expect((error as NSError).code == 2)
    #expect((error as? SFSpeechError)?.code == .audioReadFailed)
    let codes =
      [
        (.internalServiceError, 1), (.noModel, 5), (.malformedSupplementalModel, 8),
        (.missingParameter, 13), (.grammar, 8), (.pronunciation, 8), (.canceled, 0),
      ] as [(SFSpeechError.Code, Int)]
    for (code, number) in codes {
      #expect(SpeechError(code, operation: "", advice: "").errorCode == number)
    }
    let data: any Error = LanguageModelError(.malformedFile, operation: "read")
    #expect(data.localizedDescription == String(describing: data))
    let sound: any Error = AudioError(.empty, "read", "f", advice: "It is empty.")
    #expect(sound.localizedDescription == String(describing: sound))
  }

  @Test func handlersAreCalledOnTheQueue() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "handlers")
    queue.setSpecific(key: key, value: "mine")
    #expect(recognizer.queue.label == DispatchQueue.main.label)
    recognizer.queue = queue
    let request = try request("castle")
    let places = await withCheckedContinuation { continuation in
      var places: [String?] = []
      recognizer.recognitionTask(with: request) { result, _ in
        places.append(DispatchQueue.getSpecific(key: key))
        if result?.isFinal != false { continuation.resume(returning: places) }
      }
    }
    #expect(places.count > 1 && places.allSatisfy { $0 == "mine" })
  }

  @Test func aCancelledTaskEndsWithAnError() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    recognizer.queue = DispatchQueue(label: "handlers")
    let request = SFSpeechAudioBufferRecognitionRequest()
    let error = await withCheckedContinuation { continuation in
      let task = recognizer.recognitionTask(with: request) { result, error in
        #expect(result == nil)
        continuation.resume(returning: error as? SFSpeechError)
      }
      task.cancel()
    }
    #expect(error?.code == .canceled)
  }

  @MainActor final class Follower: SFSpeechRecognizerDelegate {
    let told: AsyncStream<Bool>
    private let sink: AsyncStream<Bool>.Continuation

    init() {
      (told, sink) = AsyncStream.makeStream()
    }

    func speechRecognizer(
      _ speechRecognizer: SFSpeechRecognizer, availabilityDidChange available: Bool
    ) {
      sink.yield(available)
    }
  }

  @Test @MainActor func aNewDelegateIsToldTheAvailability() async throws {
    let recognizer = try #require(SFSpeechRecognizer())
    let follower = Follower()
    recognizer.delegate = follower
    #expect(recognizer.delegate === follower)
    var told = follower.told.makeAsyncIterator()
    #expect(await told.next() == true)
  }

  @Test func contextualStringsMakeReadingsLikelier() async throws {
    // Two homophones.
    let recognizer = try await Fixtures.recognizer(["play the knight", "play the night"])
    var heard: [[String]: String] = [:]
    var advantage = 1.0
    for context in [["the knight"], ["The Night"]] {
      let request = try request("play the knight")
      request.contextualStrings = context
      let result = try await recognizer.recognitionTask(with: request).result()
      let readings = try #require(result?.transcriptions)
      try #require(readings.count == 2)
      heard[context] = readings[0].formattedString
      advantage *= readings[0].confidence / readings[1].confidence
    }
    // Each is four times as likely in one of the two cases.
    #expect(abs(advantage - 16) < 0.1)
    #expect(heard == [["the knight"]: "play the knight", ["The Night"]: "play the night"])
  }

  @Test func segmentsAndMetadataMatchTheText() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = try request("queen takes rook")
    request.addsPunctuation = true
    request.interactionIdentifier = "first"
    let result = try #require(try await recognizer.recognitionTask(with: request).result())
    let best = result.bestTranscription
    #expect(best.formattedString == "Queen takes rook.")
    #expect(request.interactionIdentifier == "first")
    for segment in best.segments {
      let range = try #require(Range(NSRange(segment.substringRange), in: best.formattedString))
      #expect(best.formattedString[range].lowercased() == segment.substring)
    }
    let metadata = try #require(result.speechRecognitionMetadata)
    #expect(metadata.speechStartTimestamp == best.segments.first?.timestamp)
    #expect(metadata.speechDuration > 0.3 && metadata.speechDuration < result.duration)
    #expect(abs(metadata.speakingRate - 180 / metadata.speechDuration) < 0.001)
    #expect(metadata.averagePauseDuration >= 0 && metadata.averagePauseDuration < 0.5)
  }

  @Test func pausesAreTheGapsBetweenWords() {
    let words = [("a", 1.0), ("b", 2.0), ("c", 3.5)].map {
      TranscriptionSegment(substring: $0, timestamp: $1, duration: 0.5)
    }
    let transcription = Transcription(segments: words)
    #expect(transcription.averagePauseDuration == 0.75)
    #expect(transcription.speakingRate == 60)
    #expect(transcription.segments.map(\.substringRange) == [0..<1, 2..<3, 4..<5])
    #expect(Transcription().speakingRate == 0 && Transcription().averagePauseDuration == 0)
  }

  @Test func aPreparedLanguageModelIsKeptUnlessTheCacheIsIgnored() async throws {
    let scratch = try ScratchDirectory()
    let asset = scratch.url.appending(path: "data.json")
    let files = SFSpeechLanguageModel.Configuration(
      languageModel: scratch.url.appending(path: "lm"))
    func export(_ phrase: String) async throws {
      let data = SFCustomLanguageModelData(
        locale: Locale(identifier: "en_US"), identifier: "test", version: "1")
      data.insert(phraseCount: .init(phrase: phrase, count: 1))
      try await data.export(to: asset)
    }
    func inode() throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: files.languageModel.path)
      return try #require(attributes[.systemFileNumber] as? Int)
    }
    func prepare(ignoresCache: Bool = false) async -> (any Error)? {
      await withCheckedContinuation { continuation in
        SFSpeechLanguageModel.prepareCustomLanguageModel(
          for: asset, clientIdentifier: "test", configuration: files, ignoresCache: ignoresCache
        ) { error in
          continuation.resume(returning: error)
        }
      }
    }
    try await export("castle")
    #expect(await prepare() == nil)
    // Remaining files keep others from getting the same inodes.
    let link = scratch.url.appending(path: "kept")
    try FileManager.default.linkItem(at: files.languageModel, to: link)
    let first = try inode()
    #expect(await prepare() == nil)
    #expect(try inode() == first)
    #expect(await prepare(ignoresCache: true) == nil)
    #expect(try inode() != first)
    let second = try inode()
    try FileManager.default.linkItem(
      at: files.languageModel, to: scratch.url.appending(path: "kept too"))
    try await export("resign")
    #expect(await prepare() == nil)
    #expect(try inode() != second)
    try FileManager.default.removeItem(at: asset)
    let error = await prepare()
    #expect(error is LanguageModelError)
  }
}
