import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// Recordings are made here: a buzz with the harmonics of a voice is speech, and noise is what a
/// room has.
@Suite struct SpeechEndpointTests {
  private static let pause = 0.6
  private static let patience = 5.0

  /// Where a recording was ended, in seconds, and why; nil where it was not.
  private func listen(
    to samples: [Int16], chunk: Int = 1_024
  ) -> (seconds: Double, event: SpeechEndpoint.Event)? {
    var endpoint = SpeechEndpoint(pause: .seconds(Self.pause), patience: .seconds(Self.patience))
    for start in stride(from: 0, to: samples.count, by: chunk) {
      let end = min(start + chunk, samples.count)
      if let event = endpoint.add(samples[start..<end]) {
        return (Double(end) / 16_000, event)
      }
    }
    return nil
  }

  /// Words with pauses between them, in noise of an amplitude: each word a vowel between two weak
  /// consonants.
  private func words(
    _ pauses: [Double], noise: Double, seed: UInt64
  ) -> (samples: [Int16], lastWord: Double, end: Double) {
    var random = SeededGenerator(state: seed)
    var sound = [Double](repeating: 0, count: 8_000)
    var lastWord = 0.0
    for pause in pauses + [0] {
      lastWord = Double(sound.count) / 16_000
      let pitch = Double.random(in: 90...260, using: &random)
      for (seconds, buzz, hiss) in [(0.06, 0.0, 150.0), (0.2, 2_500.0, 0), (0.05, 0, 150)] {
        for index in 0..<Int(seconds * 16_000) {
          let phase = 2 * Double.pi * pitch * Double(index) / 16_000
          let voice = (1...12).reduce(0) { $0 + sin(phase * Double($1)) / Double($1) }
          sound.append(buzz * voice + Double.random(in: -hiss...max(hiss, 1e-9), using: &random))
        }
      }
      sound += [Double](repeating: 0, count: Int(pause * 16_000))
    }
    let end = Double(sound.count) / 16_000
    sound += [Double](repeating: 0, count: 32_000)
    let samples = sound.map { value in
      Int16(max(-32_768, min(32_767, value + Double.random(in: -noise...noise, using: &random))))
    }
    return (samples, lastWord, end)
  }

  /// Quiet; the noise of a room 15 dB below the voice.
  @Test(arguments: [30.0, 900.0])
  func noWordIsLostAfterAPause(noise: Double) throws {
    var random = SeededGenerator(state: 5)
    for seed in 0..<4 {
      let pauses = (0..<3).map { _ in Double.random(in: 0...0.4, using: &random) } + [0.4]
      let recording = words(pauses, noise: noise, seed: UInt64(seed))
      let end = try #require(listen(to: recording.samples), "\(pauses)")
      #expect(end.event == .speechEnded)
      #expect(end.seconds >= recording.end, "of \(pauses) the last word is lost")
      #expect(end.seconds <= recording.end + Self.pause + 0.6, "\(pauses)")
    }
  }

  @Test func whereNothingIsSaidItEndsAfterItsPatience() throws {
    for noise in [0.0, 30, 900] {
      var random = SeededGenerator(state: 1)
      let samples = (0..<16_000 * 7).map { _ in
        Int16(Double.random(in: -noise...max(noise, 1e-9), using: &random))
      }
      let end = try #require(listen(to: samples))
      #expect(end.event == .nothingSaid)
      #expect(abs(end.seconds - Self.patience) < 0.2)
    }
  }

  @Test func aClickIsNoSpeech() throws {
    var random = SeededGenerator(state: 1)
    var samples = (0..<16_000 * 6).map { _ in Int16.random(in: -30...30, using: &random) }
    for index in 20_000..<20_400 { samples[index] = 8_000 }
    #expect(listen(to: samples)?.event == .nothingSaid)
  }

  @Test func itTellsOnceAndHoweverTheSoundComes() throws {
    let recording = words([0.3, 0.4], noise: 30, seed: 3)
    let ends = [1, 160, 1_024, 100_000].map { listen(to: recording.samples, chunk: $0) }
    for end in ends { #expect(end?.event == .speechEnded) }
    var endpoint = SpeechEndpoint(pause: .seconds(Self.pause), patience: .seconds(Self.patience))
    let events = (0..<3).compactMap { _ in endpoint.add(recording.samples) }
    #expect(events == [.speechEnded])
  }
}
