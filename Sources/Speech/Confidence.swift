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
    let weights = evidence.candidates.map { exp(utility(of: $0, evidence)) }
    let sum = weights.reduce(exp(Self.elsewhere), +)
    let isSpeech = speech(evidence)
    return weights.map { isSpeech * $0 / sum }
  }

  /// How likely it is that something was said that the grammar has.
  private static func speech(_ evidence: Evidence) -> Double {
    let first = evidence.candidates.first ?? Evidence.Candidate()
    return 1
      / (1
        + exp(
          -(7.6967 + 2.4659 * evidence.fit - 0.0813 * evidence.wordFit
            + (first.isStreamed ? 0.4529 : 0) + 0.5002 * evidence.phoneRatio
            - 0.1785 * evidence.phoneExcess - 0.4075 * evidence.uncovered)))
  }

  /// What that none of the candidates was meant weighs.
  private static let elsewhere = -1.0
  /// What is as far away as this makes no difference any more.
  private static let farDistance = 20.0

  private static func utility(of candidate: Evidence.Candidate, _ evidence: Evidence) -> Double {
    // In noise, what was heard while it was spoken says less.
    let quiet = min(1, max(0, (evidence.signalToNoise - 8) / 12))
    return -0.18 * max(-farDistance, min(candidate.distance ?? 5, farDistance))
      + (candidate.isStreamed ? 1.5 * quiet : 0) + (candidate.isWarped ? 1 : 0)
      + 0.3 * candidate.preference
  }
}
