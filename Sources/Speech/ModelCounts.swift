/// The counts in an acoustic model's files, which must agree from file to file.
///
/// If they do not, PocketSphinx looks for weights of another kind, finds none, and ends the
/// process. Each file is compared with the files before it, once it is known to be intact.
struct ModelCounts {
  /// The counts of `sendump`.
  struct Weights {
    var densities: Int
    var senones: Int
    /// If the file says.
    var streams: Int?
    /// The number of weights, one byte each.
    var size: Int
  }

  /// The counts of `means` and of `variances`.
  struct Densities: Hashable {
    var codebooks: Int
    /// In each codebook, for each stream.
    var densities: Int
    var streamLengths: [Int]
  }

  private struct Definition {
    var phones: Int
    var states: Int
    var senones: Int
    var matrices: Int
  }

  private static let disagreement = "what it counts is not what the model's other files count"

  /// PocketSphinx computes so many densities of a codebook that senones share (its `-topn`).
  private static let leastDensities = 4
  private static let tooFewDensities = "it has fewer than \(leastDensities) densities"

  /// Of `feat.params`.
  var streamLengths: [Int]?
  private var definition: Definition?
  private var densities: Densities?

  /// Of `mdef`, in binary form.
  mutating func take(definition file: ModelFile) -> String? {
    guard let length = file.integer(8) else { return ModelFile.damaged }
    let counts = (0..<6).compactMap { file.integer(12 + length + 4 * $0) }
    guard counts.count == 6 else { return ModelFile.damaged }
    definition = Definition(
      phones: counts[0], states: counts[2], senones: counts[4], matrices: counts[5])
    return nil
  }

  /// Of `means`, and then of `variances`.
  mutating func take(densities file: ModelFile) -> String? {
    guard let found = file.densities else { return ModelFile.damaged }
    let isExpected =
      found == densities ?? found && found.streamLengths == streamLengths ?? found.streamLengths
    densities = found
    return isExpected ? nil : Self.disagreement
  }

  /// Of `transition_matrices`.
  func take(transitions file: ModelFile) -> String? {
    guard let start = file.startOfNumbers, let definition else { return ModelFile.damaged }
    return file.integer(start + 4) == definition.matrices
      && file.integer(start + 8) == definition.states ? nil : Self.disagreement
  }

  /// Of `sendump`.
  func take(weights file: ModelFile) -> String? {
    guard let weights = file.weights, let densities, let definition else {
      return ModelFile.damaged
    }
    let streams = densities.streamLengths.count
    guard weights.densities == densities.densities, weights.senones == definition.senones,
      weights.streams ?? streams == streams,
      densities.codebooks == 1
        || densities.codebooks == definition.phones
    else { return Self.disagreement }
    let needed = weights.densities * definition.senones * streams
    guard weights.size >= needed else { return ModelFile.damaged }
    return weights.densities < Self.leastDensities ? Self.tooFewDensities : nil
  }

  /// Of `mixture_weights`, from which senones have codebooks of their own unless all share one, or
  /// those of a phone do.
  ///
  /// Format: `senone_mixw_read` in pocketsphinx/ms_senone.c: the counts of senones, streams,
  /// densities, and weights; the weights.
  func take(mixtureWeights file: ModelFile) -> String? {
    guard let start = file.startOfNumbers, let densities, let definition else {
      return ModelFile.damaged
    }
    let counts = (1...4).compactMap { file.integer(start + 4 * $0) }
    guard counts.count == 4, counts.allSatisfy({ (1...0xFFFF_FFF).contains($0) }),
      counts[0] <= 0xFFFF, counts[1] <= 64, counts[2] <= 0xFFFF,
      counts[3] == counts[0] * counts[1] * counts[2],
      file.bytes.count == start + 20 + 4 * counts[3] + (file.hasChecksum(start) ? 4 : 0)
    else { return ModelFile.damaged }
    guard counts[0] == definition.senones, counts[1] == densities.streamLengths.count,
      counts[2] == densities.densities
    else { return Self.disagreement }
    switch densities.codebooks {
    case 1, definition.phones:
      return counts[2] < Self.leastDensities ? Self.tooFewDensities : nil
    case definition.senones: return nil
    default: return Self.disagreement
    }
  }
}
