import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// The representatives of a codebook's densities, compared with a scalar version of the algorithm.
@Suite(.tags(.hardwareFree)) struct AcousticPriorTests {
  private struct Density {
    var mean: [Double]
    var variance: [Double]
    var weight = 0.0
  }

  private static func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  private static func mean(_ vectors: [[Double]]) -> [Double] {
    vectors[0].indices.map { band in
      vectors.reduce(0) { $0 + $1[band] } / Double(vectors.count)
    }
  }

  /// Lloyd's algorithm: evenly spaced densities first, then the means of the nearest ones.
  private static func clusters(
    _ densities: [Density], count: Int, share: Double, iterations: Int
  ) -> [Density] {
    var centres = (0..<count).map { densities[$0 * densities.count / count].mean }
    var members: [[Density]] = []
    for _ in 0..<iterations {
      members = Array(repeating: [], count: count)
      for density in densities {
        let distances = centres.map { distance($0, density.mean) }
        let nearest = distances.indices.min { distances[$0] < distances[$1] }
        members[nearest ?? 0].append(density)
      }
      for number in 0..<count where !members[number].isEmpty {
        centres[number] = mean(members[number].map(\.mean))
      }
    }
    return (0..<count).filter { !members[$0].isEmpty }.map { number in
      let spreads = members[number].map { member in
        zip(member.variance, zip(member.mean, centres[number])).map { spread, values in
          spread + (values.0 - values.1) * (values.0 - values.1)
        }
      }
      return Density(
        mean: centres[number], variance: mean(spreads),
        weight: log(share * Double(members[number].count) / Double(densities.count)))
    }
  }

  @Test(.tags(.slow), .skippable(.slow), arguments: [(5, 160), (2, 40), (32, 64), (40, 40)])
  func theRepresentativesMoveInFourRounds(count: Int, densities: Int) throws {
    var random = SeededGenerator(state: UInt64(densities))
    let numbers = random.floats(3 * densities * 39, in: -3...3)
    let (means, variances) = try MadeUpModel.codebooks(3, densities: densities) { numbers[$0] }
    let frontEnd = try #require(FeaturesTests.frontEnd)
    func sum(_ values: [Float], _ power: Double) -> [Double] {
      (0..<25).map { band in
        zip(frontEnd.columns, values).reduce(0) {
          $0 + pow(Double($1.0[band]), power) * Double($1.1)
        }
      }
    }
    func expected(iterations: Int) -> [Density] {
      (0..<3).flatMap { codebook in
        Self.clusters(
          (0..<densities).map { density in
            Density(
              mean: sum(Array(means.values(codebook, density)), 1),
              variance: sum(Array(variances.values(codebook, density)), 2))
          }, count: count, share: codebook == 1 ? 0.3 : 0.35, iterations: iterations)
      }
    }
    let prior = AcousticPrior(
      means, variances, silence: 1, frontEnd: frontEnd, densityCount: count)
    let four = expected(iterations: 4)
    try #require(prior.means.count == four.count)
    for (number, density) in four.enumerated() {
      #expect(abs(Double(prior.weights[number]) - density.weight) < 1e-4)
      for band in 0..<25 {
        #expect(abs(Double(prior.means[number][band]) - density.mean[band]) < 1e-3)
        let spread = density.variance[band]
        #expect(abs(Double(prior.variances[number][band]) - spread) < 1e-3 * (1 + spread))
      }
    }
    if count == 5 {
      // Three or five rounds give different results.
      for iterations in [3, 5] {
        let others = expected(iterations: iterations)
        #expect(zip(four, others).contains { Self.distance($0.mean, $1.mean) > 1e-3 })
      }
    }
  }
  /// The last density is nearer to the second representative at first, then to the other one.
  @Test func aRepresentativeOfOneDensityStaysThatDensity() throws {
    let frontEnd = try #require(FeaturesTests.frontEnd)
    let levels: [Float] = [0, 4.5, 4.5, 4.5, 4.5, 10, 4.5, 4.5, 4.5, 5.6]
    let (means, variances) = try MadeUpModel.codebooks(1, densities: 10) { place in
      place < 130 && place % 13 == 0 ? levels[place / 13] : 0
    }
    let prior = AcousticPrior(
      means, variances, silence: nil, frontEnd: frontEnd, densityCount: 2)
    try #require(prior.means.count == 2)
    #expect((prior.means[1] - frontEnd.columns[0] * 10).total.magnitude < 1e-3)
  }

  /// A variance of almost 0 would make a frame that differs slightly impossible.
  @Test func variancesHaveAMinimum() throws {
    let frontEnd = try #require(FeaturesTests.frontEnd)
    func variances(_ value: Float) throws -> [Bands] {
      let (means, _) = try MadeUpModel.codebooks(1)
      let (spreads, _) = try MadeUpModel.codebooks(1) { _ in value }
      return AcousticPrior(means, spreads, silence: nil, frontEnd: frontEnd, densityCount: 100)
        .variances
    }
    let least = try variances(0.001)
    for (value, isLeast) in [(0, true), (0.000_5, true), (0.002, false)] as [(Float, Bool)] {
      #expect((try variances(value) == least) == isLeast, "\(value)")
    }
  }
}
