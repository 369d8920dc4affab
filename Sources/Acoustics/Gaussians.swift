/// Vectors from a model file (means or variances), by codebook, feature stream and density.
package struct Gaussians: Sendable {
  package let codebookCount: Int
  package let streamLengths: [Int]
  package let densityCount: Int
  private let numbers: [Float]

  package var shape: [Int] { [codebookCount, densityCount] + streamLengths }

  /// One density's numbers; by default for the first stream, the static cepstra.
  package func values(_ codebook: Int, _ density: Int, stream: Int = 0) -> ArraySlice<Float> {
    let before = streamLengths[..<stream].reduce(0, +)
    let start =
      densityCount * (codebook * streamLengths.reduce(0, +) + before)
      + density * streamLengths[stream]
    return numbers[start..<start + streamLengths[stream]]
  }

  /// Reads `means` or `variances`.
  ///
  /// Format: `gauden_param_read` in pocketsphinx/ms_gauden.c: the counts of codebooks, streams and
  /// densities, each stream's length, the count of all numbers, and the numbers.
  package init(contentsOf path: String) throws(ModelFileError) {
    var bytes = try ModelBytes(contentsOf: path)
    try bytes.skipHeader()
    codebookCount = try bytes.count(in: 1...0xFFFF)
    let streamCount = try bytes.count(in: 1...64)
    densityCount = try bytes.count(in: 1...0xFFFF)
    var lengths: [Int] = []
    for _ in 0..<streamCount { lengths.append(try bytes.count(in: 1...1_024)) }
    streamLengths = lengths
    let size = codebookCount * densityCount * lengths.reduce(0, +)
    numbers = try bytes.floats(try bytes.count(in: size...size))
    try bytes.checkEnd()
  }
}
