/// What speaks for and against what was heard: the figures from which confidences are made.
///
/// Scores are in the decoder's own logarithm, a tenth of them per frame of 10 ms.
public struct Evidence: Sendable, Hashable {
  /// One thing that may have been meant.
  public struct Candidate: Sendable, Hashable {
    /// The likeliest words for it.
    public var words: [String] = []
    /// How much worse it fits than the first one in the look at the cleaned recording, in hundreds; nil where that look had
    /// it neither as best nor as second best. Below 0 where the search for the best had lost it.
    public var distance: Double?
    /// Whether it is what was heard while it was spoken.
    public var isStreamed = false
    /// Whether it is what the look at the cleaned recording heard.
    public var isCleaned = false
    /// Whether it is what the look at the recording as if of a longer vocal tract heard.
    public var isWarped = false
    /// How much likelier than the average it is to be meant, before anything is heard: a natural logarithm.
    public var preference = 0.0

    /// A candidate for which nothing speaks yet.
    public init() {}
  }

  /// What may have been meant, the reading that the other figures are for first; no meaning twice.
  public var candidates: [Candidate] = []
  /// How much better the first candidate's grammar fits the sound than any sequence of phones does; mostly below 0.
  public var fit = -3.0
  /// The same, of the word that fits worst.
  public var worstFit = -8.0
  /// Tenths of a second where phones were heard and the reading has silence.
  public var uncovered = 0.0
  /// The share of the loud frames that are voiced, 0…1: rustling, coughs and clicks have next to none.
  public var voicing = 1.0
  /// How far the spectrum of the loud frames moves in 80 ms, as a distance of cepstra: of speech about 10, of noises and
  /// tones 1 to 5.
  public var movement = 10.0
  /// How much louder the speech is than the noise, in dB.
  public var signalToNoise = 0.0
  /// Frames with words for each phone of the reading.
  public var framesPerPhone = 0.0

  /// The evidence of nothing heard.
  public init() {}
}
