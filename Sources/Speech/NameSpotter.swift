import Acoustics
import Glibc

/// Decides whether an utterance begins with the name.
struct NameSpotter {
  let extractor: FeatureExtractor
  let finder: NameFinder

  /// The position where the name fits best, and the sample at which it ends.
  ///
  /// - Parameter onset: The sample at which speech begins at the earliest.
  func find(in sound: [Int16], from onset: Int) -> (NameFinder.Sighting, end: Int)? {
    let features = extractor.features(of: sound)
    guard let sighting = finder.find(in: features) else { return nil }
    let end =
      (sighting.frames.upperBound + features.firstFrame + Self.release) * FrontEnd.step
    return (sighting, max(onset, min(end, sound.count)))
  }

  /// How many frames the last phone may last beyond its best end.
  private static let release = 2

  /// How the utterance is addressed; nil if it does not begin with the name.
  func address(of sighting: NameFinder.Sighting) -> Attention.Address? {
    // Noises have no voicing.
    guard sighting.voicing >= Self.leastVoicing else { return nil }
    let score = Self.score(of: sighting)
    return score >= Self.likely ? .byName(odds: score) : nil
  }

  /// Whether the name is sure enough to count when said alone.
  func isSureAlone(_ sighting: NameFinder.Sighting) -> Bool {
    Self.score(of: sighting) >= Self.sureAlone
  }

  private static let sureAlone = 0.5
  private static let likely = 0.0
  private static let leastVoicing = 0.25

  /// The log-odds of the name against other speech.
  static func score(of sighting: NameFinder.Sighting) -> Double {
    // A phone lasts 6 to 14 frames.
    let length = Double(sighting.frames.count) / Double(max(1, sighting.phones))
    let figures = [
      1, max(-3, sighting.fit), max(-8, sighting.worstFit), max(-30, sighting.before) / 10,
      Double(min(40, sighting.longest)) / 10, max(0, 6 - length), max(0, length - 14),
    ]
    return zip(coefficients, figures).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Logistic regression on 360 phrases by six synthetic voices, at 25 and 10 dB, against two hours
  /// of talk by people and by these voices, and noises (`Tests/Accuracy/handsfree.py --part tune`).
  private static let coefficients = [12.931, 5.865, 0.215, 1.351, -2.201, -2.739, 1.705]
}
