/// Vocal tract length normalization (VTLN): finds the warp that makes a recording likeliest, by the
/// mean over its loud frames of the best density of all phones except fillers.
package struct WarpSelector: Sendable {
  private let densities: DensityTable

  package init(_ model: PhoneModel) {
    densities = DensityTable(
      model, codebooks: (0..<model.means.codebookCount).filter(model.definition.isSpoken))
  }

  /// The mean log likelihood of frames; 0 if there are none.
  ///
  /// - Parameter cepstra: 13 numbers per frame.
  package func score(_ cepstra: [Float]) -> Float {
    let frameCount = cepstra.count / PhoneModel.streamLength
    guard frameCount > 0 else { return 0 }
    var total: Float = 0
    withUnsafeTemporaryAllocation(of: Float.self, capacity: densities.count) { scores in
      cepstra.withUnsafeBufferPointer { cepstra in
        guard let cepstra = cepstra.baseAddress, let space = scores.baseAddress else { return }
        for frame in 0..<frameCount {
          densities.score(cepstra + frame * PhoneModel.streamLength, to: space)
          total += scores.reduce(-.infinity, max)
        }
      }
    }
    return total / Float(frameCount)
  }

  /// The candidate warps, each with an offset by which its score exceeds no warp for adults'
  /// voices, because interpolated spectra are smoother.
  private static let choices: [(warp: Double, offset: Float)] = [
    (1, 0), (1.12, 1.2), (1.25, 1.55), (1.4, 1.85), (1.55, 2.2),
  ]

  /// The score of each candidate warp, for every third loud frame.
  package func scores(of features: Features, _ extractor: FeatureExtractor) -> [Float] {
    let loud = features.isSpeech.indices.filter { features.isSpeech[$0] }
    let frames = stride(from: 0, to: loud.count, by: 3).map { loud[$0] }
    var scores = [Float](repeating: 0, count: Self.choices.count)
    scores.withUnsafeMutableBufferPointer { scores in
      onAllCores(scores.count) { number in
        scores[number] = score(
          extractor.cepstra(
            of: features.spectrum, warpedBy: Self.choices[number].warp, at: frames))
      }
    }
    return scores
  }

  /// The factor on a recording's frequencies that makes it fit the model best.
  package func warp(of features: Features, _ extractor: FeatureExtractor) -> Double {
    Self.warp(for: scores(of: features, extractor))
  }

  /// The candidate whose score is highest beyond its offset; 1 if there are no scores.
  static func warp(for scores: [Float]) -> Double {
    let gains = zip(scores, choices).map { (gain: $0 - $1.offset, warp: $1.warp) }
    return gains.max { $0.gain < $1.gain }?.warp ?? 1
  }
}
