import LanguageModel
import Sound
import Synchronization
import TestSupport
import Testing

@testable import Speech

/// Speech with and without the name, in synthetic voices.
@Suite(.tags(.speech), .skippable(.speech), .timeLimit(.patientMinutes(2))) struct AttentionTests {
  private static let sentences = ["knight to f three", "pawn to e four", "show the board"]

  /// The recognizer's reports while it listens.
  private final class Ears: Sendable {
    let notices = Mutex<[Attention.Notice]>([])
    let addresses = Mutex<[Attention.Address?]>([])
    let events = Mutex<[RecognitionTask.Event]>([])

    var words: String? {
      events.withLock { events in
        for case .finished(let result) in events { return result.bestTranscription.formattedString }
        return nil
      }
    }
    var partials: Int {
      events.withLock { $0.count { if case .hypothesized = $0 { true } else { false } } }
    }
  }

  /// Plays speech with silence in between, and room noise throughout.
  private func listen(
    to phrases: [String], pause: Double = 1.6, needsNoName: Bool = false, voice: String = "rms"
  ) async throws -> Ears {
    var sound = [Int16](repeating: 0, count: 24_000)
    for phrase in phrases {
      sound += try Fixtures.speak(phrase, voice: voice)
      sound += [Int16](repeating: 0, count: Int(pause * 16_000))
    }
    var random = SeededGenerator(state: 7)
    for index in sound.indices { sound[index] &+= Int16.random(in: -40...40, using: &random) }

    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let ears = Ears()
    let request = AudioBufferRecognitionRequest()
    request.attention = Attention(
      pronunciations: [["CH", "EH", "S", "B", "AO", "R", "D"]],
      endpointing: Endpointing(pause: .milliseconds(550), patience: .seconds(5)),
      needsNoName: { needsNoName },
      accepts: { result, address, _ in
        result.confidence >= (address == .without ? 0.8 : 0.5)
      },
      hear: { notice in
        switch notice {
        case .taken, .nameAlone: ears.notices.withLock { $0.append(notice) }
        case .inspected(let inspection): ears.addresses.withLock { $0.append(inspection.address) }
        case .speech: break
        }
      })
    _ = recognizer.recognitionTask(with: request) { event in
      ears.events.withLock { $0.append(event) }
    }
    for start in stride(from: 0, to: sound.count, by: 1_024) {
      request.append(
        AudioBuffer(
          format: .speech, samples: Array(sound[start..<min(start + 1_024, sound.count)])))
      await recognizer.settle()
      // The language model may change while nobody speaks to it.
      if start == 16 * 1_024 {
        try await recognizer.prepare(Fixtures.languageModel(Self.sentences))
      }
    }
    request.endAudio()
    await recognizer.settle()
    return ears
  }

  @Test(arguments: ["rms", "slt"]) func aNameAndAMoveInOneBreathAreRecognized(voice: String)
    async throws
  {
    let ears = try await listen(to: ["chessboard, knight to f three"], voice: voice)
    #expect(ears.words == "knight to f three", "the name is no part of it")
    #expect(ears.notices.withLock(\.count) == 1)
  }

  @Test func aMoveAfterTheNameIsRecognized() async throws {
    let ears = try await listen(to: ["chessboard", "pawn to e four"], pause: 1)
    #expect(ears.notices.withLock { $0 } == [.nameAlone])
    #expect(ears.words == "pawn to e four")
  }

  @Test(arguments: [
    ["knight to f three", "the children were so tired", "pawn to e four"],
    ["they closed the road last night", "show the board", "put it on the chessboard please"],
  ]) func withoutTheNameNothingIsReported(phrases: [String]) async throws {
    let ears = try await listen(to: phrases)
    #expect(ears.notices.withLock(\.isEmpty) && ears.partials == 0 && ears.words == nil)
    // Only the end of the sound.
    #expect(ears.events.withLock(\.count) == 1)
    #expect(ears.addresses.withLock { $0 } == [nil, nil, nil])
  }

  @Test func anOpenAttentionNeedsNoName() async throws {
    let ears = try await listen(to: ["knight to f three"], needsNoName: true)
    #expect(ears.words == "knight to f three")
    #expect(ears.notices.withLock { $0 } == [.taken(.without)])
    #expect(ears.partials == 0, "nothing is shown before it is accepted")
  }

  @Test func otherTalkIsIgnoredWhileNoNameIsNeeded() async throws {
    let ears = try await listen(to: ["the old bridge is being repaired"], needsNoName: true)
    #expect(ears.words == nil && ears.partials == 0 && ears.notices.withLock(\.isEmpty))
  }

  /// The recognizer fails as it begins with the words.
  @Test(arguments: [true, false]) func aFailureEndsTheTask(isNameAlone: Bool) throws {
    let failure = SpeechError(.decoderFailed, operation: "decode", advice: "try again")
    let model = try Fixtures.model()
    let decoder = try PocketSphinxDecoder(model: model)
    try decoder.set(Fixtures.languageModel(Self.sentences))
    let name = ["CH", "EH", "S", "B", "AO", "R", "D"]
    let spotter = try #require(try FinalPass(model: model)?.spotter(of: [name]))
    let ears = Ears()
    let task = RecognitionTask(
      hear: { event in ears.events.withLock { $0.append(event) } }, listener: nil,
      wish: { _, _ in })
    let attention = Attention(
      pronunciations: [name], endpointing: Endpointing(), needsNoName: { !isNameAlone },
      accepts: { _, _, _ in true }, hear: { _ in })
    let request = AudioBufferRecognitionRequest()
    var attempts = 0
    let session = try AttentiveSession(
      task: task, request: request, attention: attention, spotter: spotter
    ) { task, request throws(SpeechError) in
      let session = try RecognitionSession(
        task: task, request: request, decoder: decoder, finalPass: nil, intents: IntentFinder(),
        configuration: DecoderConfiguration())
      attempts += 1
      // The second one recognizes what follows the name alone.
      if !isNameAlone || attempts == 2 { task.tell(.failed(failure)) }
      return session
    }
    let silence = [Int16](repeating: 0, count: 24_000)
    var sound = silence
    sound += try Fixtures.speak(isNameAlone ? "chessboard" : "show the board", voice: "rms")
    sound += silence
    var random = SeededGenerator(state: 7)
    for index in sound.indices { sound[index] &+= Int16.random(in: -40...40, using: &random) }
    request.append(samples: sound)
    #expect(session.step() == .over)
    #expect(!session.holdsDecoder)
    #expect(task.error == failure)
    #expect(ears.events.withLock(\.count) == 1)
  }
}
