import Glibc

/// The probability that each reading is right, given its evidence: a logistic regression and a
/// conditional logit.
///
/// The regression separates the grammar's phrases from all other speech; the logit chooses among
/// the readings (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974). A
/// reading's confidence is the product of both.
package enum Confidence {
  /// Each candidate's probability; the remainder is the probability that none was said.
  ///
  /// - Parameters:
  ///   - hasBackground: Whether the candidates cover all that people say to the appliance, as with
  ///     moves, and not only what is allowed.
  ///   - isMapped: Whether their words are in another language than the acoustic model
  ///     (``Lexicon/isMapped``).
  static func shares(
    _ evidence: Evidence, hasBackground: Bool = true, isMapped: Bool = false
  ) -> [Double] {
    let utilities = evidence.candidates.map {
      utility(of: $0, evidence, hasBackground: hasBackground, isMapped: isMapped)
    }
    guard let greatest = utilities.max() else { return [] }
    let weights = utilities.map { exp($0 - greatest) }
    let sum = weights.reduce(0, +)
    let isSpeech = speech(evidence, hasBackground: hasBackground, isMapped: isMapped)
    return weights.map { isSpeech * $0 / sum }
  }

  /// The probability that somebody said something to the appliance.
  static func speech(
    _ evidence: Evidence, hasBackground: Bool = true, isMapped: Bool = false
  ) -> Double {
    let first = evidence.candidates.first
    let word = first?.words.count == 1 ? first?.words.first : nil
    let coefficients =
      switch (hasBackground, isMapped) {
      case (true, false) where word != nil: ConfidenceCoefficients.speechOfOneWord
      case (true, false): ConfidenceCoefficients.speech
      case (true, true): ConfidenceCoefficients.Mapped.speech
      case (false, _): ConfidenceCoefficients.speechWithoutBackground
      }
    var score = zip(coefficients, speechFigures(evidence)).reduce(0) { $0 + $1.0 * $1.1 }
    if hasBackground, !isMapped, let word, first?.isAllowed == true {
      score += ConfidenceCoefficients.speechOfWord[word] ?? 0
    }
    return 1 / (1 + exp(-score))
  }

  /// The figures weighted by `ConfidenceCoefficients.speech`, in its order.
  package static func speechFigures(_ evidence: Evidence) -> [Double] {
    let first = evidence.candidates.first
    // Words take at least six frames per phone, and seldom more than eighteen; speech has voicing
    // and movement.
    return [
      1, max(-5, evidence.fit), max(-8, evidence.worstFit), min(8, evidence.uncovered),
      max(0, 6 - evidence.framesPerPhone), min(20, max(0, evidence.framesPerPhone - 18)),
      max(0, 0.4 - evidence.voicing), max(0, 4 - evidence.movement),
      min(25, evidence.signalToNoise) / 10, Double(min(8, first?.words.count ?? 0)),
      max(-8, evidence.worstPhonesFit), first?.isStreamed == true ? 1 : 0,
    ]
  }

  private static func utility(
    of candidate: Evidence.Candidate, _ evidence: Evidence, hasBackground: Bool, isMapped: Bool
  ) -> Double {
    let coefficients =
      switch (hasBackground, isMapped) {
      case (true, false): ConfidenceCoefficients.reading
      case (false, false): ConfidenceCoefficients.readingWithoutBackground
      case (_, true): ConfidenceCoefficients.Mapped.reading
      }
    let utility = zip(coefficients, readingFigures(candidate, evidence))
      .reduce(0) { $0 + $1.0 * $1.1 }
    // The coefficients of single words are for English chess words.
    guard hasBackground, !isMapped else { return utility }
    let noise = noise(evidence)
    let isAlone = candidate.words.count == 1 && candidate.isAllowed
    let alone = isAlone ? ConfidenceCoefficients.wordsAlone[candidate.words[0]] ?? 0 : 0
    return candidate.words.reduce(utility + alone) { sum, word in
      sum + addition(of: word) + noise * (ConfidenceCoefficients.wordsInNoise[word] ?? 0)
    }
  }

  /// What a word adds to a reading.
  private static func addition(of word: String) -> Double {
    if ConfidenceCoefficients.commandWords.contains(word) {
      return ConfidenceCoefficients.commandWord
    }
    return ConfidenceCoefficients.words[word] ?? 0
  }

  /// How far the speech is below 18 dB over the noise, in tens of dB.
  private static func noise(_ evidence: Evidence) -> Double {
    max(0, 18 - evidence.signalToNoise) / 10
  }

  /// The figures weighted by `ConfidenceCoefficients.reading`, in its order.
  package static func readingFigures(
    _ candidate: Evidence.Candidate, _ evidence: Evidence
  ) -> [Double] {
    // In noise, the acoustic evidence counts less.
    let noise = noise(evidence)
    return [
      -candidate.distance, -candidate.distance * noise,
      candidate.isAllowed ? candidate.weight : 0, candidate.isAllowed ? 0 : candidate.weight,
      candidate.isAllowed ? 1 : 0, candidate.preference, Double(candidate.words.count),
      candidate.isStreamed ? 1 : 0, candidate.isAllowed ? noise : 0,
      noise * Double(candidate.words.count), -candidate.networkDistance,
      -candidate.networkDistance * noise,
    ]
  }
}
