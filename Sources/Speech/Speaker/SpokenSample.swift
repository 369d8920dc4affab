import Acoustics

/// A recording of known words.
public struct SpokenSample: Sendable {
  /// Why a recording cannot be used.
  public enum Absence: Error, Sendable {
    /// Nobody speaks in it.
    case silence
    /// None of the phrases fits.
    case otherWords
  }

  /// The words that were said, out of the possible phrases.
  public let words: [String]
  /// How well the words fit: natural logarithms per frame by the phone network, 0 if their states
  /// are the likeliest in every frame.
  public let fit: Double
  /// How much louder the speech is than the noise, in dB.
  public let signalToNoise: Double
  let frames: SpeakerAdaptation.KnownFrames
  /// The network that heard it.
  let network: PhoneNetwork
}

extension SpeakerAdaptation {
  /// The fewest frames of speech for an adaptation.
  public static let minimumFrameCount = 300
  /// The number of training passes over each recording of an enrolment.
  private static let enrolmentPasses = 20

  /// Learns from recordings of one speaker with one model; nil if there is too little speech.
  public init?(of samples: [SpokenSample]) {
    let frames = samples.map(\.frames)
    guard frames.reduce(0, { $0 + $1.speechCount }) >= Self.minimumFrameCount,
      let network = samples.first?.network
    else { return nil }
    self.init(learning: frames, passes: Self.enrolmentPasses, for: network)
  }

  /// Learns from one more recording of the speaker whom `known` describes; older recordings fade.
  public init?(of sample: SpokenSample, after known: SpeakerAdaptation?) {
    self.init(learning: [sample.frames], for: sample.network, after: known)
  }
}
