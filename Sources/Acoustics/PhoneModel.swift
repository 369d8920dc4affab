import Glibc

/// A phonetically tied acoustic model: densities, each senone's weights, and the states'
/// transitions.
///
/// Immutable; 10 MB for a model of 42 codebooks, 128 densities per stream and 5,000 senones.
package struct PhoneModel: Sendable {
  package let definition: ModelDefinition
  package let means: Gaussians
  package let variances: Gaussians
  /// By stream, density and senone: the negative natural logarithm of a density's weight, in units
  /// of `weightStep`.
  let weights: [UInt8]
  /// Each phone's natural log transition probabilities: from each state to itself and the next.
  package let transitions: [[(stay: Float, leave: Float)]]

  /// The feature streams and the numbers in each: cepstra, and their first and second differences.
  package static let streamCount = 3
  package static let streamLength = FrontEnd.cepstrumLength
  static let leastVariance: Float = 1e-4
  /// Weights are logarithms to base 1.0001, in steps of 1,024.
  static let weightStep: Float = 1_024 * Float(log(1.0001))

  /// Reads a model's files: `mdef`, `means`, `variances`, `sendump`, `transition_matrices`.
  ///
  /// - Throws: `ModelFileError` if one is damaged, or if the model is not phonetically tied with
  ///   features of the kind `1s_c_d_dd`.
  package init(directory: String) throws(ModelFileError) {
    let definition = try ModelDefinition(contentsOf: "\(directory)/mdef")
    means = try Gaussians(contentsOf: "\(directory)/means")
    variances = try Gaussians(contentsOf: "\(directory)/variances")
    guard means.shape == variances.shape, means.codebookCount == definition.phones.count,
      means.streamLengths == Array(repeating: Self.streamLength, count: Self.streamCount)
    else {
      throw ModelFileError(
        path: directory, problem: "it is not phonetically tied with features 1s_c_d_dd")
    }
    weights = try Self.weights(
      "\(directory)/sendump", senoneCount: definition.senoneCount, densityCount: means.densityCount)
    transitions = try Self.transitions(
      "\(directory)/transition_matrices", count: definition.phones.count)
    self.definition = definition
  }

  /// Format: `read_sendump` in pocketsphinx/ptm_mgau.c.
  private static func weights(
    _ path: String, senoneCount: Int, densityCount: Int
  ) throws(ModelFileError) -> [UInt8] {
    var bytes = try ModelBytes(contentsOf: path)
    while case let length = try bytes.count(in: 0...999), length > 0 {
      let text = String(decoding: try bytes.raw(length).prefix { $0 != 0 }, as: UTF8.self)
      if text.hasPrefix("cluster_count "), !text.hasSuffix(" 0") {
        throw ModelFileError(path: path, problem: "its weights are clustered")
      }
    }
    _ = try bytes.count(in: densityCount...densityCount)
    _ = try bytes.count(in: senoneCount...senoneCount)
    return Array(try bytes.raw(streamCount * densityCount * senoneCount))
  }

  private static func transitions(
    _ path: String, count: Int
  ) throws(ModelFileError) -> [[(stay: Float, leave: Float)]] {
    var bytes = try ModelBytes(contentsOf: path)
    try bytes.skipHeader()
    let states = ModelDefinition.stateCount
    let size = count * states * (states + 1)
    for value in [count, states, states + 1, size] { _ = try bytes.count(in: value...value) }
    let counts = try bytes.floats(size)
    var transitions: [[(stay: Float, leave: Float)]] = []
    for phone in 0..<count {
      transitions.append(
        (0..<states).map { state in
          let place = (phone * states + state) * (states + 1) + state
          let (stay, leave) = (counts[place], counts[place + 1])
          let total = max(stay + leave, .leastNormalMagnitude)
          return (log(max(stay / total, 1e-5)), log(max(leave / total, 1e-5)))
        })
    }
    return transitions
  }
}
