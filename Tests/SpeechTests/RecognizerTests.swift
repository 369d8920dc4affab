import Foundation
import LanguageModel
import Sound
import TestSupport
import Testing

@testable import Speech

@Suite(.timeLimit(.patientMinutes(2))) struct RecognizerTests {
  private static let sentences = ["knight to king bishop three", "queen takes rook", "castle"]

  @Test(arguments: [true, false])
  func theEndOfSpeechIsReported(isSaid: Bool) async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    #expect(request.endpointing == nil)
    request.endpointing = Endpointing(patience: .seconds(1))
    let task = recognizer.recognitionTask(with: request)
    if isSaid { request.append(samples: try Fixtures.speak("castle")) }
    request.append(samples: (0..<32_000).map { Int16($0 % 7) - 3 })
    request.endAudio()
    let ends: [Bool] = await task.allEvents().compactMap { event in
      switch event {
      case .detectedEndOfSpeech: true
      case .detectedNoSpeech: false
      default: nil
      }
    }
    #expect(ends == [isSaid])
  }

  /// Noise that resembles a word does not count if nobody spoke while the request waited; later words
  /// do.
  @Test(arguments: [nil, 0.0, 2.0])
  func noiseIsNotRecognizedAsAWord(saidAt seconds: Double?) async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let castle = try Fixtures.speak("castle")
    var noise = SeededGenerator(state: 3)
    var sound = (0..<64_000).map { index in
      Int16.random(in: -900...900, using: &noise)
        + (castle.indices.contains(index - 8_000) ? castle[index - 8_000] / 16 : 0)
    }
    if let seconds {
      let start = Int(seconds * 16_000)
      for (index, sample) in castle.enumerated() { sound[start + index] = sample }
    }
    for patience in [nil, 1.0] {
      let request = AudioBufferRecognitionRequest()
      request.endpointing = patience.map { Endpointing(patience: .seconds($0)) }
      request.append(samples: sound)
      request.endAudio()
      let task = recognizer.recognitionTask(with: request)
      let result = try await task.result
      let hasWords = result.bestTranscription.formattedString == "castle"
      #expect(hasWords == (patience == nil || seconds != nil))
      #expect(hasWords || result.outcome == .noSpeech)
    }
  }

  @Test func partialResultsComeBeforeTheResult() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    request.append(samples: try Fixtures.speak("knight to king bishop three"))
    request.endAudio()
    var partials: [String] = []
    var order: [String] = []
    var final: RecognitionResult?
    for event in await task.allEvents() {
      switch event {
      case .detectedSpeech: order.append("detected")
      case .hypothesized(let transcription): partials.append(transcription.formattedString)
      case .detectedEndOfSpeech, .detectedNoSpeech: order.append("end of speech")
      case .finishedReadingAudio: order.append("read")
      case .finished(let result):
        order.append("finished")
        final = result
      case .failed, .cancelled: order.append("ended otherwise")
      }
    }
    #expect(order == ["detected", "read", "finished"])
    #expect(partials.contains("knight to king"))
    #expect(zip(partials, partials.dropFirst()).allSatisfy { $0 != $1 })
    let result = try #require(final)
    #expect(result.outcome == .recognized)
    #expect(result.isFinal)
    #expect(!result.reachedTimeLimit)
    #expect(result.bestTranscription.formattedString == "knight to king bishop three")
    #expect(result.transcriptions.first == result.bestTranscription)
    let segments = result.bestTranscription.segments
    #expect(segments.allSatisfy { $0.duration > 0.05 && (0...1).contains($0.confidence) })
    #expect(
      zip(segments, segments.dropFirst()).allSatisfy {
        $0.timestamp + $0.duration <= $1.timestamp + 0.001
      })
    #expect(task.state == .completed)
    #expect(task.error == nil)
  }

  @Test func partialResultsCanBeTurnedOff() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    request.shouldReportPartialResults = false
    request.append(samples: try Fixtures.speak("castle"))
    request.endAudio()
    let events = await recognizer.recognitionTask(with: request).allEvents()
    #expect(!events.contains { if case .hypothesized = $0 { true } else { false } })
    #expect(
      events.contains {
        if case .finished(let result) = $0 { result.outcome == .recognized } else { false }
      })
  }

  @Test func silenceIsAResult() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    request.endAudio()
    let result = try #require(try await recognizer.recognitionTask(with: request).result())
    #expect(result.outcome == .noSpeech)
    #expect(result.bestTranscription.isEmpty)
    #expect(result.transcriptions.isEmpty)
  }

  @Test func anUnfinishedPhraseIsAResultWithoutWords() async throws {
    let recognizer = try await Fixtures.recognizer(["knight to king bishop three"])
    let request = AudioBufferRecognitionRequest()
    // Cut off in the middle: the only sentence is incomplete.
    request.append(samples: Array(try Fixtures.speak("knight to king").prefix(11_000)))
    request.endAudio()
    let result = try #require(try await recognizer.recognitionTask(with: request).result())
    #expect(result.outcome == .nothingFits)
    #expect(result.bestTranscription.isEmpty)
  }

  @Test func finishGivesTheResultOfTheSoundSoFar() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    request.append(samples: try Fixtures.speak("queen takes rook"))
    task.finish()
    let result = try #require(try await task.result())
    #expect(result.bestTranscription.formattedString == "queen takes rook")
    // Later sound changes nothing.
    request.append(samples: [1, 2, 3])
    task.finish()
    task.cancel()
    #expect(task.state == .completed)
    #expect(!task.isCancelled)
  }

  @Test func aCancelledTaskHasNoResult() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    request.append(samples: try Fixtures.speak("castle"))
    task.cancel()
    #expect(task.state == .canceling || task.state == .completed)
    let events = await task.allEvents()
    #expect(events.contains { if case .cancelled = $0 { true } else { false } })
    #expect(!events.contains { if case .finished = $0 { true } else { false } })
    #expect(task.isCancelled)
    #expect(task.state == .completed)
  }

  @Test func aSecondTaskCancelsTheFirst() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let first = recognizer.recognitionTask(with: AudioBufferRecognitionRequest())
    let request = AudioBufferRecognitionRequest()
    let second = recognizer.recognitionTask(with: request)
    request.append(samples: try Fixtures.speak("castle"))
    request.endAudio()
    #expect(try await first.result() == nil)
    #expect(first.isCancelled)
    #expect(try await second.result()?.bestTranscription.formattedString == "castle")
  }

  @Test func aTaskGoesOnWithoutItsRecognizer() async throws {
    let request = AudioBufferRecognitionRequest()
    func begun() async throws -> RecognitionTask {
      try await Fixtures.recognizer(Self.sentences).recognitionTask(with: request)
    }
    let task = try await begun()
    await Patience.wait(for: "the task to begin") { task.state == .running }
    // The decoder's thread may still be at it.
    try await Task.sleep(for: .milliseconds(50))
    request.append(samples: try Fixtures.speak("castle"))
    request.endAudio()
    await Patience.wait(for: "the end") { task.state == .completed }
    #expect(try await task.result()?.bestTranscription.formattedString == "castle")
  }

  /// Somebody cancels during the final pass.
  @Test func aCancelledTaskReportsNothingElse() async {
    let result = RecognitionResult(transcriptions: [], isFinal: true, outcome: .noSpeech)
    let error = SpeechError(.audio, operation: "read", advice: "try again")
    for end in [.finished(result), .failed(error)] as [RecognitionTask.Event] {
      let task = RecognitionTask(hear: { _ in }, listener: nil, wish: { _, _ in })
      task.begin()
      task.tell(.finishedReadingAudio)
      task.cancel()
      task.tell(end)
      let last = await task.allEvents().last
      #expect({ if case .cancelled = last { true } else { false } }())
      #expect(task.isCancelled && task.error == nil && task.state == .completed)
    }
  }

  @Test func anUtteranceThatIsTooLongEndsAndSaysSo() async throws {
    var configuration = DecoderConfiguration()
    configuration.utteranceLimit = 3
    let recognizer = try await Fixtures.recognizer(Self.sentences, configuration: configuration)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    request.append(samples: try Fixtures.speak("castle"))
    request.append(samples: [Int16](repeating: 0, count: 160_000))
    let result = try #require(try await task.result())
    #expect(result.reachedTimeLimit)
    #expect(result.duration == 3)
    #expect(result.bestTranscription.formattedString == "castle")
  }

  @Test func aBacklogIsBounded() {
    let request = AudioBufferRecognitionRequest()
    for _ in 0..<70 {
      request.append(AudioBuffer(format: .speech, samples: [Int16](repeating: 0, count: 16_000)))
    }
    #expect(request.droppedSeconds == 10)
    #expect(request.take().buffers.count == 60)
  }

  @Test func aSlowReaderMissesPartialResultsButNeverTheEnd() async throws {
    let task = RecognitionTask(hear: { _ in }, listener: nil, wish: { _, _ in })
    for _ in 0..<100 { task.tell(.hypothesized(Transcription())) }
    task.tell(.finished(RecognitionResult(transcriptions: [], isFinal: true, outcome: .noSpeech)))
    task.tell(.cancelled)
    let events = await task.allEvents()
    #expect(events.count == RecognitionTask.eventLimit)
    #expect(task.droppedEventCount == 101 - RecognitionTask.eventLimit)
    guard case .finished = try #require(events.last) else {
      Issue.record("the end is missing")
      return
    }
  }

  @Test func handlersGetResultsInOrder() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    request.append(samples: try Fixtures.speak("queen takes rook"))
    request.endAudio()
    let (results, sink) = AsyncStream.makeStream(
      of: RecognitionResult.self, bufferingPolicy: .unbounded)
    recognizer.recognitionTask(with: request) { result, _ in
      if let result { sink.yield(result) }
      if result?.isFinal != false { sink.finish() }
    }
    var all: [RecognitionResult] = []
    for await result in results { all.append(result) }
    #expect(all.count > 1)
    #expect(all.dropLast().allSatisfy { !$0.isFinal })
    #expect(all.last?.bestTranscription.formattedString == "queen takes rook")
  }

  @Test func itIsAvailableUntilItsModelCannotBeOpened() async throws {
    let folder = try ScratchDirectory()
    let real = try Fixtures.model()
    var model = real
    model.directory = folder.url.appending(path: "model").path
    try FileManager.default.copyItem(atPath: real.directory, toPath: model.directory)
    let recognizer = try SpeechRecognizer(model: model)
    #expect(recognizer.isAvailable)
    var changes = recognizer.availabilityChanges.makeAsyncIterator()
    #expect(await changes.next() == true)
    // A language model that cannot be prepared does not affect availability; a lost acoustic model
    // does.
    try FileManager.default.removeItem(atPath: model.directory + "/mdef")
    let language = try Fixtures.languageModel(Self.sentences)
    await #expect(throws: SpeechError.self) { try await recognizer.prepare(language) }
    #expect(!recognizer.isAvailable)
    #expect(await changes.next() == false)
    try FileManager.default.copyItem(
      atPath: real.directory + "/mdef", toPath: model.directory + "/mdef")
    try await recognizer.prepare(language)
    #expect(recognizer.isAvailable)
    #expect(await changes.next() == true)
    let wrong = try Fixtures.languageModel(["qwertz"])
    await #expect(throws: SpeechError.self) { try await recognizer.prepare(wrong) }
    #expect(recognizer.isAvailable)
  }

  @Test func languagesAreThoseOfTheInstalledModels() throws {
    #expect(
      SpeechRecognizer.supportedLocales().contains(LanguageModel.Locale(identifier: "en_US")))
    let recognizer = try #require(SpeechRecognizer())
    #expect(recognizer.locale == Locale(identifier: "en-US"))
    #expect(SpeechRecognizer(locale: LanguageModel.Locale(identifier: "en_US")) != nil)
    // Foundation's locale, in both spellings.
    #expect(SpeechRecognizer(locale: Locale(identifier: "en-US")) != nil)
    #expect(SpeechRecognizer(locale: Locale(identifier: "fi_FI")) == nil)
    #expect(
      SpeechRecognizer(locale: LanguageModel.Locale(identifier: "en-GB"))?.locale.identifier
        == "en_US")
    #expect(SpeechRecognizer(locale: LanguageModel.Locale(identifier: "tlh")) == nil)
    #expect(AcousticModel.installed(in: ["/nonexistent"]).isEmpty)
  }

  @Test func aMissingModelIsNamed() throws {
    let error = try thrown(SpeechError.self) {
      try AcousticModel(directory: "/nonexistent/en-us", dictionary: nil, localeIdentifier: "en_US")
    }
    #expect(error.code == .modelUnavailable)
    #expect(error.description.contains("/nonexistent/en-us"))
    #expect(error.description.contains("pocketsphinx-en-us"))
  }
}

extension AudioBufferRecognitionRequest {
  /// Appends sound as from a microphone.
  func append(samples: [Int16], by count: Int = 1_024) {
    for start in stride(from: 0, to: samples.count, by: count) {
      let end = min(start + count, samples.count)
      append(AudioBuffer(format: .speech, samples: Array(samples[start..<end])))
    }
  }
}
