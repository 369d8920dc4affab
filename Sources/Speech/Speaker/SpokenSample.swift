import Acoustics

/// A recording of known words.
public struct SpokenSample: Sendable {
  /// Why there is none in a recording.
  public enum Absence: Error, Sendable {
    /// Nobody speaks in it.
    case silence
    /// None of the phrases can be in it.
    case otherWords
  }

  /// What was said, out of what may have been said.
  public let words: [String]
  /// How well the words fit: natural logarithms a frame by the phone network, 0 where every frame's
  /// likeliest state is theirs.
  public let fit: Double
  /// How much louder the speech is than the noise, in dB.
  public let signalToNoise: Double
  let frames: SpeakerAdaptation.KnownFrames
}

extension SpeakerAdaptation {
  /// Frames of speech that an adaptation takes.
  public static let minimumFrameCount = 300
  /// How often each recording of an enrolment is looked at, and one that is learnt from in play.
  private static let enrolmentPasses = 20
  private static let lessonPasses = 4

  /// Learns from recordings of one speaker; nil if too little was said.
  public init?(of samples: [SpokenSample]) {
    let frames = samples.map(\.frames)
    guard frames.reduce(0, { $0 + $1.speechCount }) >= Self.minimumFrameCount,
      let network = PhoneNetwork.english
    else { return nil }
    self.init(learning: frames, passes: Self.enrolmentPasses, for: network)
  }

  /// Learns from one more recording of the speaker of whom `known` was learnt; what is old fades.
  public init?(of sample: SpokenSample, after known: SpeakerAdaptation?) {
    guard let network = PhoneNetwork.english else { return nil }
    self.init(
      learning: [sample.frames], passes: Self.lessonPasses, for: network, after: known)
  }
}
