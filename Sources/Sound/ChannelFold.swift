/// Mixes interleaved channels down to one: the mean of those that carry sound.
///
/// Some microphones feed only one of two channels, and a plain mean would halve their level. So a
/// channel that has lately been 20 dB below the loudest does not count. The levels for this rise
/// immediately and fall with a time constant of 3 s, so that the choice does not change at every
/// pause. Changes are cross-faded over one buffer to avoid clicks.
struct ChannelFold {
  let channelCount: Int
  /// The factor on a level per frame.
  private let decay: Double
  /// Each channel's energy, summed over about 3 s.
  private var energies: [Double]
  /// Each channel's weight in the mix; they add up to 1.
  private var weights: [Float]
  private var isFirst = true

  init(channelCount: Int, sampleRate: Double) {
    self.channelCount = max(1, channelCount)
    decay = 1 - 1 / (3 * max(1, sampleRate))
    energies = Array(repeating: 0, count: self.channelCount)
    weights = Array(repeating: 1 / Float(self.channelCount), count: self.channelCount)
  }

  /// The mixed frames; ignores an incomplete frame at the end, and treats NaN and infinity as
  /// silence.
  mutating func fold(_ samples: [Float]) -> [Float] {
    if channelCount == 1 { return samples.map { $0.isFinite ? $0 : 0 } }
    let frameCount = samples.count / channelCount
    guard frameCount > 0 else { return [] }

    let previous = weights
    measure(samples, frameCount: frameCount)
    // The first buffer has nothing to fade from.
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
