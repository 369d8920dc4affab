import Foundation
import LanguageModel
import Sound
import TestSupport
import Testing

@testable import Acoustics
@testable import Speech

/// The final pass begins in a pause, before Stop.
@Suite(.timeLimit(.patientMinutes(2))) struct PauseTests {
  private static let sentences = ["knight takes queen", "bishop takes rook", "castle"]

  /// The words, with 0.6 s of faint noise before and after each.
  private static func recording(_ words: String...) throws -> [Int16] {
    var noise = SeededGenerator(state: 3)
    let quiet = (0..<9_600).map { _ in Int16.random(in: -30...30, using: &noise) }
    return try quiet + words.flatMap { try Fixtures.speak($0) + quiet }
  }

  private static func finalPass() throws -> FinalPass {
    let pass = try #require(try FinalPass(model: Fixtures.model()))
    pass.set(
      try Fixtures.languageModel(sentences),
      meanings: Meanings(background: nil) { Meanings.Interest($0.joined(separator: " ")) })
    return pass
  }

  private static func streamed(_ words: [String]) -> Hypothesis {
    let segments = words.map {
      DecodedSegment(word: $0, isFiller: false, firstFrame: 0, lastFrame: 0, acousticScore: 0)
    }
    return Hypothesis(segments: segments, score: 0)
  }

  private static let wrong = ["knight", "takes", "queen"]

  /// Findings that name the wrong words, so that a judgement shows whether it uses them.
  private static func wrongFindings(
    in sound: ArraySlice<Int16>, by pass: FinalPass
  ) throws -> FinalPass.Findings {
    let right = ["bishop", "takes", "rook"]
    var findings = try #require(pass.findings(in: sound, streamed: right))
    #expect(findings.readings.first?.words == right)
    for index in findings.readings.indices { findings.readings[index].words = wrong }
    return findings
  }

  @Test(arguments: [nil, wrong])
  func findingsHoldWhenOnlySilenceFollows(streamed: [String]?) throws {
    let pass = try Self.finalPass()
    let sound = try Self.recording("bishop takes rook")
    let findings = try Self.wrongFindings(in: sound.dropLast(1_500), by: pass)
    let judgement = pass.judge(sound, streamed: streamed.map(Self.streamed), after: findings)
    #expect(judgement.readings.map(\.hypothesis.words) == [Self.wrong])
  }

  @Test func findingsDoNotHoldWhenSomebodySpeaksOn() throws {
    let pass = try Self.finalPass()
    let sound = try Self.recording("bishop takes rook")
    let findings = try Self.wrongFindings(in: sound[...], by: pass)
    let more = try sound + Self.recording("castle")
    let judgement = pass.judge(more, streamed: nil, after: findings)
    #expect(judgement.readings.first?.hypothesis.text == "bishop takes rook")
  }

  @Test func findingsDoNotHoldIfTheyLackTheStreamedWords() throws {
    let pass = try Self.finalPass()
    let sound = try Self.recording("bishop takes rook")
    let findings = try Self.wrongFindings(in: sound[...], by: pass)
    let judgement = pass.judge(sound, streamed: Self.streamed(["castle"]), after: findings)
    #expect(judgement.readings.first?.hypothesis.text == "bishop takes rook")
  }

  @Test func findingsDoNotHoldIfTheyAreInDoubt() throws {
    let pass = try Self.finalPass()
    let sound = try Self.recording("bishop takes rook")
    var findings = try Self.wrongFindings(in: sound[...], by: pass)
    for index in findings.readings.indices { findings.readings[index].network?.score -= 100_000 }
    let judgement = pass.judge(sound, streamed: nil, after: findings)
    #expect(judgement.readings.first?.hypothesis.text == "bishop takes rook")
  }

  @Test func halfAPhraseIsNotHeardInAdvance() throws {
    let sound = try Self.recording("bishop takes")
    #expect(try Self.finalPass().findings(in: sound[...], streamed: ["bishop", "takes"]) == nil)
  }

  /// The best of five tries, so that other work on the machine does not count.
  @Test func afterAPauseTheResultComesSooner() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let sound = try Self.recording("bishop takes rook")
    let clock = ContinuousClock()
    func delay(_ sound: [Int16]) async throws -> Duration {
      var shortest = Duration.seconds(60)
      for _ in 0..<5 {
        let request = AudioBufferRecognitionRequest()
        let task = recognizer.recognitionTask(with: request)
        request.append(samples: sound)
        await recognizer.settle()
        let end = clock.now
        request.endAudio()
        let result = try await task.result
        shortest = min(shortest, clock.now - end)
        #expect(result.bestTranscription.formattedString == "bishop takes rook")
      }
      return shortest
    }
    #expect(try await delay(sound) < delay(sound.dropLast(6_000)) / 2)
  }
}
