import Glibc

/// Gaussian densities of one feature stream, laid out for comparing a frame with eight at a time.
struct DensityTable: Sendable {
  /// Padded to a multiple of `lanes` with densities far from any frame.
  let count: Int
  /// By dimension, one number per density.
  let means: [Float]
  /// Half the precisions, in the same layout.
  let halfPrecisions: [Float]
  private let constants: [Float]

  private static let length = PhoneModel.streamLength
  private static let lanes = 8

  /// - Parameter densities: Means and variances, 13 numbers each; variances are floored.
  init(_ densities: [(mean: [Float], variance: ArraySlice<Float>)]) {
    let count = (densities.count + Self.lanes - 1) / Self.lanes * Self.lanes
    var means = [Float](repeating: 0, count: Self.length * count)
    var halfPrecisions = means
    var constants = [Float](repeating: -1e30, count: count)
    for (column, density) in densities.enumerated() {
      var constant: Float = 0
      for (index, (mean, variance)) in zip(density.mean, density.variance).enumerated() {
        let variance = max(variance, PhoneModel.leastVariance)
        means[index * count + column] = mean
        halfPrecisions[index * count + column] = 0.5 / variance
        constant -= 0.5 * log(2 * Float.pi * variance)
      }
      constants[column] = constant
    }
    self.count = count
    self.means = means
    self.halfPrecisions = halfPrecisions
    self.constants = constants
  }

  /// The densities of a model's codebooks in one stream; by default the static cepstra.
  init(_ model: PhoneModel, codebooks: some Sequence<Int>, stream: Int = 0) {
    self.init(
      codebooks.flatMap { codebook in
        (0..<model.means.densityCount).map { density in
          (
            Array(model.means.values(codebook, density, stream: stream)),
            model.variances.values(codebook, density, stream: stream)
          )
        }
      })
  }

  /// Writes the natural logarithm of a frame's likelihood under each density to `scores`, which has
  /// `count` numbers.
  ///
  /// - Parameter frame: 13 numbers.
  @inline(__always)
  func score(_ frame: UnsafePointer<Float>, to scores: UnsafeMutablePointer<Float>) {
    means.withUnsafeBufferPointer { means in
      halfPrecisions.withUnsafeBufferPointer { halfPrecisions in
        constants.withUnsafeBufferPointer { constants in
          guard let means = means.baseAddress, let halfPrecisions = halfPrecisions.baseAddress,
            let constants = constants.baseAddress
          else { return }
          for block in stride(from: 0, to: count, by: Self.lanes) {
            var sum = Self.load(constants + block)
            for index in 0..<Self.length {
              let place = index * count + block
              let difference = frame[index] - Self.load(means + place)
              sum -= difference * difference * Self.load(halfPrecisions + place)
            }
            UnsafeMutableRawPointer(scores + block).storeBytes(of: sum, as: SIMD8<Float>.self)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func load(_ numbers: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(numbers).loadUnaligned(as: SIMD8<Float>.self)
  }
}
