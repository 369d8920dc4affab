import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// Buzzes with the harmonics of a voice are speech.
@Suite(.tags(.hardwareFree)) struct UtteranceWatchTests {
  /// Eight periods of a voice of 140 Hz.
  private static let voice = (0..<800).map { index in
    let phase = 2 * Double.pi * 140 * Double(index) / 16_000
    return (1...12).reduce(0) { $0 + sin(phase * Double($1)) / Double($1) }
  }

  /// Voice (true) and silence (false), each for some seconds, in room noise.
  private func sound(_ parts: [(isVoice: Bool, seconds: Double)]) -> [Int16] {
    var random = SeededGenerator(state: 32)
    return parts.flatMap { part in
      (0..<Int(part.seconds * 16_000)).map { index in
        let voice = part.isVoice ? 9_000 * Self.voice[index % Self.voice.count] : 0
        return Int16(voice + Double.random(in: -10...10, using: &random))
      }
    }
  }

  /// The events with their times in seconds, and the longest sound kept. At each event, the kept
  /// sound is what came from its start on.
  private func watch(
    _ samples: [Int16]
  ) -> (events: [(event: UtteranceWatch.Event, at: Double, speech: Double)], most: Int) {
    var watch = UtteranceWatch(pause: .milliseconds(550))
    var events: [(UtteranceWatch.Event, Double, Double)] = []
    var most = 0
    for start in stride(from: 0, to: samples.count, by: 480) {
      let end = min(start + 480, samples.count)
      if let event = watch.add(samples[start..<end]), event != .continued {
        let speech = Double(watch.start + watch.onset) / 16_000
        events.append((event, Double(end) / 16_000, speech))
        let isKept = samples[watch.start...].starts(with: watch.sound)
        #expect(isKept, "at \(end)")
        if event == .ended { watch.forget() }
      }
      most = max(most, watch.sound.count)
    }
    return (events, most)
  }

  @Test func everyUtteranceIsFound() throws {
    let (events, _) = watch(
      sound([(false, 2), (true, 1), (false, 3), (true, 0.8), (false, 2)]))
    try #require(events.map(\.event) == [.began, .paused, .ended, .began, .paused, .ended])
    for (first, beginning) in [(0, 2.0), (3, 6.0)] {
      #expect(abs(events[first].speech - beginning) < 0.4, "its beginning is kept")
      #expect(events[first].speech <= beginning)
    }
    #expect((3.2...3.7).contains(events[1].at))
    #expect((3.5...4.1).contains(events[2].at))
  }

  @Test func aShortPauseDoesNotEndAnUtterance() {
    let (events, _) = watch(
      sound([(false, 2), (true, 1), (false, 0.45), (true, 0.8), (false, 2)]))
    #expect(events.map(\.event) == [.began, .paused, .paused, .ended])
  }

  @Test func clicksAreNotSpeech() {
    let click: [(Bool, Double)] = [(true, 0.04), (false, 0.6)]
    let (events, most) = watch(sound([(false, 2)] + click + click + click + click + click))
    #expect(events.isEmpty)
    #expect(most <= 16_000, "of silence little is kept")
  }

  @Test(.tags(.slow), .skippable(.slow)) func onlyOneUtteranceOfSoundIsKept() {
    let (events, most) = watch(sound([(false, 2), (true, 1), (false, 30), (true, 1), (false, 2)]))
    #expect(events.count == 6)
    #expect(most <= 3 * 16_000)
    // A vowel of half a minute becomes background; syllables do not.
    let syllable: [(isVoice: Bool, seconds: Double)] = [(true, 0.3), (false, 0.2)]
    let talk = (0..<60).flatMap { _ in syllable }
    let long = watch(sound([(false, 2)] + talk + [(false, 2), (true, 1), (false, 2)]))
    #expect(long.most <= 12 * 16_000)
    // Also after more than is kept, an utterance is where it was said.
    #expect(long.events.count { $0.event == .began } == 2)
  }
}
