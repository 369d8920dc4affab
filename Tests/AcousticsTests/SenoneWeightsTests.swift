import FoundationEssentials
import TestSupport
import Testing

@testable import Acoustics

@Suite(.tags(.hardwareFree)) struct SenoneWeightsTests {
  private func read<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
    let scratch = try ScratchDirectory()
    let path = "\(scratch.path)/weights"
    try Data(bytes).write(to: URL(filePath: path))
    return try body(path)
  }

  private func bytes(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { withUnsafeBytes(of: Int32($0).littleEndian, Array.init) }
  }

  /// Compressed weights of 3 streams, 5 densities and 6 senones.
  private func dump(_ strings: [String], size: Int = 90) -> [UInt8] {
    let head = strings.flatMap { bytes([$0.utf8.count]) + Array($0.utf8) }
    return head + bytes([0, 5, 6]) + (0..<size).map { UInt8($0) }
  }

  @Test func countsMayBeInTheHeader() throws {
    for strings in [
      ["title\0", "text\0"],
      [
        "title\0", "text\0", "feature_count 3\0", "mixture_count 5\0", "model_count 6\0",
        "cluster_count 0\0", "cluster_bits 8\0", "other 7 8\0", "  ",
      ],
    ] {
      let weights = try read(dump(strings)) { try SenoneWeights(sendump: $0, streamCount: 3) }
      #expect(weights.densityCount == 5 && weights.senoneCount == 6)
      #expect(weights.compressed.elementsEqual(0..<90))
    }
  }

  @Test(arguments: [
    ("feature_count 2\0", "its counts differ"), ("mixture_count 6\0", "it is cut off"),
    ("model_count 5\0", "it is cut off"), ("cluster_count 1\0", "its weights are clustered"),
    ("cluster_bits 4\0", "it is cut off"), ("model_count 6", "it is cut off"),
    ("model_count six\0", "it is cut off"), ("model_count 6 6\0", "it is cut off"),
    (String(repeating: " ", count: 1_000), "it is cut off"),
  ])
  func contradictoryCountsAreReported(string: String, reported: String) throws {
    let error = try thrown(ModelFileError.self) {
      try read(dump(["title\0", "text\0", string])) {
        try SenoneWeights(sendump: $0, streamCount: 3)
      }
    }
    #expect(error.problem.hasPrefix(reported) && error.path.hasSuffix("/weights"))
  }

  @Test func anythingButADumpIsRefused() throws {
    var swapped = dump(["title\0", "text\0"])
    swapped.replaceSubrange(0..<4, with: [0, 0, 0, 6])
    for (bytes, reported) in [
      (swapped, "it is in the other byte"), (dump(["title\0", "text"]), "it is cut off"),
      (dump(["title", "text\0"]), "it is cut off"),
      (dump(["title\0", "text\0"], size: 89), "it is cut off"), ([], "it is cut off"),
    ] {
      let error = try thrown(ModelFileError.self) {
        try read(bytes) { try SenoneWeights(sendump: $0, streamCount: 3) }
      }
      #expect(error.problem.hasPrefix(reported))
    }
  }

  /// Weights that are not compressed; `counts` are senones, streams, densities, and all of them.
  private func mixtures(_ counts: [Int], size: Int) -> [UInt8] {
    Array("s3\nendhdr\n".utf8) + bytes([0x1122_3344] + counts) + [UInt8](repeating: 0, count: size)
  }

  @Test(
    arguments: [
      ([6, 3, 5, 90], 360, true), ([6, 3, 5, 90], 359, false), ([6, 3, 5, 90], 361, false),
      ([6, 2, 5, 60], 240, false), ([6, 3, 5, 89], 356, false), ([0, 3, 5, 0], 0, false),
    ] as [([Int], Int, Bool)])
  func uncompressedWeightsAreChecked(counts: [Int], size: Int, isAccepted: Bool) throws {
    let weights = try read(mixtures(counts, size: size)) {
      try? SenoneWeights(mixtureWeights: $0, streamCount: 3)
    }
    #expect((weights != nil) == isAccepted)
    #expect(weights.map { $0.senoneCount == 6 && $0.densityCount == 5 } ?? true)
  }

  /// The made-up model has 5 phones and 42 senones.
  @Test(
    arguments: [
      (5, 5, 42, true, nil), (1, 4, 42, true, nil), (5, 4, 42, false, nil), (42, 1, 42, false, nil),
      (42, 5, 42, true, "its counts"), (2, 5, 42, false, "its counts"),
      (5, 5, 41, true, "its counts"),
      (5, 3, 42, false, "it has fewer"), (1, 3, 42, true, "it has fewer"),
    ] as [(Int, Int, Int, Bool, String?)])
  func weightsMustFitTheModel(
    codebooks: Int, densities: Int, senones: Int, isCompressed: Bool, reported: String?
  ) throws {
    let count = senones * densities * 3
    let string = bytes([1]) + [UInt8(0)]
    let head = string + string + bytes([0, densities, senones])
    let contents =
      isCompressed
      ? head + [UInt8](repeating: 9, count: count)
      : mixtures([senones, 3, densities, count], size: 4 * count)
    let weights = try read(contents) { path in
      isCompressed
        ? try SenoneWeights(sendump: path, streamCount: 3)
        : try SenoneWeights(mixtureWeights: path, streamCount: 3)
    }
    let gaussians = try MadeUpModel.codebooks(codebooks, densities: densities).means
    let definition = try MadeUpModel.model().definition
    do throws(ModelFileError) {
      try weights.check(definition, gaussians)
      #expect(reported == nil)
    } catch {
      #expect(reported.map { error.problem.hasPrefix($0) } ?? false)
    }
    // Densities of another count.
    let others = try MadeUpModel.codebooks(codebooks, densities: densities + 1).means
    #expect(throws: ModelFileError.self) { try weights.check(definition, others) }
  }
}
