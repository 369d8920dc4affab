/// The evidence behind the confidences: figures for and against each reading.
public struct Evidence: Sendable, Hashable {
  /// One reading of the recording.
  public struct Candidate: Sendable, Hashable {
    /// Its words.
    public var words: [String] = []
    /// How much worse than the best reading it fits the sound: a log-likelihood difference divided
    /// by 10, 0 or more.
    public var distance = 0.0
    /// The same, by the phone network's scores.
    public var networkDistance = 0.0
    /// Whether it is allowed: a legal move, a command.
    public var isAllowed = true
    /// How common the phrase is: the natural logarithm of its share of all phrases here. A phrase
    /// that is not allowed here has its share of all phrases anywhere.
    public var weight = 0.0
    /// How much likelier than average its meaning is before anything is heard: a natural logarithm.
    public var preference = 0.0
    /// Whether it is the streaming decoder's result.
    public var isStreamed = false

    /// A candidate without any evidence yet.
    public init() {}
  }

  /// The possible readings, the best fit first; no word sequence occurs twice.
  public var candidates: [Candidate] = []
  /// How far the phone network's score of the best reading lies below that of the likeliest states:
  /// natural logarithms per frame of 10 ms, 0 or less.
  public var fit = -1.0
  /// The same, for the word that fits worst.
  public var worstFit = -2.0
  /// The same, for the worst-fitting quarter of its phones: another word may differ in one phone.
  public var worstPhonesFit = -3.0
  /// Tenths of a second in which the phone loop hears phones but the reading has a pause.
  public var uncovered = 0.0
  /// The share of the loud frames that are voiced, 0…1; nearly 0 for rustling, coughs and clicks.
  public var voicing = 1.0
  /// How far the spectrum of the loud frames moves in 80 ms, as a cepstral distance: about 10 for
  /// speech, 1 to 5 for noises and tones.
  public var movement = 10.0
  /// How much louder the speech is than the noise, in dB.
  public var signalToNoise = 0.0
  /// How many frames each phone of the reading's words lasts on average.
  public var framesPerPhone = 0.0

  /// The evidence when nothing was heard.
  public init() {}
}
