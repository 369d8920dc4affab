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
      8.4212 + 2.5383 * evidence.fit - 0.2314 * evidence.wordFit
        + 0.9752 * (evidence.looksAgree ? 1 : 0) - 0.433 * evidence.phoneRatio
        - 0.1804 * evidence.phoneExcess - 0.3061 * evidence.uncovered)
  }

  /// How likely it is that it was this reading.
  private static func first(_ evidence: Evidence) -> Double {
    // In noise, what was heard while it was spoken says less.
    let isNoisy = evidence.signalToNoise < 13
    let agreement = evidence.looksAgree ? 1.7266 - (isNoisy ? 0.4558 : 0) : 0
    return logistic(
      1.1767 + 0.1489 * min(evidence.margin ?? farMargin, farMargin) + agreement
        + 0.3431 * evidence.fit)
  }

  /// What is as far away as this makes no difference any more.
  private static let farMargin = 20.0

  private static func logistic(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
