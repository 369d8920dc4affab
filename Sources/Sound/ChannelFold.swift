/// Folds interleaved channels into one: the mean of those that carry sound.
///
/// A plain mean would halve the level of a microphone that is wired to one of two channels. So a
/// channel whose level has lately been 20 dB below the loudest one's is left out. The choice is
/// made from levels that rise at once and fall with a time constant of 3 s, so that it does not
/// change at every pause, and takes effect gliding over one buffer, so that it does not click.
struct ChannelFold {
  let channelCount: Int
  /// How much of a level is left after one frame.
  private let decay: Double
  /// The energy of each channel, summed over about 3 s.
  private var energies: [Double]
  /// The share of each channel in the sum; they add up to 1.
  private var weights: [Float]
  private var isFirst = true

  init(channelCount: Int, sampleRate: Double) {
    self.channelCount = max(1, channelCount)
    decay = 1 - 1 / (3 * max(1, sampleRate))
    energies = Array(repeating: 0, count: self.channelCount)
    weights = Array(repeating: 1 / Float(self.channelCount), count: self.channelCount)
  }

  /// The folded frames; an incomplete frame at the end is ignored, and what is not a number counts
  /// as silence.
  mutating func fold(_ samples: [Float]) -> [Float] {
    if channelCount == 1 { return samples.map { $0.isFinite ? $0 : 0 } }
    let frameCount = samples.count / channelCount
    guard frameCount > 0 else { return [] }

    let previous = weights
    measure(samples, frameCount: frameCount)
    // The first buffer has nothing to glide from.
    let start = isFirst ? weights : previous
    isFirst = false

    var folded = [Float](repeating: 0, count: frameCount)
    for channel in 0..<channelCount {
      var weight = start[channel]
      let step = (weights[channel] - weight) / Float(frameCount)
      if weight == 0, step == 0 { continue }
      for frame in 0..<frameCount {
        weight += step
        let sample = samples[frame * channelCount + channel]
        if sample.isFinite { folded[frame] += weight * sample }
      }
    }
    return folded
  }

  private mutating func measure(_ samples: [Float], frameCount: Int) {
    var left = 1.0
    for _ in 0..<frameCount { left *= decay }
    for channel in 0..<channelCount {
      var sum = 0.0
      for frame in 0..<frameCount {
        let sample = Double(samples[frame * channelCount + channel])
        if sample.isFinite { sum += sample * sample }
      }
      energies[channel] = energies[channel] * left + sum
    }
    let threshold = (energies.max() ?? 0) / 100
    let live = energies.map { $0 >= threshold }
    let share = 1 / Float(max(1, live.count(where: \.self)))
    weights = live.map { $0 ? share : 0 }
  }
}
