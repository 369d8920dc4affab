import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// The recordings are artificial: a buzz with the harmonics of a voice for speech, and noise for
/// the room.
@Suite(.tags(.hardwareFree)) struct SpeechEndpointTests {
  private static let pause = 0.6
  private static let patience = 5.0

  /// When a recording ended, in seconds, and why; nil if it did not.
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

  /// Words with pauses in noise of a given amplitude; each word is a vowel between two weak
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
  @Test(.tags(.slow), .skippable(.slow), arguments: [30.0, 900.0])
  func noWordAfterAPauseIsLost(noise: Double) throws {
    var random = SeededGenerator(state: 5)
    for seed in 0..<2 {
      let pauses = (0..<3).map { _ in Double.random(in: 0...0.4, using: &random) } + [0.4]
      let recording = words(pauses, noise: noise, seed: UInt64(seed))
      let end = try #require(listen(to: recording.samples), "\(pauses)")
      #expect(end.event == .speechEnded)
      #expect(end.seconds >= recording.end, "of \(pauses) the last word is lost")
      #expect(end.seconds <= recording.end + Self.pause + 0.6, "\(pauses)")
    }
  }

  @Test(.tags(.slow), .skippable(.slow)) func withoutSpeechListeningEndsAfterItsPatience() throws {
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

  @Test func aClickIsNotSpeech() throws {
    var random = SeededGenerator(state: 1)
    var samples = (0..<16_000 * 6).map { _ in Int16.random(in: -30...30, using: &random) }
    for index in 20_000..<20_400 { samples[index] = 8_000 }
    #expect(listen(to: samples)?.event == .nothingSaid)
  }

  @Test func theEndIsReportedOnceForAnySizeOfPiece() throws {
    let recording = words([0.3, 0.4], noise: 30, seed: 3)
    let ends = [1, 160, 1_024, 100_000].map { listen(to: recording.samples, chunk: $0) }
    for end in ends { #expect(end?.event == .speechEnded) }
    var endpoint = SpeechEndpoint(pause: .seconds(Self.pause), patience: .seconds(Self.patience))
    let events = (0..<3).compactMap { _ in endpoint.add(recording.samples) }
    #expect(events == [.speechEnded])
  }

  @Test func anyPauseAndPatienceCanBeAsked() {
    var endpoint = SpeechEndpoint(
      pause: .seconds(Int64.max), patience: .seconds(Int64.max))
    let recording = words([0.3, 0.4], noise: 30, seed: 3)
    #expect(endpoint.add(recording.samples) == nil)
    #expect(endpoint.hasSpeech)
  }

  // MARK: To the frame

  /// 10 ms of a buzz that is the same in each frame.
  private static let wave: [Double] = (0..<160).map { (index: Int) -> Double in
    var sum = 0.0
    for k in 1...70 {
      let angle = 2 * Double.pi * Double(k * index) / 160
      let phase = Double.pi * Double(k * k) / 70
      sum += cos(angle + phase)
    }
    return sum
  }

  private func buzz(_ strength: Double) -> [Int16] {
    Self.wave.map { Int16(($0 * strength).rounded()) }
  }

  /// The frame of a sequence of buzzes after which listening ends, and the reason.
  private func listen(
    to parts: [(frames: Int, strength: Double)]
  ) -> (frames: Int, event: SpeechEndpoint.Event)? {
    var endpoint = SpeechEndpoint(pause: .seconds(Self.pause), patience: .seconds(Self.patience))
    var count = 0
    for part in parts {
      let samples = buzz(part.strength)
      for _ in 0..<part.frames {
        count += 1
        // A frame is 410 samples long.
        if let event = endpoint.add(samples) { return (count - 2, event) }
      }
    }
    return nil
  }

  /// The energies of a buzz in the endpoint's bands.
  private func energies(_ strength: Double) throws -> [Float] {
    let frontEnd = try #require(
      FrontEnd(FrontEnd.Parameters(lowerFrequency: 100, upperFrequency: 7_700, bandCount: 20)))
    let frame = buzz(strength)
    let bands = try #require(frontEnd.spectrum(of: frame + frame + frame).last)
    return (0..<20).map { bands[$0] }
  }

  /// The prominence of a buzz over another, in dB: the mean of its five most prominent bands.
  private func prominence(_ strength: Double, over quiet: Double) throws -> Float {
    let rises = zip(try energies(strength), try energies(quiet)).map { $0 - max($1, 5.7) }
    return rises.sorted(by: >).prefix(5).reduce(0, +) / 5 * 10 / log(10)
  }

  /// The strength of a buzz with this prominence.
  private func strength(_ decibels: Float, over quiet: Double) throws -> Double {
    let missing = Double(decibels - (try prominence(100, over: quiet)))
    return 100 * pow(10, missing / 20)
  }

  /// 50 ms of sound are a click, and 60 ms are speech, because energies are averaged over 60 ms.
  @Test(arguments: [(1, false), (5, false), (6, true), (30, true)])
  func soundIsSpeechFromSixtyMillisecondsOn(frames: Int, isSpeech: Bool) throws {
    let loud = try strength(50, over: 1)
    let end = try #require(listen(to: [(100, 1), (frames, loud), (500, 1)]))
    #expect(end.event == (isSpeech ? .speechEnded : .nothingSaid))
    // The sound is in frames up to 99 + frames, and in the mean until five later. The edges of so
    // short a sound stand out less.
    #expect(end.frames == (isSpeech ? 104 + frames + 61 + (frames == 6 ? 35 : 0) : 500))
  }

  @Test(arguments: [(7.7, false), (8.3, true)] as [(Float, Bool)])
  func soundStandsOutFromEightDecibelsOn(decibels: Float, isSpeech: Bool) throws {
    for quiet in [20.0, 0] {
      let loud = try strength(decibels, over: quiet)
      let found = try prominence(loud, over: quiet)
      #expect(abs(found - decibels) < 0.2, "\(found)")
      let end = try #require(listen(to: [(100, quiet), (60, loud), (500, quiet)]))
      #expect(end.event == (isSpeech ? .speechEnded : .nothingSaid), "over \(quiet)")
    }
  }

  /// A tone is prominent in few bands; the others count as not prominent.
  @Test func bandsBelowTheirBackgroundDoNotCountAgainstTheOthers() throws {
    let frontEnd = try #require(
      FrontEnd(FrontEnd.Parameters(lowerFrequency: 100, upperFrequency: 7_700, bandCount: 20)))
    let quiet = buzz(20)
    func tone(_ strength: Double) -> [Int16] {
      quiet.enumerated().map { index, sample in
        let wave = strength * sin(2 * Double.pi * 30 * Double(index) / 160)
        return sample + Int16(wave.rounded())
      }
    }
    func rises(_ strength: Double) throws -> [Float] {
      let frame = tone(strength)
      let loud = try #require(frontEnd.spectrum(of: frame + frame + frame).last)
      let all = zip((0..<20).map { loud[$0] }, try energies(20)).map { $0 - max($1, 5.7) }
      return all.sorted(by: >).prefix(5).map { max(0, $0) * 10 / log(10) }
    }
    // Some bands hardly rise: taken for more, they would make the tone speech.
    let strength = try #require(
      stride(from: 20.0, to: 8_000, by: 10).first { try rises($0).reduce(0, +) / 5 > 7.2 })
    let found = try rises(strength)
    try #require(found.reduce(0, +) / 5 < 7.8 && found.count { $0 < 1 } >= 2, "\(found)")
    var endpoint = SpeechEndpoint(pause: .seconds(Self.pause), patience: .seconds(Self.patience))
    var event: SpeechEndpoint.Event?
    for frame in 0..<520 where event == nil {
      event = endpoint.add((100..<160).contains(frame) ? tone(strength) : quiet)
    }
    #expect(event == .nothingSaid)
  }

  /// Less prominent sound has hidden ends, which add up to 0.35 s.
  @Test(arguments: [30, 36.5, 38, 41, 44, 45.5, 50] as [Float])
  func fainterSpeechGetsALongerPause(decibels: Float) throws {
    let loud = try strength(decibels, over: 1)
    let share = min(max(0, (46 - (try prominence(loud, over: 1))) / 10), 1)
    let end = try #require(listen(to: [(100, 1), (60, loud), (500, 1)]))
    #expect(end.event == .speechEnded)
    #expect(end.frames == 164 + 61 + Int(35 * share), "\(end)")
  }

  /// The twentieth loudest frame determines the prominence of the speech.
  @Test func aShortBangDoesNotSetTheLevelOfTheSpeech() throws {
    let (speech, bang) = (try strength(38, over: 1), try strength(50, over: 1))
    let waits = try [8, 30].map { frames in
      let end = try #require(
        listen(to: [(100, 1), (40, speech), (frames, bang), (40, speech), (500, 1)]))
      return end.frames - 180 - frames
    }
    #expect(waits[0] - waits[1] >= 26, "\(waits)")
  }

  /// A constant sound becomes the background once it fills four fifths of three seconds.
  @Test func aSoundOfThreeSecondsBecomesBackground() throws {
    let loud = try strength(50, over: 1)
    let end = try #require(listen(to: [(100, 1), (600, loud)]))
    #expect(end.event == .speechEnded)
    // Sixty quiet frames are left of 300 then; it is looked at every five frames.
    #expect((338 + 61...343 + 61).contains(end.frames), "\(end)")
  }
}
