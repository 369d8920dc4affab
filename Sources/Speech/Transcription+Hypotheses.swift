import Glibc
import LanguageModel

extension Transcription {
  /// A reading that may still change: words and times without confidences.
  init(_ hypothesis: Hypothesis) {
    self.init(
      segments: hypothesis.segments.filter { !$0.isFiller }.map { TranscriptionSegment($0) })
  }

  /// A reading with its probability, and its meaning if known.
  typealias Reading = (hypothesis: Hypothesis, meaning: AnyMeaning?, confidence: Double)

  /// The final readings, with a confidence for each word.
  ///
  /// A word's confidence is the sum of the posterior probabilities of the readings with this word
  /// at this time. It is computed over the n-best list; over a lattice in Wessel, Schlüter,
  /// Macherey, Ney: Confidence Measures for Large Vocabulary Continuous Speech Recognition (2001).
  /// With only one reading it is 1, which only means that the grammar has nothing similar.
  static func readings(of readings: [Reading]) -> [Transcription] {
    readings.map { reading, meaning, likelihood in
      var transcription = Transcription(
        segments: reading.segments.filter { !$0.isFiller }.map { segment in
          var confidence = 0.0
          var others: [(word: String, weight: Double)] = []
          for (other, _, weight) in readings {
            let rival = other.segments.filter { !$0.isFiller }.max {
              $0.overlap(segment) < $1.overlap(segment)
            }
            guard let rival, rival.overlap(segment) > 0 else { continue }
            if rival.word == segment.word {
              confidence += weight
            } else if let index = others.firstIndex(where: { $0.word == rival.word }) {
              others[index].weight += weight
            } else {
              others.append((rival.word, weight))
            }
          }
          return TranscriptionSegment(
            segment, confidence: Float(min(1, confidence)),
            alternatives: others.sorted { $0.weight > $1.weight }.map(\.word))
        }, confidence: min(1, likelihood))
      transcription.meaning = meaning
      return transcription
    }
  }
}

extension TranscriptionSegment {
  fileprivate init(_ segment: DecodedSegment, confidence: Float = 0, alternatives: [String] = []) {
    self.init(
      substring: segment.word,
      timestamp: Double(segment.firstFrame) / PocketSphinxDecoder.frameRate,
      duration: Double(segment.lastFrame - segment.firstFrame + 1) / PocketSphinxDecoder.frameRate,
      confidence: confidence, alternativeSubstrings: alternatives)
  }
}

extension DecodedSegment {
  /// How many frames two segments share.
  fileprivate func overlap(_ other: DecodedSegment) -> Int {
    max(0, min(lastFrame, other.lastFrame) - max(firstFrame, other.firstFrame) + 1)
  }
}

extension [Hypothesis] {
  /// The readings with their shares of the probability of all.
  var shares: [Transcription.Reading] {
    guard let top = map(\.score).max() else { return [] }
    let likelihoods = map { exp((Double($0.score) - Double(top)) * Self.nepersPerScore) }
    let sum = likelihoods.reduce(0, +)
    return zip(self, likelihoods).map { ($0, nil, $1 / sum) }
  }

  /// The natural logarithm of a likelihood, per unit of the decoder's score: its base is 1.0001,
  /// ten bits are dropped, and the decoder's own posteriors divide acoustic scores by 20 because
  /// frames are not independent (the setting `ascale`).
  private static var nepersPerScore: Double { log(1.0001) * 1_024 / 20 }
}
