/// What speaks for and against what was heard: the figures from which confidences are made.
public struct Evidence: Sendable, Hashable {
  /// One reading of the recording.
  public struct Candidate: Sendable, Hashable {
    /// Its words.
    public var words: [String] = []
    /// How much worse than the best reading it fits the sound: tens of natural logarithms, 0 or
    /// more.
    public var distance = 0.0
    /// The same by the phone network.
    public var networkDistance = 0.0
    /// Whether it is allowed: a legal move, a command.
    public var isAllowed = true
    /// How usual the phrase is: the natural logarithm of its share in what can be said here; of one
    /// that is not allowed, in everything that is ever said.
    public var weight = 0.0
    /// How much likelier than the average it is to be meant, before anything is heard: a natural
    /// logarithm.
    public var preference = 0.0
    /// Whether it is what was heard while it was spoken.
    public var isStreamed = false

    /// A candidate for which nothing speaks yet.
    public init() {}
  }

  /// What may have been said, what fits best first; no words twice.
  public var candidates: [Candidate] = []
  /// How much worse the best reading fits the phone network's scores than any states do: natural
  /// logarithms a frame of 10 ms, 0 or less.
  public var fit = -1.0
  /// The same, of the word that fits worst.
  public var worstFit = -2.0
  /// The same, of the quarter of its phones that fit worst: another word may differ in one phone.
  public var worstPhonesFit = -3.0
  /// Tenths of a second where phones were heard and the reading has a pause.
  public var uncovered = 0.0
  /// The share of the loud frames that are voiced, 0…1: rustling, coughs and clicks have next to
  /// none.
  public var voicing = 1.0
  /// How far the spectrum of the loud frames moves in 80 ms, as a distance of cepstra: of speech
  /// about 10, of noises and tones 1 to 5.
  public var movement = 10.0
  /// How much louder the speech is than the noise, in dB.
  public var signalToNoise = 0.0
  /// Frames with words for each phone of the reading.
  public var framesPerPhone = 0.0

  /// The evidence of nothing heard.
  public init() {}
}
