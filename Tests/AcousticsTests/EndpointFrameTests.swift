import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// Endpointing frame by frame, compared with the description implemented for whole recordings.
@Suite(.tags(.hardwareFree)) struct EndpointFrameTests {
  private static let pause = 30
  private static let patience = 180

  /// The frame after which listening ends, and the reason.
  private static func end(
    _ spectrum: [Bands]
  ) -> (frame: Int, event: SpeechEndpoint.Event)? {
    let levels = spectrum.map { bands in (0..<20).map { Double(bands[$0]) } }
    var isLoud: [Bool] = []
    var peaks: [Double] = []
    var count = 0
    var last = 0
    var quiet: [Double] = []
    for frame in levels.indices {
      if frame % 5 == 0 {
        // The 20 % quantile of the last 300 frames.
        let known = levels[max(0, frame - 299)...frame]
        quiet = (0..<20).map { band in
          max(5.7, known.map { $0[band] }.sorted()[known.count / 5])
        }
      }
      let recent = levels[max(0, frame - 5)...frame]
      let rises = (0..<20).map { band -> Double in
        let energy = recent.reduce(0) { $0 + exp($1[band]) } / Double(recent.count)
        return max(0, log(energy) - quiet[band]) * 10 / log(10)
      }
      let level = rises.sorted(by: >).prefix(5).reduce(0, +) / 5
      isLoud.append(level > 8)
      if level > 8, frame > 0, isLoud[frame - 1] {
        count += 1
        last = frame
        peaks = (peaks + [level]).sorted().suffix(20)
      }
      guard count >= 12, let peak = peaks.first else {
        if frame + 1 >= patience { return (frame, .nothingSaid) }
        continue
      }
      let hidden = Int(min(max(0, (46 - peak) / 10), 1) * 35)
      if frame + 1 - last > pause + hidden { return (frame, .speechEnded) }
    }
    return nil
  }

  /// Random bursts of noise in swelling noise, then a second of quiet.
  private static func recording(_ seed: UInt64) -> [Int16] {
    var random = SeededGenerator(state: seed)
    var samples: [Int16] = []
    var strength = 30.0
    while samples.count < 16_000 * 2 {
      let isBurst = Int.random(in: 0..<3, using: &random) == 0
      let loudness = isBurst ? pow(10, Double.random(in: 1.5...4, using: &random)) : strength
      strength *= Double.random(in: 0.8...1.4, using: &random)
      for _ in 0..<Int.random(in: 200...8_000, using: &random) {
        samples.append(Int16(Double.random(in: -1...1, using: &random) * min(loudness, 30_000)))
      }
    }
    return samples + (0..<16_000).map { _ in Int16.random(in: -20...20, using: &random) }
  }

  @Test(.tags(.slow), .skippable(.slow), arguments: 1...6)
  func listeningEndsAtTheFrameThatTheDescriptionGives(seed: UInt64) throws {
    let frontEnd = try #require(
      FrontEnd(FrontEnd.Parameters(lowerFrequency: 100, upperFrequency: 7_700, bandCount: 20)))
    let samples = Self.recording(seed)
    let spectrum = frontEnd.spectrum(of: samples)
    let end = Self.end(spectrum)
    let expected = try #require(end)
    var endpoint = SpeechEndpoint(
      pause: .milliseconds(10 * Self.pause), patience: .milliseconds(10 * Self.patience))
    var found: (frame: Int, event: SpeechEndpoint.Event)?
    // A frame is 410 samples long, and begins every 160.
    for start in stride(from: 0, to: samples.count - 160, by: 160) where found == nil {
      let event = endpoint.add(samples[start..<start + 160])
      found = event.map { ((start + 160 - 410) / 160, $0) }
    }
    #expect(found?.frame == expected.frame && found?.event == expected.event, "\(expected)")
  }
}
