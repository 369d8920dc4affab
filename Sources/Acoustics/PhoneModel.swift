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
  /// Each phone's natural log transition probabilities: from each state to itself and to the next.
  package let transitions: [[(stay: Float, leave: Float)]]

  /// The feature streams and the numbers in each: cepstra, first and second differences.
  package static let streamCount = 3
  package static let streamLength = FrontEnd.cepstrumLength
  static let leastVariance: Float = 1e-4
  /// Weights are logarithms to base 1.0001, in steps of 1,024.
  static let weightStep: Float = 1_024 * Float(log(1.0001))

  /// Reads a model's files: `mdef`, `means`, `variances`, `sendump`, `transition_matrices`.
  ///
  /// - Throws: `ModelFileError` if a file is damaged, or if the model is not phonetically tied with
  ///   features of type `1s_c_d_dd`.
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
    let weights = try SenoneWeights(
      sendump: "\(directory)/sendump", streamCount: Self.streamCount)
    try weights.check(definition, means)
    self.weights = Array(weights.compressed)
    transitions = try Self.transitions(
      "\(directory)/transition_matrices", count: definition.phones.count)
    self.definition = definition
  }

  private static func transitions(
    _ path: String, count: Int
  ) throws(ModelFileError) -> [[(stay: Float, leave: Float)]] {
    let matrices = try TransitionMatrices(contentsOf: path)
    guard matrices.count == count, matrices.stateCount == ModelDefinition.stateCount else {
      throw .disagreement(path)
    }
    return (0..<count).map { phone in
      (0..<matrices.stateCount).map { state in
        let (stay, leave) = (matrices[phone, state, state], matrices[phone, state, state + 1])
        let total = max(stay + leave, .leastNormalMagnitude)
        return (log(max(stay / total, 1e-5)), log(max(leave / total, 1e-5)))
      }
    }
  }
}
