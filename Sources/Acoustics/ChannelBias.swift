import Glibc

/// The offset of a recording's cepstra from the model's, given the phones: the channel, and the
/// error of the mean over a short recording.
///
/// A maximum-likelihood offset under a prior (Sankar, Lee, "A maximum-likelihood approach to
/// stochastic matching", 1996).
package struct ChannelBias: Sendable {
  /// By codebook.
  private let densities: [DensityTable]

  /// How many frames the prior (no offset) counts for.
  private static let prior: Float = 50
  private static let length = PhoneModel.streamLength

  package init(_ model: PhoneModel) {
    densities = (0..<model.means.codebookCount).map { DensityTable(model, codebooks: [$0]) }
  }

  /// The offset: 13 numbers.
  package func offset(
    of cepstra: [Float], in segments: [PhoneLoop.Segment], except silence: Int
  ) -> [Float] {
    var sums = Sums()
    cepstra.withUnsafeBufferPointer { cepstra in
      guard let cepstra = cepstra.baseAddress else { return }
      for segment in segments where segment.phone != silence {
        for frame in segment.first..<segment.end {
          add(cepstra + frame * Self.length, densities[segment.phone], to: &sums)
        }
      }
    }
    guard sums.frames > 0 else { return sums.distances }
    return (0..<Self.length).map {
      sums.distances[$0] / (sums.precisions[$0] * (1 + Self.prior / sums.frames))
    }
  }

  /// Sums over frames: precision-weighted distances from the densities, and precisions.
  private struct Sums {
    var distances = [Float](repeating: 0, count: ChannelBias.length)
    var precisions = [Float](repeating: 0, count: ChannelBias.length)
    var frames: Float = 0
  }

  /// Adds a frame, distributed over the densities by their posteriors.
  private func add(_ frame: UnsafePointer<Float>, _ table: DensityTable, to sums: inout Sums) {
    sums.frames += 1
    withUnsafeTemporaryAllocation(of: Float.self, capacity: table.count) { scores in
      guard let space = scores.baseAddress else { return }
      table.score(frame, to: space)
      let best = scores.reduce(-.infinity, max)
      var total: Float = 0
      for density in scores.indices {
        scores[density] = scores[density] > best - 8 ? exp(scores[density] - best) : 0
        total += scores[density]
      }
      for density in scores.indices where scores[density] > 0.01 * total {
        let share = scores[density] / total
        for index in 0..<Self.length {
          let place = index * table.count + density
          let precision = share * 2 * table.halfPrecisions[place]
          sums.distances[index] += precision * (frame[index] - table.means[place])
          sums.precisions[index] += precision
        }
      }
    }
  }
}
