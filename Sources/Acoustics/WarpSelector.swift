import Glibc

/// Tells which length of the vocal tract makes a recording likeliest: the mean over its loud frames of the best density of
/// all phones' but the fillers'.
package struct WarpSelector: Sendable {
  private let means: [Float]
  private let precisions: [Float]
  private let constants: [Float]
  private let count: Int
  private static let length = PhoneModel.streamLength

  package init(_ model: PhoneModel) {
    let books = (0..<model.means.codebookCount).filter {
      let name = model.definition.phones[$0]
      return $0 != model.definition.silence && !name.hasPrefix("+")
    }
    let densities = model.means.densityCount
    count = (books.count * densities + 7) / 8 * 8
    var means = [Float](repeating: 0, count: Self.length * count)
    var precisions = means
    var constants = [Float](repeating: -1e30, count: count)
    for (row, book) in books.enumerated() {
      for density in 0..<densities {
        let column = row * densities + density
        let mean = model.means.values(book, density)
        let variance = model.variances.values(book, density)
        var constant: Float = 0
        for index in 0..<Self.length {
          let value = max(variance[variance.startIndex + index], PhoneModel.leastVariance)
          means[index * count + column] = mean[mean.startIndex + index]
          precisions[index * count + column] = 0.5 / value
          constant -= 0.5 * log(2 * Float.pi * value)
        }
        constants[column] = constant
      }
    }
    self.means = means
    self.precisions = precisions
    self.constants = constants
  }

  /// The mean logarithm of the likelihood of every third loud frame.
  package func score(_ cepstra: [Float], _ isSpeech: [Bool]) -> Float {
    var total: Float = 0
    var frames = 0
    for (number, frame) in isSpeech.indices.lazy.filter({ isSpeech[$0] }).enumerated()
    where number % 3 == 0 {
      var best = SIMD8<Float>(repeating: -1e30)
      means.withUnsafeBufferPointer { means in
        precisions.withUnsafeBufferPointer { precisions in
          constants.withUnsafeBufferPointer { constants in
            guard let means = means.baseAddress, let precisions = precisions.baseAddress,
              let constants = constants.baseAddress
            else { return }
            for block in stride(from: 0, to: count, by: 8) {
              var sum = UnsafeRawPointer(constants + block).loadUnaligned(as: SIMD8<Float>.self)
              for index in 0..<Self.length {
                let place = index * count + block
                let difference =
                  cepstra[frame * Self.length + index]
                  - UnsafeRawPointer(means + place).loadUnaligned(as: SIMD8<Float>.self)
                sum -=
                  difference * difference
                  * UnsafeRawPointer(precisions + place).loadUnaligned(as: SIMD8<Float>.self)
              }
              best.replace(with: sum, where: sum .> best)
            }
          }
        }
      }
      total += best.max()
      frames += 1
    }
    return frames > 0 ? total / Float(frames) : 0
  }

  /// The warps that are tried, and what each scores more than none of adults' voices: interpolated spectra are smoother.
  private static let choices: [(warp: Double, offset: Float)] = [
    (1, 0), (1.12, 1.2), (1.25, 1.55), (1.4, 1.85), (1.55, 2.2),
  ]

  /// What each of the warps that are tried scores.
  package func scores(of features: Features, _ extractor: FeatureExtractor) -> [Float] {
    Self.choices.map { choice in
      score(extractor.cepstra(of: features.spectrum, warpedBy: choice.warp), features.isSpeech)
    }
  }

  /// How much higher the frequencies of a recording are taken so that it fits the model best.
  package func warp(of features: Features, _ extractor: FeatureExtractor) -> Double {
    let scores = zip(scores(of: features, extractor), Self.choices).map { $0 - $1.offset }
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    return Self.choices[best].warp
  }
}
