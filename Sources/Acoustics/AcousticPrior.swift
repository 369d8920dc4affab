import Glibc

/// The prior for clean speech, from an acoustic model: its codebooks' Gaussians as mel spectra.
///
/// A codebook belongs to a phone. The prior keeps only a few representatives of its many densities,
/// which costs little accuracy and saves most of the time.
struct AcousticPrior: Sendable {
  /// Log-mel means relative to the cepstral mean, and variances; a few densities per codebook.
  private(set) var means: [Bands] = []
  private(set) var variances: [Bands] = []
  /// The natural logarithm of each density's weight in the prior.
  private(set) var weights: [Float] = []

  /// The probability of silence in a recording of a command.
  private static let silenceShare: Float = 0.3
  private static let iterations = 4

  /// - Parameters:
  ///   - centres: The codebooks' means.
  ///   - spreads: Their variances, of the same shape.
  ///   - silence: The codebook of silence; nil if unknown.
  ///   - densityCount: How many densities of each codebook to keep.
  init(
    _ centres: Gaussians, _ spreads: Gaussians, silence: Int?, frontEnd: FrontEnd,
    densityCount: Int = 32
  ) {
    let shares = (0..<centres.codebookCount).map { codebook -> Float in
      guard let silence, centres.codebookCount > 1, silence < centres.codebookCount else {
        return 1 / Float(centres.codebookCount)
      }
      return codebook == silence
        ? Self.silenceShare : (1 - Self.silenceShare) / Float(centres.codebookCount - 1)
    }
    let transform = Projection(frontEnd.columns)
    let squares = Projection(frontEnd.columns.map { $0 * $0 })
    for codebook in 0..<centres.codebookCount {
      let spectra = (0..<centres.densityCount).map { density in
        (
          mean: transform.sum(weightedBy: centres.values(codebook, density)),
          variance: squares.sum(
            weightedBy: spreads.values(codebook, density).lazy.map { max($0, 1e-3) })
        )
      }
      insert(
        spectra, count: densityCount, share: shares[codebook], bandCount: frontEnd.bandCount)
    }
  }

  /// Converts a cepstral Gaussian to the mel spectrum, as smooth as the cepstrum.
  ///
  /// Loops over numbers: the compiler does not vectorize `Bands` times a number, which took a third
  /// of the program's startup time.
  private struct Projection {
    private static let width = Bands.scalarCount
    private let columns: [Float]

    init(_ columns: [Bands]) {
      self.columns = columns.numbers
    }

    func sum(weightedBy weights: some Collection<Float>) -> Bands {
      withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.width) { sums in
        sums.initialize(repeating: 0)
        columns.withUnsafeBufferPointer { columns in
          for (row, weight) in zip(0..<columns.count / Self.width, weights) {
            for band in 0..<Self.width { sums[band] += columns[row * Self.width + band] * weight }
          }
        }
        return Bands(sums)
      }
    }
  }

  /// Replaces a codebook's densities with `count` of them: Lloyd's algorithm (1982) on their means.
  private mutating func insert(
    _ spectra: [(mean: Bands, variance: Bands)], count: Int, share: Float, bandCount: Int
  ) {
    let count = min(count, spectra.count)
    guard count > 0 else { return }
    var centres = (0..<count).map { spectra[$0 * spectra.count / count].mean }
    var nearest = [Int](repeating: .zero, count: spectra.count)
    for _ in 0..<Self.iterations {
      let columns = Columns(centres.numbers, bandCount: bandCount)
      for (index, spectrum) in spectra.enumerated() {
        let distances = columns.distances(from: spectrum.mean)
        nearest[index] = distances.indices.min { distances[$0] < distances[$1] } ?? 0
      }
      var sums = [Bands](repeating: .zero, count: count)
      var counts = [Float](repeating: 0, count: count)
      for (spectrum, number) in zip(spectra, nearest) {
        sums[number] += spectrum.mean
        counts[number] += 1
      }
      for number in 0..<count where counts[number] > 0 {
        centres[number] = sums[number] / counts[number]
      }
    }
    for number in 0..<count {
      let members = zip(spectra, nearest).filter { $0.1 == number }.map(\.0)
      guard !members.isEmpty else { continue }
      var variance = Bands.zero
      for member in members {
        let difference = member.mean - centres[number]
        variance += member.variance + difference * difference
      }
      means.append(centres[number])
      variances.append(variance / Float(members.count))
      weights.append(log(share * Float(members.count) / Float(spectra.count)))
    }
  }
}

/// Spectra stored by band, so that a frame is compared with all of them in parallel.
struct Columns: Sendable {
  let count: Int
  private let bandCount: Int
  private var values: [Float]
  private var weights: [Float]?

  /// - Parameters:
  ///   - numbers: The spectra's lanes, spectrum by spectrum.
  ///   - weights: The weights of their squared band distances; nil stands for 1.
  init(_ numbers: [Float], weights: [Float]? = nil, bandCount: Int) {
    func column(_ band: Int, of numbers: [Float]) -> some Sequence<Float> {
      stride(from: band, to: numbers.count, by: Bands.scalarCount).lazy.map { numbers[$0] }
    }
    count = numbers.count / Bands.scalarCount
    self.bandCount = bandCount
    values = (0..<bandCount).flatMap { column($0, of: numbers) }
    self.weights = weights.map { weights in
      (0..<bandCount).flatMap { column($0, of: weights) }
    }
  }

  /// The weighted squared distance to each spectrum.
  func distances(from frame: Bands) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { distances, initialized in
      distances.initialize(repeating: 0)
      initialized = count
      values.withUnsafeBufferPointer { values in
        guard let sums = distances.baseAddress, let values = values.baseAddress else { return }
        for band in 0..<bandCount {
          let (value, column) = (frame[band], values + band * count)
          guard let weights else {
            for index in 0..<count {
              let difference = value - column[index]
              sums[index] += difference * difference
            }
            continue
          }
          weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress.map({ $0 + band * count }) else { return }
            for index in 0..<count {
              let difference = value - column[index]
              sums[index] += difference * difference * weights[index]
            }
          }
        }
      }
    }
  }
}
