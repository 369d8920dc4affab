import Acoustics

/// What recordings of one speaker say about how the acoustic model's means should move for that
/// voice.
///
/// Sums over frames: those of several recordings are added. They are all that is kept of a voice;
/// neither sound nor words can be made of them. The sums are those of equations 15 to 20 in
/// Leggetter, Woodland, "Maximum likelihood linear regression for speaker adaptation of continuous
/// density hidden Markov models" (1995).
public struct SpeakerStatistics: Sendable, Hashable {
  /// Streams of features (cepstra, their first and second differences), and numbers in a frame of
  /// each.
  static let streamCount = 3
  static let length = FrontEnd.cepstrumLength
  /// A mean with a 1 behind it, for the offset.
  static let extended = length + 1
  /// The upper triangle of a symmetrical matrix.
  static let triangle = extended * (extended + 1) / 2
  static let rowCount = streamCount * length

  /// How many frames of speech they were made of, 100 a second; less what has been faded.
  public private(set) var frameCount = 0.0
  /// For each row of the transform, the sum of extended means times themselves, over their variance
  /// in that row.
  private(set) var quadratic: [Double]
  /// For each row, the sum of extended means times what was heard, over the variance.
  private(set) var linear: [Double]

  /// Of nothing yet.
  public init() {
    quadratic = Array(repeating: 0, count: Self.rowCount * Self.triangle)
    linear = Array(repeating: 0, count: Self.rowCount * Self.extended)
  }

  /// Adds those of other recordings.
  public static func += (sum: inout SpeakerStatistics, other: SpeakerStatistics) {
    sum.frameCount += other.frameCount
    for index in sum.quadratic.indices { sum.quadratic[index] += other.quadratic[index] }
    for index in sum.linear.indices { sum.linear[index] += other.linear[index] }
  }

  /// Lets what was heard count less, so that it stands for so many frames at most: what is heard
  /// later then has a say.
  public mutating func fade(to frameLimit: Double) {
    guard frameCount > frameLimit, frameLimit >= 0 else { return }
    let share = frameLimit / frameCount
    frameCount = frameLimit
    for index in quadratic.indices { quadratic[index] *= share }
    for index in linear.indices { linear[index] *= share }
  }

  mutating func count(frames: Int) { frameCount += Double(frames) }

  /// Adds what one density has to do with a stretch of speech.
  ///
  /// - Parameters:
  ///   - occupancy: In how many frames it was heard.
  ///   - sum: What was heard there, weighted by how likely it was this density.
  mutating func add(
    stream: Int, mean: [Double], variance: [Double], occupancy: Double, sum: [Double]
  ) {
    let vector = mean + [1]
    var products: [Double] = []
    products.reserveCapacity(Self.triangle)
    for first in vector.indices {
      for second in first..<Self.extended { products.append(vector[first] * vector[second]) }
    }
    for row in 0..<Self.length {
      let number = stream * Self.length + row
      let weight = occupancy / variance[row]
      for index in products.indices {
        quadratic[number * Self.triangle + index] += weight * products[index]
      }
      let heard = sum[row] / variance[row]
      for index in vector.indices {
        linear[number * Self.extended + index] += heard * vector[index]
      }
    }
  }
}

extension SpeakerStatistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case frameCount = "frames"
    case quadratic
    case linear
  }

  /// Refuses what cannot have been written by this type: it would be a transform for no voice.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    frameCount = try values.decode(Double.self, forKey: .frameCount)
    quadratic = try values.decode([Double].self, forKey: .quadratic)
    linear = try values.decode([Double].self, forKey: .linear)
    guard frameCount.isFinite, frameCount >= 0,
      quadratic.count == Self.rowCount * Self.triangle,
      linear.count == Self.rowCount * Self.extended,
      quadratic.allSatisfy(\.isFinite), linear.allSatisfy(\.isFinite)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .quadratic, in: values, debugDescription: "the sums are damaged")
    }
  }
}
