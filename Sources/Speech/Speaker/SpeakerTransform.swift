import Glibc

/// A linear transform of the acoustic model's means that fits them to a speaker: maximum likelihood
/// linear regression with one class (Leggetter, Woodland 1995), a matrix and an offset for each
/// stream of features.
public struct SpeakerTransform: Sendable, Hashable {
  /// Each stream's matrix, row by row, one stream after another.
  private(set) var matrix: [Float]
  /// Each stream's offset.
  private(set) var offset: [Float]

  private static let length = SpeakerStatistics.length
  /// Frames of speech that a transform takes: of fewer, the model as it is fits better.
  public static let minimumFrameCount = 300.0
  /// What the model as it is counts against what was heard, in frames: keeps rows apart that little
  /// was heard of.
  private static let prior = 100.0
  /// Numbers of a transform for a voice are far smaller; what has larger ones comes of damaged
  /// sums.
  private static let limit = 50.0

  /// Changes nothing.
  static let identity: SpeakerTransform = {
    let square = (0..<length * length).map { Float($0 % (length + 1) == 0 ? 1 : 0) }
    return SpeakerTransform(
      matrix: Array(repeatElement(square, count: SpeakerStatistics.streamCount).joined()),
      offset: Array(repeating: 0, count: SpeakerStatistics.rowCount))
  }()

  private init(matrix: [Float], offset: [Float]) {
    self.matrix = matrix
    self.offset = offset
  }

  /// The transform under which what was heard is likeliest; nil where too little was heard to tell.
  public init?(_ statistics: SpeakerStatistics) {
    guard statistics.frameCount >= Self.minimumFrameCount else { return nil }
    let size = SpeakerStatistics.extended
    self = .identity
    for row in 0..<SpeakerStatistics.rowCount {
      let packed = statistics.quadratic.dropFirst(row * SpeakerStatistics.triangle)
      var table = [Double](repeating: 0, count: size * size)
      var next = packed.startIndex
      for first in 0..<size {
        for second in first..<size {
          table[first * size + second] = packed[next]
          table[second * size + first] = packed[next]
          next += 1
        }
      }
      var right = Array(statistics.linear[row * size..<(row + 1) * size])
      let own = row % Self.length
      for index in 0..<size {
        let weight = table[index * (size + 1)] * Self.prior / statistics.frameCount
        table[index * (size + 1)] += weight
        if index == own { right[index] += weight }
      }
      guard let solution = Self.solve(table, right), solution.allSatisfy({ abs($0) < Self.limit })
      else { return nil }
      let start = row * Self.length
      for index in 0..<Self.length { matrix[start + index] = Float(solution[index]) }
      offset[row] = Float(solution[Self.length])
    }
  }

  /// Solves a symmetrical positive definite system by Cholesky's method; nil where it is none.
  private static func solve(_ table: [Double], _ right: [Double]) -> [Double]? {
    let size = right.count
    var lower = table
    var solution = right
    for column in 0..<size {
      for row in column..<size {
        var value = lower[row * size + column]
        for index in 0..<column {
          value -= lower[row * size + index] * lower[column * size + index]
        }
        if row == column {
          guard value > 1e-12 * table[row * size + row], value.isFinite, value > 0 else {
            return nil
          }
          lower[row * size + row] = value.squareRoot()
        } else {
          lower[row * size + column] = value / lower[column * size + column]
        }
      }
    }
    for row in 0..<size {
      for index in 0..<row { solution[row] -= lower[row * size + index] * solution[index] }
      solution[row] /= lower[row * size + row]
    }
    for row in (0..<size).reversed() {
      for index in row + 1..<size { solution[row] -= lower[index * size + row] * solution[index] }
      solution[row] /= lower[row * size + row]
    }
    return solution
  }

  /// Where a mean of the model lies for this speaker.
  func apply(to mean: ArraySlice<Float>, stream: Int) -> [Float] {
    (0..<Self.length).map { row in
      let start = (stream * Self.length + row) * Self.length
      return zip(matrix[start..<start + Self.length], mean)
        .reduce(offset[stream * Self.length + row]) { $0 + $1.0 * $1.1 }
    }
  }

  /// The transform as PocketSphinx reads it (its setting `mllr`): counts, each stream's matrix and
  /// offset, and what variances are multiplied by, which is 1.
  var text: String {
    var lines = ["1", "\(SpeakerStatistics.streamCount)"]
    for stream in 0..<SpeakerStatistics.streamCount {
      lines.append("\(Self.length)")
      let rows = stream * Self.length..<(stream + 1) * Self.length
      for row in rows {
        lines.append(Self.line(matrix[row * Self.length..<(row + 1) * Self.length]))
      }
      lines.append(Self.line(offset[rows]))
      lines.append(Self.line(ArraySlice(repeatElement(1, count: Self.length))))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func line(_ numbers: ArraySlice<Float>) -> String {
    numbers.map { "\($0)" }.joined(separator: " ")
  }
}
