import Glibc

/// Computes the likelihood of frames for each senone, once per frame for all searches.
///
/// A senone's likelihood in a stream is the weighted sum over its codebook's densities. Only the
/// best four count, as in PocketSphinx's `ptm_mgau.c`, which uses rounded logarithms. The
/// likelihoods of the three streams are multiplied.
package struct SenoneScorer: Sendable {
  /// The scored senones, in the order of the scores.
  package let senones: [Int]
  private let columns: [Int32]
  private let books: [Codebook]

  private static let streamCount = PhoneModel.streamCount
  private static let length = PhoneModel.streamLength
  private static let lanes = 8

  /// One codebook with the senones that use it.
  private struct Codebook: Sendable {
    var streams: [DensityTable]
    /// By stream and density, one number per senone, padded to whole vectors.
    var weights: [Float]
    /// The places of the senones' scores.
    var places: [Int]

    var paddedCount: Int { SenoneScorer.padded(places.count) }
  }

  private static func padded(_ count: Int) -> Int { (count + lanes - 1) / lanes * lanes }

  /// Scores a subset of a model's senones.
  ///
  /// - Parameter senones: Senone numbers; duplicates are scored once.
  package init(_ model: PhoneModel, senones: some Sequence<Int>) {
    let used = Set(senones).sorted()
    var columns = [Int32](repeating: -1, count: model.definition.senoneCount)
    for (place, senone) in used.enumerated() { columns[senone] = Int32(place) }
    let byBook = Dictionary(grouping: used) { Int(model.definition.codebooks[$0]) }
    self.senones = used
    self.columns = columns
    books = byBook.sorted { $0.key < $1.key }.map { number, senones in
      Self.codebook(number, model, senones, columns)
    }
  }

  private static func codebook(
    _ number: Int, _ model: PhoneModel, _ senones: [Int], _ columns: [Int32]
  ) -> Codebook {
    let densities = 0..<model.means.densityCount
    let streams = (0..<streamCount).map { DensityTable(model, codebooks: [number], stream: $0) }
    let width = padded(senones.count)
    let rows = streams[0].count
    var weights = [Float](repeating: 0, count: streamCount * rows * width)
    for stream in 0..<streamCount {
      for density in densities {
        let source = (stream * densities.count + density) * model.definition.senoneCount
        let target = (stream * rows + density) * width
        for (column, senone) in senones.enumerated() {
          weights[target + column] =
            exp(-Float(model.weights[source + senone]) * PhoneModel.weightStep)
        }
      }
    }
    return Codebook(
      streams: streams, weights: weights, places: senones.map { Int(columns[$0]) })
  }

  /// The index of a senone's score within a frame's scores; nil if it is not scored.
  package func place(of senone: Int) -> Int? {
    columns.indices.contains(senone) && columns[senone] >= 0 ? Int(columns[senone]) : nil
  }

  /// The scores of all frames: natural logarithms, frame by frame, `senones.count` each.
  ///
  /// - Parameter cepstra: 13 numbers per frame, with their means subtracted.
  package func scores(of cepstra: [Float]) -> [Float] {
    let features = DynamicFeatures(cepstra)
    var scores = [Float](repeating: 0, count: features.frameCount * senones.count)
    scores.withUnsafeMutableBufferPointer { scores in
      features.values.withUnsafeBufferPointer { values in
        guard let values = values.baseAddress, let scores = scores.baseAddress else { return }
        // One codebook at a time, so that it stays in a core's cache.
        onAllCores(books.count) { number in
          let book = books[number]
          withUnsafeTemporaryAllocation(
            of: Float.self, capacity: book.streams[0].count + 2 * book.paddedCount
          ) { space in
            guard let space = space.baseAddress else { return }
            for frame in 0..<features.frameCount {
              score(
                values + frame * DynamicFeatures.width, book, space,
                scores + frame * senones.count)
            }
          }
        }
      }
    }
    return scores
  }

  private func score(
    _ frame: UnsafePointer<Float>, _ book: Codebook, _ space: UnsafeMutablePointer<Float>,
    _ scores: UnsafeMutablePointer<Float>
  ) {
    let (densityCount, width) = (book.streams[0].count, book.paddedCount)
    let distances = space
    let products = space + densityCount
    let sums = products + width
    var total: Float = 0
    for stream in 0..<Self.streamCount {
      book.streams[stream].score(frame + stream * Self.length, to: distances)
      let best = Self.best(distances, densityCount)
      total += best.score0
      let target = stream == 0 ? products : sums
      let shares = (
        exp(best.score1 - best.score0), exp(best.score2 - best.score0),
        exp(best.score3 - best.score0)
      )
      book.weights.withUnsafeBufferPointer { weights in
        guard let base = weights.baseAddress else { return }
        let rows = (
          base + (stream * densityCount + best.index0) * width,
          base + (stream * densityCount + best.index1) * width,
          base + (stream * densityCount + best.index2) * width,
          base + (stream * densityCount + best.index3) * width
        )
        for column in 0..<width {
          target[column] =
            rows.0[column] + rows.1[column] * shares.0 + rows.2[column] * shares.1
            + rows.3[column] * shares.2
        }
      }
      if stream > 0 {
        for column in 0..<width { products[column] *= sums[column] }
      }
    }
    for (column, place) in book.places.enumerated() {
      scores[place] = total + Self.logarithm(products[column])
    }
  }

  private struct Best {
    var score0 = -Float.infinity
    var score1 = -Float.infinity
    var score2 = -Float.infinity
    var score3 = -Float.infinity
    var index0 = 0
    var index1 = 0
    var index2 = 0
    var index3 = 0
  }

  @inline(__always)
  private static func best(_ distances: UnsafePointer<Float>, _ count: Int) -> Best {
    var best = Best()
    for index in 0..<count {
      let score = distances[index]
      guard score > best.score3 else { continue }
      if score > best.score1 {
        (best.score3, best.index3) = (best.score2, best.index2)
        (best.score2, best.index2) = (best.score1, best.index1)
        if score > best.score0 {
          (best.score1, best.index1) = (best.score0, best.index0)
          (best.score0, best.index0) = (score, index)
        } else {
          (best.score1, best.index1) = (score, index)
        }
      } else if score > best.score2 {
        (best.score3, best.index3) = (best.score2, best.index2)
        (best.score2, best.index2) = (score, index)
      } else {
        (best.score3, best.index3) = (score, index)
      }
    }
    return best
  }

  /// The natural logarithm to within 2e-5, inlined: the exponent, plus a polynomial of the
  /// mantissa.
  @inline(__always)
  private static func logarithm(_ value: Float) -> Float {
    let bits = max(value, .leastNormalMagnitude).bitPattern
    let exponent = Float(Int32(bits >> 23) - 127)
    let rest = Float(bitPattern: bits & 0x007F_FFFF | 0x3F80_0000)
    // Log2 on 1..<2, interpolated at Chebyshev nodes.
    let polynomial =
      -2.787_926_2 + rest
      * (5.047_855_4 + rest
        * (-3.489_878_6 + rest
          * (1.589_474_3
            + rest * (-0.402_513_4 + rest * 0.043_004_96))))
    return (exponent + polynomial) * 0.693_147_18
  }
}
