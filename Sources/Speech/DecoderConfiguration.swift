/// How the decoder searches: the settings that are worth changing, with the values that measured
/// best.
public struct DecoderConfiguration: Sendable, Hashable {
  /// How much a grammar's weights count against the sound; 0 or more.
  ///
  /// The natural logarithm of a transition's probability is multiplied by it. PocketSphinx scales
  /// the word insertion penalty with it as well. The corresponding setting is `lw`.
  public var languageWeight: Float = 6.5
  /// Probability of one word more; below 1 favours fewer, longer words. The corresponding setting
  /// is `wip`.
  public var wordInsertionPenalty: Float = 0.65
  /// Probability of silence between two words. The corresponding setting is `silprob`.
  public var silenceProbability: Float = 0.005
  /// Probability of a noise between two words. The corresponding setting is `fillprob`.
  public var fillerProbability: Float = 1e-8
  /// What is followed at all, as a share of the best path's likelihood. The corresponding setting
  /// is `beam`.
  public var beam: Double = 1e-48
  /// What may leave a word. The corresponding setting is `wbeam`.
  public var wordBeam: Double = 7e-29
  /// What may leave a phone. The corresponding setting is `pbeam`.
  public var phoneBeam: Double = 1e-48
  /// Whether the front end subtracts stationary noise; only generation 0.8 can. The corresponding
  /// setting is `remove_noise`.
  public var removesNoise: Bool = true
  /// The greatest length of one utterance, in seconds: what is longer ends by itself.
  public var utteranceLimit: Double = 60
  /// How many different readings a result holds at most, the best one included; 1 or more.
  public var alternativeCount: Int = 5

  /// The settings that measured best.
  public init() {}
}
