/// What speaks for and against a reading: the figures from which its confidence is made.
///
/// Scores are in the decoder's own logarithm, a tenth of them per frame of 10 ms.
public struct Evidence: Sendable, Hashable {
  /// The words of the reading.
  public var words: [String] = []
  /// How much better the reading's grammar fits the sound than any sequence of phones does; mostly below 0.
  public var fit = -3.0
  /// The same, of the frames with words only.
  public var wordFit = -10.0
  /// Whether the look at Stop and what was heard while it was spoken mean the same.
  public var looksAgree = false
  /// How many phones were heard for each of the words', 1 where it fits, and how many more.
  public var phoneRatio = 1.0
  public var phoneExcess = 0.0
  /// Tenths of a second where phones were heard and the reading has silence.
  public var uncovered = 0.0
  /// How much better the reading fits than the best one with another meaning, in hundreds; nil where there is none.
  public var margin: Double?
  /// How much louder the speech is than the noise, in dB.
  public var signalToNoise = 0.0
  /// Phones of the reading, and frames with words for each of them.
  public var phoneCount = 0.0
  public var framesPerPhone = 0.0

  public init() {}

  /// All figures by their names, for those who fit a model to them.
  public var figures: [String: Double] {
    var figures = [
      "fit": fit, "wordFit": wordFit, "looksAgree": looksAgree ? 1 : 0, "phoneRatio": phoneRatio,
      "phoneExcess": phoneExcess, "uncovered": uncovered, "signalToNoise": signalToNoise,
      "phoneCount": phoneCount, "framesPerPhone": framesPerPhone,
    ]
    figures["margin"] = margin
    return figures
  }
}
