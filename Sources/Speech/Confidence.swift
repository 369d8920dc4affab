import Glibc

/// How likely each reading is right, from the evidence for it: a logistic regression and a conditional logit.
///
/// The first tells speech of the grammar from everything else, the second the right meaning of it from others (McFadden,
/// "Conditional logit analysis of qualitative choice behavior", 1974); their product is what a reading's confidence is.
/// `Tests/Accuracy/fit.py` fits both, by Newton's method on standardised columns, to what `accuracy` prints of moves said by
/// synthetic voices in quiet and in noise, of other people's commands, and of noises.
enum Confidence {
  /// The share of each candidate in the probability; what they leave is that none of them was said.
  static func shares(_ evidence: Evidence) -> [Double] {
    // What was not scored is at least as far as the farthest that was.
    let farthest = evidence.candidates.compactMap(\.distance).reduce(0, max)
    let weights = evidence.candidates.map { exp(utility(of: $0, evidence, farthest)) }
    let none = exp(-4.2514 - 1.1322 * evidence.fit)
    let sum = weights.reduce(none, +)
    let isSpeech = speech(evidence)
    return weights.map { isSpeech * $0 / sum }
  }

  /// How likely it is that something was said that the grammar has.
  private static func speech(_ evidence: Evidence) -> Double {
    let first = evidence.candidates.first ?? Evidence.Candidate()
    let nearest = evidence.candidates.dropFirst().compactMap(\.distance).reduce(farDistance, min)
    // Words take six frames a phone and more, and seldom more than eighteen.
    let hurry = max(0, 6 - evidence.framesPerPhone)
    let drag = min(20, max(0, evidence.framesPerPhone - 18))
    // Nor is speech without voice, or without articulation.
    let unvoiced = max(0, 0.4 - evidence.voicing)
    let still = max(0, 4 - evidence.movement)
    let looks = (first.isStreamed ? 2.2436 : 0) + (first.isWarped ? 0.1827 : 0)
    let score =
      12.6091 + 2.7019 * evidence.fit + 0.7445 * max(-8, evidence.worstFit) + looks
      - 1.1198 * min(5, evidence.uncovered) - 0.0658 * nearest - 2.4352 * hurry - 0.19 * drag
      - 24.9676 * unvoiced - 6.8472 * still
    return 1 / (1 + exp(-score))
  }

  private static func utility(
    of candidate: Evidence.Candidate, _ evidence: Evidence, _ farthest: Double
  ) -> Double {
    // In noise, what was heard while it was spoken says less.
    let quiet = min(1, max(0, (evidence.signalToNoise - 8) / 12))
    let distance = max(-farDistance, min(candidate.distance ?? farthest, farDistance))
    return -0.2317 * distance - (candidate.distance == nil ? 0.7269 : 0)
      + (candidate.isCleaned ? 0.6643 : 0) + (candidate.isStreamed ? 1.64 * quiet : 0)
      + (candidate.isWarped ? 1.083 : 0) + 0.7304 * candidate.preference
  }

  /// What is as far away as this makes no difference any more.
  private static let farDistance = 20.0
}
