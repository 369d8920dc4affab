import Glibc

/// Estimates clean speech from noisy speech, with the acoustic model as a prior.
///
/// Shifts each density of the prior to where noise and microphone would put it (within a band,
/// energies add). A frame's clean spectrum is the mean of the densities' estimates, weighted by
/// their posteriors. Sources: Moreno, Raj, Stern, "A vector Taylor series approach for
/// environment-independent speech recognition" (1996); Droppo, Acero, "Environmental robustness"
/// (2008). Does not iterate: iterations estimated the noise better but were not worth their cost.
struct NoiseCompensation: Sendable {
  /// Flattens likelihoods, because bands are correlated.
  private static let flattening: Float = 0.4
  /// Added to the prior's variances, which are too small for reduced codebooks and other voices.
  private static let slack: Float = 0.3
  /// How far a recording's level lies below its loudest frames.
  private static let headroom: Float = 2.6
  /// The beam: densities further than this below the best are ignored; a natural logarithm.
  private static let beam: Float = 6

  let prior: AcousticPrior
  /// The long-term spectrum of the model's training speech.
  private let channel: Bands
  private let frontEnd: FrontEnd

  init(prior: AcousticPrior, frontEnd: FrontEnd, means: [Float]) {
    self.prior = prior
    self.frontEnd = frontEnd
    var channel = Bands.zero
    for (column, mean) in zip(frontEnd.columns, means).dropFirst() { channel += column * mean }
    self.channel = channel
  }

  /// The clean spectrum of each frame.
  func clean(_ spectrum: [Bands], noise: Noise) -> [Bands] {
    guard !spectrum.isEmpty else { return [] }
    let adapted = adapt(to: noise, level: level(of: spectrum))
    let columns = Columns(
      adapted.noisy, weights: adapted.precision, bandCount: frontEnd.bandCount)
    return spectrum.map { clean($0, adapted, columns) }
  }

  /// The prior's densities where noise and microphone put them. Stored as numbers, density by
  /// density: the compiler does not vectorize loops over a vector's lanes, and copies the vector
  /// for each.
  private struct Adapted {
    var constants: [Float]
    var noisy: [Float]
    var precision: [Float]
    var clean: [Float]
    /// How much of a frame's distance from `noisy` remains in its clean spectrum.
    var gain: [Float]

    init(count: Int) {
      constants = [Float](repeating: 0, count: count)
      noisy = [Float](repeating: 0, count: count * Bands.scalarCount)
      (precision, clean, gain) = (noisy, noisy, noisy)
    }

    /// Adds a density's estimate for a frame to `sum`, weighted by `share`.
    @inline(__always)
    func add(
      _ density: Int, of frame: UnsafePointer<Float>, share: Float,
      to sum: UnsafeMutablePointer<Float>
    ) {
      let first = density * Bands.scalarCount
      clean.withUnsafeBufferPointer { clean in
        gain.withUnsafeBufferPointer { gain in
          noisy.withUnsafeBufferPointer { noisy in
            for lane in 0..<Bands.scalarCount {
              let place = first + lane
              sum[lane] += (clean[place] + gain[place] * (frame[lane] - noisy[place])) * share
            }
          }
        }
      }
    }
  }

  /// The level of the speech: slightly below its loudest frames.
  private func level(of spectrum: [Bands]) -> Float {
    let levels = spectrum.map { $0.total / Float(frontEnd.bandCount) }.sorted()
    return levels[levels.count * 95 / 100] - Self.headroom
  }

  private func adapt(to noise: Noise, level: Float) -> Adapted {
    let offset = level - channel.total / Float(frontEnd.bandCount)
    let (means, variances) = (prior.means.numbers, prior.variances.numbers)
    let (channel, hum, spread) = (
      [channel].numbers, [noise.mean].numbers, [noise.variance].numbers
    )
    var adapted = Adapted(count: prior.means.count)
    for density in prior.means.indices {
      var size: Float = 0
      for band in 0..<frontEnd.bandCount {
        let place = density * Bands.scalarCount + band
        let clean = means[place] + channel[band] + offset
        let ratio = exp(min(hum[band] - clean, 80))
        let share = 1 / (1 + ratio)
        let rest = 1 - share
        let variance = variances[place] + Self.slack
        let total = share * share * variance + rest * rest * spread[band] + 0.01
        adapted.noisy[place] = clean + log1p(ratio)
        adapted.precision[place] = 1 / total
        adapted.clean[place] = clean
        adapted.gain[place] = share * variance / total
        size += log(total)
      }
      adapted.constants[density] = prior.weights[density] - 0.5 * Self.flattening * size
    }
    return adapted
  }

  private func clean(_ frame: Bands, _ adapted: Adapted, _ columns: Columns) -> Bands {
    var scores = columns.distances(from: frame)
    var best = -Float.infinity
    for index in scores.indices {
      scores[index] = adapted.constants[index] - 0.5 * Self.flattening * scores[index]
      best = max(best, scores[index])
    }
    let numbers = [frame].numbers
    var sums = [Float](repeating: 0, count: Bands.scalarCount)
    var weight: Float = 0
    for index in scores.indices where scores[index] > best - Self.beam {
      let share = exp(scores[index] - best)
      weight += share
      adapted.add(index, of: numbers, share: share, to: &sums)
    }
    return weight > 0 ? Bands(sums) / weight : frame
  }
}

/// The noise in a recording, as a log-mel spectrum.
struct Noise: Sendable {
  var mean: Bands
  var variance: Bands

  /// Estimates the noise from the frames that are not loud, or if these are too few, from the
  /// quietest.
  init(of spectrum: [Bands], isLoud: [Bool]) {
    let gap = 3
    var frames = spectrum.indices.filter { index in
      index >= 2 && index < spectrum.count - 2
        && !isLoud[max(0, index - gap)...min(spectrum.count - 1, index + gap)].contains(true)
    }
    if frames.count < 8 {
      let order = spectrum.indices.sorted { spectrum[$0].total < spectrum[$1].total }
      frames = Array(order.prefix(max(1, spectrum.count / 10)))
    }
    var mean = Bands.zero
    for frame in frames { mean += spectrum[frame] }
    mean /= Float(max(1, frames.count))
    var variance = Bands.zero
    for frame in frames {
      let difference = spectrum[frame] - mean
      variance += difference * difference
    }
    variance /= Float(max(1, frames.count))
    self.mean = mean
    self.variance = variance.replacing(with: 0.02, where: variance .< 0.02)
  }
}
