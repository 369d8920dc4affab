import Glibc

/// How far the cepstra of a recording lie from the model's where it is known which phones they are: the channel, and what
/// the mean over a short recording takes off too much or too little.
///
/// A maximum-likelihood offset under a prior (Sankar, Lee, "A maximum-likelihood approach to stochastic matching", 1996).
package struct ChannelBias: Sendable {
  private let means: [[[Float]]]
  private let precisions: [[[Float]]]
  private let constants: [[Float]]

  /// How many frames the prior, no offset at all, counts as.
  private static let prior: Float = 50

  package init(_ model: PhoneModel) {
    let books = 0..<model.means.codebookCount
    let densities = 0..<model.means.densityCount
    means = books.map { book in densities.map { Array(model.means.values(book, $0)) } }
    precisions = books.map { book in
      densities.map { density in
        model.variances.values(book, density).map { 1 / max($0, PhoneModel.leastVariance) }
      }
    }
    constants = precisions.map { $0.map { $0.reduce(0) { $0 + 0.5 * log($1) } } }
  }

  /// The offset: 13 numbers.
  package func offset(of cepstra: [Float], in segments: [PhoneLoop.Segment], except silence: Int)
    -> [Float]
  {
    let length = PhoneModel.streamLength
    var sums = [Float](repeating: 0, count: length)
    var weights = [Float](repeating: 0, count: length)
    var frames: Float = 0
    for segment in segments where segment.phone != silence {
      for frame in segment.first..<segment.end {
        frames += 1
        let book = segment.phone
        var best = -Float.infinity
        var scores = [Float](repeating: 0, count: means[book].count)
        for density in scores.indices {
          var score = constants[book][density]
          for index in 0..<length {
            let difference = cepstra[frame * length + index] - means[book][density][index]
            score -= 0.5 * difference * difference * precisions[book][density][index]
          }
          scores[density] = score
          best = max(best, score)
        }
        var total: Float = 0
        for density in scores.indices {
          scores[density] = scores[density] > best - 8 ? exp(scores[density] - best) : 0
          total += scores[density]
        }
        for density in scores.indices where scores[density] > 0.01 * total {
          let share = scores[density] / total
          for index in 0..<length {
            let precision = share * precisions[book][density][index]
            sums[index] +=
              precision * (cepstra[frame * length + index] - means[book][density][index])
            weights[index] += precision
          }
        }
      }
    }
    guard frames > 0 else { return sums }
    return sums.indices.map { sums[$0] / (weights[$0] * (1 + Self.prior / frames)) }
  }
}
