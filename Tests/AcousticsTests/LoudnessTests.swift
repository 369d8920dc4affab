import TestSupport
import Testing

@testable import Acoustics

/// Sounds that are softer than the speech and apart from it.
@Suite(.tags(.hardwareFree)) struct LoudnessTests {
  /// A phrase of 80 frames, and before or after it another sound.
  @Test(arguments: [
    (60..<80, 3.5 as Float, false), (60..<80, 2.5, true), (95..<105, 3.5, true),
    (240..<260, 3.5, false), (240..<260, 2.5, true), (205..<215, 3.5, true),
  ])
  func aSoftSoundApartFromThePhraseIsNoSpeech(sound: Range<Int>, below: Float, counts: Bool) {
    let spectrum = (0..<300).map { frame in
      Bands(repeating: (110..<190).contains(frame) ? 10 : sound.contains(frame) ? 10 - below : 4)
    }
    let loudness = Loudness(of: spectrum, bandCount: 25)
    let speech = loudness.withoutDistant(loudness.isLoud)
    #expect(!speech[110..<190].contains(false))
    #expect(speech[sound].contains(true) == counts)
    #expect(loudness.isLoud[sound].contains(true))
  }

  @Test func aPhraseWithSilenceAroundItStays() {
    let spectrum = (0..<200).map { Bands(repeating: (60..<120).contains($0) ? 9 : 4) }
    let loudness = Loudness(of: spectrum, bandCount: 25)
    #expect(loudness.withoutDistant(loudness.isLoud) == loudness.isLoud)
    #expect(Loudness(of: [], bandCount: 25).withoutDistant([]).isEmpty)
  }
}
