import Foundation
import Sound
import TestSupport
import Testing

@testable import Speech

@Suite struct AudioSourceTests {
  private static let sentences = ["knight to king bishop three", "queen takes rook", "castle"]

  /// Each sample repeated `factor` times, in `channels` equal channels.
  private func stretched(_ samples: [Int16], by factor: Int, channels: Int) -> [Int16] {
    samples.flatMap { [Int16](repeating: $0, count: factor * channels) }
  }

  @Test(arguments: [(1, 2), (3, 1), (3, 2), (2, 4)])
  func buffersMayBeOfAnyRateAndChannelCount(_ factor: Int, _ channels: Int) async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    let format = AudioFormat(sampleRate: 16_000 * Double(factor), channelCount: channels)
    let samples = stretched(try Fixtures.speak("queen takes rook"), by: factor, channels: channels)
    let count = 1_024 * channels
    for start in stride(from: 0, to: samples.count, by: count) {
      let piece = Array(samples[start..<min(start + count, samples.count)])
      request.append(AudioBuffer(format: format, samples: piece))
    }
    request.endAudio()
    let result = try #require(try await task.result())
    #expect(result.bestTranscription.formattedString == "queen takes rook")
    #expect(abs(result.duration - Double(samples.count / channels) / format.sampleRate) < 0.02)
  }

  @Test func anUnusableFormatIsAnError() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    request.append(
      AudioBuffer(format: AudioFormat(sampleRate: 0, channelCount: 0), samples: [1, 2, 3]))
    let error = try await thrown(SpeechError.self) { try await task.result() }
    #expect(error.code == .audio)
  }

  @Test func aFileOfAnotherRateIsRecognized() async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    // espeak-ng speaks at 22,050 Hz.
    try Fixtures.run(
      "espeak-ng", ["-v", "en-us", "-s", "130", "-w", file.path, "knight to king bishop three"])
    let result = try await recognizer.recognitionTask(with: URLRecognitionRequest(url: file))
      .result()
    #expect(result?.bestTranscription.formattedString == "knight to king bishop three")
  }

  @Test(arguments: ["/nonexistent.wav", "/tmp", "/dev/null", "/etc/passwd"])
  func anythingButAnAudioFileIsAnErrorThatNamesIt(_ path: String) async throws {
    let recognizer = try await Fixtures.recognizer(Self.sentences)
    let task = recognizer.recognitionTask(
      with: URLRecognitionRequest(url: URL(fileURLWithPath: path)))
    let error = try await thrown(SpeechError.self) { try await task.result() }
    #expect(error.code == .audio)
    #expect(error.description.contains(path) == true)
    // The recognizer still works.
    let request = AudioBufferRecognitionRequest()
    request.append(AudioBuffer(format: .speech, samples: try Fixtures.speak("castle")))
    request.endAudio()
    let result = try await recognizer.recognitionTask(with: request).result()
    #expect(result?.bestTranscription.formattedString == "castle")
  }
}
