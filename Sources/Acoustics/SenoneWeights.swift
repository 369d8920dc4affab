/// The mixture weights of a model's senones.
package struct SenoneWeights {
  /// How many densities PocketSphinx computes of a codebook that senones share (its `-topn`).
  private static let leastDensities = 4

  package let senoneCount: Int
  package let densityCount: Int
  /// By stream, density and senone: the negative logarithm of a weight. Empty for uncompressed
  /// weights.
  let compressed: ArraySlice<UInt8>
  private let path: String

  /// Reads the compressed weights of `sendump`.
  ///
  /// Format: `read_sendump` in pocketsphinx/ptm_mgau.c, with at most 1,000 bytes per string:
  /// strings, each after its length, the last of length 0; the counts of densities and senones; the
  /// weights.
  ///
  /// - Throws: `ModelFileError`, also if weights are clustered, as in models from before 2010.
  package init(sendump path: String, streamCount: Int) throws(ModelFileError) {
    var bytes = try ModelBytes(contentsOf: path)
    let counts = try Self.strings(&bytes)
    densityCount = try bytes.count(in: 1...0xFFFF)
    senoneCount = try bytes.count(in: 1...0xFFFF)
    guard counts["cluster_count", default: 0] == 0 else {
      throw bytes.error("its weights are clustered")
    }
    guard counts["mixture_count", default: densityCount] == densityCount,
      counts["model_count", default: senoneCount] == senoneCount,
      counts["cluster_bits", default: 8] == 8
    else { throw bytes.damaged }
    guard counts["feature_count", default: streamCount] == streamCount else {
      throw bytes.disagreement
    }
    compressed = try bytes.raw(streamCount * densityCount * senoneCount)
    self.path = path
  }

  /// The counts from the strings of `sendump`.
  private static func strings(_ bytes: inout ModelBytes) throws(ModelFileError) -> [Substring: Int]
  {
    var counts: [Substring: Int] = [:]
    for index in 0... {
      let length = try bytes.integer()
      guard (0..<1_000).contains(length) else {
        let swapped = Int32(truncatingIfNeeded: length).byteSwapped
        throw index == 0 && (1..<1_000).contains(swapped) ? bytes.otherByteOrder : bytes.damaged
      }
      let string = try bytes.raw(length)
      if index < 2 {
        // The title, and a description.
        guard string.last == 0 else { throw bytes.damaged }
        continue
      }
      if length == 0 { break }
      let fields = String(decoding: string.prefix { $0 != 0 }, as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false)
      guard fields[0].hasSuffix("_count") || fields[0] == "cluster_bits" else { continue }
      // Other strings may pad to a multiple of four bytes, without a zero at the end.
      guard fields.count == 2, string.contains(0), let count = Int(fields[1]) else {
        throw bytes.damaged
      }
      counts[fields[0]] = count
    }
    return counts
  }

  /// Checks `mixture_weights`, which only PocketSphinx reads.
  ///
  /// Format: `senone_mixw_read` in pocketsphinx/ms_senone.c: the counts of senones, streams,
  /// densities, and weights; the weights.
  package init(mixtureWeights path: String, streamCount: Int) throws(ModelFileError) {
    var bytes = try ModelBytes(contentsOf: path)
    try bytes.skipHeader()
    senoneCount = try bytes.count(in: 1...0xFFFF)
    let ownStreamCount = try bytes.count(in: 1...64)
    densityCount = try bytes.count(in: 1...0xFFFF)
    let size = senoneCount * ownStreamCount * densityCount
    _ = try bytes.raw(4 * (try bytes.count(in: size...size)))
    try bytes.checkEnd()
    guard ownStreamCount == streamCount else { throw bytes.disagreement }
    compressed = []
    self.path = path
  }

  /// Checks that the weights fit the model's phones and densities.
  ///
  /// All senones may share one codebook, or each phone's senones one of their own. With
  /// uncompressed weights, each may have its own.
  package func check(_ definition: ModelDefinition, _ densities: Gaussians) throws(ModelFileError) {
    let isShared = [1, definition.phones.count].contains(densities.codebookCount)
    guard senoneCount == definition.senoneCount, densityCount == densities.densityCount,
      isShared || compressed.isEmpty && densities.codebookCount == senoneCount
    else { throw .disagreement(path) }
    guard !isShared || densityCount >= Self.leastDensities else {
      throw ModelFileError(
        path: path, problem: "it has fewer than \(Self.leastDensities) densities")
    }
  }
}
