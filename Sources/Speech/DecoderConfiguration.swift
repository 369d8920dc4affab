/// The decoder's search settings worth tuning, with the best measured values.
public struct DecoderConfiguration: Sendable, Hashable {
  /// The weight of the grammar relative to the sound; 0 or more.
  ///
  /// Multiplies the natural logarithm of transition probabilities. PocketSphinx also scales the
  /// word insertion penalty with it. The corresponding setting is `lw`.
  public var languageWeight: Float = 6.5
  /// The probability of one more word; below 1 favors fewer, longer words. The corresponding
  /// setting is `wip`.
  public var wordInsertionPenalty: Float = 0.65
  /// The probability of silence between two words. The corresponding setting is `silprob`.
  public var silenceProbability: Float = 0.005
  /// The probability of a noise between two words. The corresponding setting is `fillprob`.
  public var fillerProbability: Float = 1e-8
  /// The beam for all states, relative to the best path's likelihood. The corresponding setting is
  /// `beam`.
  public var beam: Double = 1e-48
  /// The beam for word exits. The corresponding setting is `wbeam`.
  public var wordBeam: Double = 7e-29
  /// The beam for phone exits. The corresponding setting is `pbeam`.
  public var phoneBeam: Double = 1e-48
  /// Whether the front end subtracts stationary noise; only generation 0.8 can. The corresponding
  /// setting is `remove_noise`.
  public var removesNoise: Bool = true
  /// The longest utterance, in seconds; a longer one is cut off there.
  public var utteranceLimit: Double = 60
  /// The maximum number of readings in a result, with the best one; 1 or more.
  public var alternativeCount: Int = 5

  /// The best measured settings.
  public init() {}
}
