import Acoustics
import Glibc

/// The densities of a phonetically tied acoustic model: each phone has a codebook of them.
struct Codebooks: Sendable {
  private let means: Gaussians
  private let variances: Gaussians
  /// A phone's codebook.
  private let numbers: [String: Int]

  /// What is less likely than this share of a frame adds nothing worth its time.
  private static let leastShare: Float = 1e-3
  private static let leastVariance: Float = 1e-4

  /// Nil where the model's densities do not belong to phones, or its features are of another kind.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` where its files are not what they should
  ///   be.
  init?(_ model: AcousticModel) throws(SpeechError) {
    guard let definition = try? ModelDefinition(contentsOf: "\(model.directory)/mdef") else {
      return nil
    }
    do throws(ModelFileError) {
      means = try Gaussians(contentsOf: "\(model.directory)/means")
      variances = try Gaussians(contentsOf: "\(model.directory)/variances")
    } catch {
      throw SpeechError(error)
    }
    guard means.shape == variances.shape, means.codebookCount == definition.phones.count,
      means.streamLengths
        == Array(repeating: SpeakerStatistics.length, count: SpeakerStatistics.streamCount)
    else { return nil }
    numbers = Dictionary(
      zip(definition.phones, definition.phones.indices), uniquingKeysWith: { first, _ in first })
  }

  /// What a recording says about its speaker.
  ///
  /// A frame belongs to the densities of its phone, each as far as it fits; a density's share in
  /// the phone is left out, for with a phone known it made no difference (0.3 points of 380 moves).
  ///
  /// - Parameters:
  ///   - cepstra: Frames of 13 numbers, less their mean.
  ///   - phones: Which phone is where; names that are none of the model's are passed over.
  ///   - transform: What is known about the speaker up to now.
  func statistics(
    of cepstra: [Float], phones: [DecodedSegment], under transform: SpeakerTransform
  ) -> SpeakerStatistics {
    var statistics = SpeakerStatistics()
    let streams = Self.streams(of: cepstra)
    let frameCount = streams.first?.count ?? 0
    for phone in phones {
      let first = max(0, phone.firstFrame)
      let end = min(frameCount, phone.lastFrame + 1)
      guard let codebook = numbers[phone.word], first < end else { continue }
      statistics.count(frames: end - first)
      for (stream, frames) in streams.enumerated() {
        add(
          frames[first..<end], of: stream, codebook: codebook, under: transform, to: &statistics)
      }
    }
    return statistics
  }

  private func add(
    _ frames: ArraySlice<[Float]>, of stream: Int, codebook: Int, under transform: SpeakerTransform,
    to statistics: inout SpeakerStatistics
  ) {
    let densities = (0..<means.densityCount).map { density in
      let variance = variances.values(codebook, density, stream: stream)
        .map { max($0, Self.leastVariance) }
      return (
        mean: transform.apply(to: means.values(codebook, density, stream: stream), stream: stream),
        precision: variance.map { 1 / $0 },
        constant: variance.reduce(Float(0)) { $0 + log($1) }
      )
    }
    var occupancies = [Double](repeating: 0, count: densities.count)
    var sums = [[Double]](
      repeating: Array(repeating: 0, count: SpeakerStatistics.length), count: densities.count)
    for frame in frames {
      let scores = densities.map { density in
        var distance = density.constant
        for index in frame.indices {
          let difference = frame[index] - density.mean[index]
          distance += difference * difference * density.precision[index]
        }
        return -0.5 * distance
      }
      let best = scores.max() ?? 0
      let likelihoods = scores.map { exp($0 - best) }
      let total = likelihoods.reduce(0, +)
      for (density, likelihood) in likelihoods.enumerated()
      where likelihood > Self.leastShare * total {
        let share = Double(likelihood / total)
        occupancies[density] += share
        for index in frame.indices { sums[density][index] += share * Double(frame[index]) }
      }
    }
    for density in densities.indices where occupancies[density] > 0 {
      statistics.add(
        stream: stream,
        mean: means.values(codebook, density, stream: stream).map(Double.init),
        variance: variances.values(codebook, density, stream: stream)
          .map { Double(max($0, Self.leastVariance)) },
        occupancy: occupancies[density], sum: sums[density])
    }
  }

  /// Cepstra and their differences over time, as the feature type `1s_c_d_dd` has them, with the
  /// first and last frame repeated at the ends.
  static func streams(of cepstra: [Float]) -> [[[Float]]] {
    let length = SpeakerStatistics.length
    let count = cepstra.count / length
    func frame(_ index: Int) -> ArraySlice<Float> {
      let index = min(max(index, 0), count - 1)
      return cepstra[index * length..<(index + 1) * length]
    }
    func difference(_ first: ArraySlice<Float>, _ second: ArraySlice<Float>) -> [Float] {
      zip(first, second).map { $0 - $1 }
    }
    let indices = 0..<count
    return [
      indices.map { Array(frame($0)) },
      indices.map { difference(frame($0 + 2), frame($0 - 2)) },
      indices.map { index in
        difference(
          difference(frame(index + 3), frame(index - 1))[...],
          difference(frame(index + 1), frame(index - 3))[...])
      },
    ]
  }
}
