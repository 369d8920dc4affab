import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// Scores compared with the same formulas in double precision.
@Suite struct SenoneScorerTests {
  /// A frame's log-likelihood: the best four densities of each stream.
  private func score(
    _ frame: ArraySlice<Float>, _ senone: Int, _ model: PhoneModel
  ) -> Double {
    let book = Int(model.definition.codebooks[senone])
    var sum = 0.0
    for stream in 0..<3 {
      let part = Array(frame.dropFirst(13 * stream).prefix(13))
      var densities: [(exponent: Double, weight: Double)] = []
      for density in 0..<model.means.densityCount {
        let means = Array(model.means.values(book, density, stream: stream))
        let variances = Array(model.variances.values(book, density, stream: stream))
        var exponent = 0.0
        for index in 0..<13 {
          let variance = max(Double(variances[index]), 1e-4)
          let difference = Double(part[index]) - Double(means[index])
          exponent -= difference * difference / (2 * variance)
          exponent -= log(2 * Double.pi * variance) / 2
        }
        let row = (stream * model.means.densityCount + density) * model.definition.senoneCount
        let weight = Double(model.weights[row + senone]) * 1_024 * log(1.0001)
        densities.append((exponent, weight))
      }
      let best = densities.sorted { $0.exponent > $1.exponent }.prefix(4)
      let exponents = best.map { $0.exponent - $0.weight }
      let greatest = exponents.max() ?? 0
      sum += greatest + log(exponents.reduce(0) { $0 + exp($1 - greatest) })
    }
    return sum
  }

  private func check(_ model: PhoneModel, _ senones: [Int], _ cepstra: [Float]) throws {
    let scorer = SenoneScorer(model, senones: senones)
    let features = DynamicFeatures(cepstra)
    let scores = scorer.scores(of: cepstra)
    #expect(scorer.senones == Set(senones).sorted())
    #expect(scores.count == features.frameCount * scorer.senones.count)
    for frame in 0..<features.frameCount {
      let values = features.values[frame * 39..<(frame + 1) * 39]
      for senone in scorer.senones {
        let place = try #require(scorer.place(of: senone))
        let expected = score(values, senone, model)
        let found = Double(scores[frame * scorer.senones.count + place])
        #expect(abs(found - expected) < max(0.01, 1e-6 * abs(expected)), "\(frame), \(senone)")
      }
    }
  }

  @Test func scoresOfAMadeUpModelMatchTheFormulas() throws {
    var random = SeededGenerator(state: 1)
    let model = try MadeUpModel.model()
    try check(model, Array(0..<MadeUpModel.senoneCount), random.floats(13 * 9, in: -3...3))
    // Some senones, and one twice.
    try check(model, [20, 3, 35, 3], random.floats(13 * 2, in: -8...8))
  }

  @Test(.tags(.speech), .skippable(.speech)) func scoresOfTheInstalledModelMatchTheFormulas() throws
  {
    var random = SeededGenerator(state: 3)
    let model = try installedModel()
    // Slowly changing frames close to the model's densities, as in speech.
    var cepstra: [Float] = []
    for frame in 0..<8 {
      let noise = random.floats(13, in: -0.5...0.5)
      cepstra += zip(model.means.values(7 + frame / 3, frame / 2), noise).map { $0 + $1 }
    }
    let senones = (0..<60).map { _ in
      Int.random(in: 0..<model.definition.senoneCount, using: &random)
    }
    try check(model, senones, cepstra)
  }

  @Test func onlyRequestedSenonesHaveAPlace() throws {
    let scorer = SenoneScorer(try MadeUpModel.model(), senones: [8, 2, 8])
    #expect(scorer.senones == [2, 8])
    #expect(scorer.place(of: 2) == 0)
    #expect(scorer.place(of: 8) == 1)
    #expect(scorer.place(of: 3) == nil)
    #expect(scorer.place(of: -1) == nil)
    #expect(scorer.place(of: 1_000_000) == nil)
    #expect(scorer.scores(of: []).isEmpty)
  }
}
