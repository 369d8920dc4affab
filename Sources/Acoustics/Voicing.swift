import Glibc

/// How periodic a sound is. Voices are periodic; rustling, coughing and tapping are not.
///
/// A frame's measure is the greatest normalized autocorrelation at the pitch periods of voices,
/// below 2 kHz, where voices are strongest and most noise is weaker. Source: Rabiner, "On the use
/// of autocorrelation analysis for pitch detection" (1977).
struct Voicing: Sendable {
  /// The decimation factor: how many samples are averaged into one.
  private static let decimation = 4
  /// Periods of 400 to 70 Hz, and the length of the compared sections: 40 ms.
  private static let periods = 10..<58
  private static let length = 160
  /// Keeps silence from counting as periodic.
  private static let floor: Float = 16
  /// A frame above this is voiced.
  private static let threshold: Float = 0.5

  private let sound: [Float]

  /// - Parameter samples: 16 kHz.
  init(of samples: [Int16]) {
    let count = samples.count / Self.decimation
    // The padding for frames at either end.
    let margin = [Float](repeating: 0, count: Self.reach)
    var sound = margin
    sound.reserveCapacity(count + 2 * Self.reach)
    for index in 0..<count {
      let piece = samples[index * Self.decimation..<(index + 1) * Self.decimation]
      sound.append(Float(piece.reduce(0) { $0 + Int($1) }) / Float(Self.decimation))
    }
    self.sound = sound + margin
  }

  /// Whether a frame of the front end is voiced.
  func isVoiced(at frame: Int) -> Bool { periodicity(at: frame) > Self.threshold }

  private static var reach: Int { length + periods.upperBound - 1 }

  /// The measure for a frame of the front end, -1…1; 0 beyond the end.
  func periodicity(at frame: Int) -> Float {
    let middle = (frame * FrontEnd.step + FrontEnd.width / 2) / Self.decimation
    let start = middle - Self.reach / 2 + Self.reach
    guard start >= 0, start + Self.reach <= sound.count else { return 0 }
    return sound.withUnsafeBufferPointer { sound in
      let all = UnsafeBufferPointer(rebasing: sound[start..<start + Self.reach])
      let mean = all.reduce(0, +) / Float(Self.reach)
      return withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.reach) { values in
        for index in 0..<Self.reach { values[index] = all[index] - mean }
        return Self.greatestCorrelation(in: values)
      }
    }
  }

  private static func greatestCorrelation(in values: UnsafeMutableBufferPointer<Float>) -> Float {
    func energy(from start: Int) -> Float {
      (start..<start + length).reduce(0) { $0 + values[$1] * values[$1] }
    }
    let here = energy(from: 0)
    var later = energy(from: periods.lowerBound)
    var greatest: Float = -1
    for period in periods {
      var lanes = SIMD8<Float>.zero
      for index in stride(from: 0, to: length, by: 8) {
        for lane in 0..<8 {
          lanes[lane] += values[index + lane] * values[index + lane + period]
        }
      }
      greatest = max(greatest, lanes.sum() / sqrt(here * max(later, 0) + floor))
      if period + 1 < periods.upperBound {
        later +=
          values[period + length] * values[period + length]
          - values[period] * values[period]
      }
    }
    return greatest
  }
}
