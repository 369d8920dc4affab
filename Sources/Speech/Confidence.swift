import Glibc

/// How likely a reading is right, from the evidence for it: two logistic regressions.
///
/// The first tells speech of the grammar from everything else, the second the right reading of it from others; the product
/// is what a reading's confidence is. `Tests/Accuracy/fit.py` fits both, by Newton's method on standardised columns, to
/// what `accuracy` prints of moves said by synthetic voices in quiet and in noise, of other people's commands, and of
/// noises. To fit them anew: `Tests/accuracy.sh`, then `Tests/Accuracy/fit.py` with what it left.
enum Confidence {
  /// The share of each reading in the probability; what they leave is that none of them was said.
  ///
  /// - Parameter count: How many readings there are, the one that the evidence is for first; 1 or more.
  static func shares(of count: Int, evidence: Evidence) -> [Double] {
    let isSpeech = speech(evidence)
    guard count > 1 else { return [isSpeech * first(evidence)] }
    let isFirst = first(evidence)
    let rest = isSpeech * (1 - isFirst) / Double(count - 1)
    return [isSpeech * isFirst] + Array(repeating: rest, count: count - 1)
  }

  /// How likely it is that something was said that the grammar has.
  private static func speech(_ evidence: Evidence) -> Double {
    logistic(
      7.6967 + 2.4659 * evidence.fit - 0.0813 * evidence.wordFit
        + 0.4529 * (evidence.looksAgree ? 1 : 0) + 0.5002 * evidence.phoneRatio
        - 0.1785 * evidence.phoneExcess - 0.4075 * evidence.uncovered)
  }

  /// How likely it is that it was this reading.
  private static func first(_ evidence: Evidence) -> Double {
    // In noise, what was heard while it was spoken says less.
    let isNoisy = evidence.signalToNoise < 13
    let agreement = evidence.looksAgree ? 1.6883 - (isNoisy ? 0.2957 : 0) : 0
    return logistic(
      0.9207 + 0.1771 * min(evidence.margin ?? Self.unknownMargin, farMargin) + agreement
        + 0.1441 * evidence.fit)
  }

  /// Where nothing else was found at all, that is no proof: the search may have lost it.
  private static let unknownMargin = 5.0
  /// What is as far away as this makes no difference any more.
  private static let farMargin = 20.0

  private static func logistic(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
