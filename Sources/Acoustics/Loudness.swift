import Glibc

/// How loud each frame of a recording is.
struct Loudness {
  /// The energy above each band's 10 % quantile, so that a steady hum does not hide the speech: a
  /// natural logarithm, smoothed over five frames. A tenth of the hum remains; otherwise its
  /// fluctuation would count too much.
  private let levels: [Float]
  /// The level of the loudest speech.
  private let high: Float
  /// Which frames are louder than the noise.
  let isLoud: [Bool]

  /// The length of the shortest utterance, in frames.
  private static let leastSpeech = 60
  /// How many frames of pause are before and after a distant sound, and how far its loudest frame
  /// lies below the speech: 13 dB. The words of an utterance differ less.
  private static let pause = 20
  private static let distance: Float = 3

  init(of spectrum: [Bands], bandCount: Int) {
    let count = spectrum.count
    guard count > 4 else {
      (levels, high, isLoud) = ([], 0, Array(repeating: false, count: count))
      return
    }
    var floor = Bands.zero
    for band in 0..<bandCount {
      let values = spectrum.map { $0[band] }.sorted()
      floor[band] = exp(max(values[count / 10], 3.4))
    }
    let rises = spectrum.map { frame in
      var energy: Float = 1
      for band in 0..<bandCount {
        energy += max(exp(frame[band]) - floor[band], 0.1 * floor[band])
      }
      return log(energy)
    }
    let smooth = rises.indices.map { index in
      let window = rises[max(0, index - 2)...min(count - 1, index + 2)]
      return window.reduce(0, +) / Float(window.count)
    }
    let order = smooth.sorted()
    // In a long recording, a single word is less than 5 % of the frames.
    let high = order[max(count * 95 / 100, count - Self.leastSpeech)]
    let low = order[count / 10]
    let threshold = low + max(0.25 * (high - low), 0.5)
    (levels, self.high, isLoud) = (smooth, high, smooth.map { $0 > threshold })
  }

  /// The speech frames without sounds that are much softer than the rest and apart from it: a dog
  /// outside, or somebody in the next room.
  func withoutDistant(_ isSpeech: [Bool]) -> [Bool] {
    var result = isSpeech
    var next = isSpeech.firstIndex(of: true)
    while let first = next {
      var (last, peak) = (first, levels[first])
      for frame in first..<isSpeech.count where isSpeech[frame] {
        guard frame - last <= Self.pause else { break }
        (last, peak) = (frame, max(peak, levels[frame]))
      }
      if peak < high - Self.distance {
        for frame in first...last { result[frame] = false }
      }
      next = isSpeech[(last + 1)...].firstIndex(of: true)
    }
    return result
  }
}
