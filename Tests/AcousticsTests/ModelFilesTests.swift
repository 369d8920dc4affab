import FoundationEssentials
import TestSupport
import Testing

@testable import Acoustics

/// The header of a file of numbers, and its checksum.
@Suite(.tags(.hardwareFree)) struct ModelHeaderTests {
  private static let mark: [UInt8] = [0x44, 0x33, 0x22, 0x11]

  private func file(_ header: String, _ numbers: [UInt8]) -> ModelBytes {
    ModelBytes(Array(header.utf8) + numbers, name: "means")
  }

  @Test(arguments: [
    "s3\nendhdr\n", "s3\nversion 1.0\n# comment\n#\nendhdr \n",
    "s3\n#" + String(repeating: "x", count: 4_084) + "\nendhdr\n",
    "s3\n" + String(repeating: "a b\n", count: 31) + "endhdr\n", "s3\nchksum no\nendhdr\n",
  ])
  func headersAreSkipped(header: String) throws {
    var bytes = file(header, Self.mark + [7])
    try bytes.skipHeader()
    #expect(try bytes.byte() == 7)
    try bytes.checkEnd()
  }

  @Test(arguments: [
    "", "s4\nendhdr\n", "s3\n", "s3\nversion 1.0\n", "s3\nversion\nendhdr\n", "s3\n\nendhdr\n",
    "s3\nversion \u{7F}\nendhdr\n", "s3\nversion\t1\nendhdr\n",
    "s3\n#" + String(repeating: "x", count: 4_085) + "\nendhdr\n",
    "s3\n" + String(repeating: "a b\n", count: 32) + "endhdr\n",
  ])
  func badHeadersAreRefused(header: String) throws {
    var bytes = file(header, Self.mark + [7])
    let error = try thrown(ModelFileError.self) { try bytes.skipHeader() }
    #expect(error.problem == "it does not begin as a file of a model does")
  }

  @Test func theOtherByteOrderIsReported() throws {
    for (mark, reported) in [
      (Self.mark.reversed(), "it is in the other byte"), ([1, 2, 3, 4], "it is cut off"),
    ] {
      var bytes = file("s3\nendhdr\n", Array(mark))
      let error = try thrown(ModelFileError.self) { try bytes.skipHeader() }
      #expect(error.problem.hasPrefix(reported))
    }
  }

  @Test func theChecksumIsVerified() throws {
    let header = "s3\nchksum0 yes\nendhdr\n"
    // 1, 2, and 1 rotated left by 20 bits, plus 2.
    let numbers: [UInt8] = [1, 0, 0, 0, 2, 0, 0, 0]
    var bytes = file(header, Self.mark + numbers + [2, 0, 16, 0])
    try bytes.skipHeader()
    #expect(try bytes.integer() == 1)
    #expect(throws: ModelFileError.self) { try bytes.checkEnd() }
    #expect(try bytes.integer() == 2)
    try bytes.checkEnd()
    #expect(throws: ModelFileError.self) { try bytes.integer() }
    for sum in [[2, 0, 17, 0], [2, 0, 16], [], [0, 2, 0, 16, 0]] as [[UInt8]] {
      bytes = file(header, Self.mark + numbers + sum)
      #expect(throws: ModelFileError.self) { try bytes.skipHeader() }
    }
  }

  @Test func rotatedBitsOfTheChecksumWrapAround() throws {
    // 0x1000 rotated left by 20 bits is 1.
    var bytes = file(
      "s3\nchksum0 yes\nendhdr\n", Self.mark + [0, 16, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0])
    try bytes.skipHeader()
    #expect(try bytes.integer() == 0x1000)
  }
}

/// Files for which PocketSphinx would exit the process.
@Suite(.tags(.hardwareFree)) struct ModelFilesTests {
  /// Calls `body` with the path of a file of the made-up model, modified by `change`.
  private func with(
    _ name: String, _ change: (inout [UInt8]) -> Void, _ body: (String) throws -> Void
  ) throws {
    var model = MadeUpModel()
    change(&model.contents[name, default: []])
    try model.withFolder { try body("\($0)/\(name)") }
  }

  private static let header = "s3\nversion 1.0\nendhdr\n".utf8.count + 4

  @Test(
    arguments: [
      (2, 0.5, true), (3, 0.5, false), (3, 0, true), (4, 0.5, false), (7, 0.5, true),
      (9, 0.5, false), (0, -1, false), (0, .nan, false), (0, .infinity, false),
    ] as [(Int, Float, Bool)])
  func aTransitionSkipsOneStateAtMost(place: Int, value: Float, isAccepted: Bool) throws {
    try with("transition_matrices") { bytes in
      let first = Self.header + 16 + 4 * place
      bytes.replaceSubrange(
        first..<first + 4, with: withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init))
    } _: { path in
      let matrices = try? TransitionMatrices(contentsOf: path)
      #expect((matrices != nil) == isAccepted)
      if let matrices { #expect(matrices[0, place / 4, place % 4] == value) }
    }
  }

  @Test(arguments: ["means", "variances", "transition_matrices"])
  func bytesAfterTheNumbersAreRefused(name: String) throws {
    try with(name) {
      $0.append(0)
    } _: { path in
      #expect(throws: ModelFileError.self) {
        if name == "means" || name == "variances" {
          _ = try Gaussians(contentsOf: path)
        } else {
          _ = try TransitionMatrices(contentsOf: path)
        }
      }
    }
  }

  /// Where the phones are in the made-up definition, after its tree.
  private static func phones(_ bytes: [UInt8]) -> Int { 72 + 8 * Int(bytes[44]) }

  @Test(
    arguments: [
      // A phone's matrix, and bytes that do not belong to its entry.
      (4, 4, true), (4, 5, false), (9, 5, true), (11, 5, true),
      // A triphone's matrix, position and phones.
      (64, 5, false), (68, 5, true), (69, 4, true), (69, 5, false), (70, 5, false), (71, 5, false),
    ] as [(Int, UInt8, Bool)])
  func phonesReferToExistingMatricesAndPhones(place: Int, value: UInt8, isAccepted: Bool) throws {
    try with("mdef") {
      $0[Self.phones($0) + place] = value
    } _: { path in
      #expect(((try? ModelDefinition(contentsOf: path)) != nil) == isAccepted)
    }
  }

  /// Changes the tree's first node, which PocketSphinx follows: the number of nodes below it, and the
  /// place of the first of them, or its triphone.
  @Test(
    arguments: [
      (0, -1, true), (0, 13, true), (0, 14, false), (1, 0, true), (1, -1, false), (4, 0, true),
      (255, 0, false), (1, 254, false), (0x8000, 0, false),
    ] as [(UInt16, Int32, Bool)])
  func theTreeStaysWithinTheFile(childCount: UInt16, place: Int32, isAccepted: Bool) throws {
    try with("mdef") {
      $0.replaceSubrange(74..<76, with: withUnsafeBytes(of: childCount.littleEndian, Array.init))
      $0.replaceSubrange(76..<80, with: withUnsafeBytes(of: place.littleEndian, Array.init))
    } _: { path in
      #expect(((try? ModelDefinition(contentsOf: path)) != nil) == isAccepted)
    }
  }

  @Test func aDefinitionInTheOtherByteOrderIsReported() throws {
    try with("mdef") {
      $0.replaceSubrange(0..<4, with: "FDMB".utf8)
    } _: { path in
      let error = try thrown(ModelFileError.self) { try ModelDefinition(contentsOf: path) }
      #expect(error.problem.hasPrefix("it is in the other byte order"))
    }
  }

  @Test func aNameThatIsNotTextIsRefused() throws {
    try with("mdef") {
      $0[52] = 0xFF
    } _: { path in
      #expect(throws: ModelFileError.self) { _ = try ModelDefinition(contentsOf: path) }
    }
  }

  /// The made-up phones are not sorted; only PocketSphinx needs that.
  @Test func phonesMayBeSorted() throws {
    let madeUp = try MadeUpModel.model().definition
    #expect(!madeUp.isInOrder)
    for (names, isInOrder) in [
      (["A", "B", "C", "SIL"], true), (["A", "B", "C", "SIM"], false),
      (["B", "A", "C", "SIL"], false), (["A", "A", "C", "SIL"], false),
    ] {
      let phones = names.map { Array($0.utf8) + [0] }
      let text = Array("+NOISE+".utf8) + [0] + phones.joined()
      try with("mdef") {
        $0.replaceSubrange(52..<52 + text.count, with: text)
      } _: { path in
        let definition = try ModelDefinition(contentsOf: path)
        #expect(definition.isInOrder == isInOrder)
      }
    }
  }

  @Test func aPhoneMayHaveOtherNumbersOfStates() throws {
    let text = """
      0.3
      2 n_base
      0 n_tri
      6 n_state_map
      4 n_tied_state
      4 n_tied_ci_state
      2 n_tied_tmat
      A - - - n/a 0 0 1 N
      SIL - - - filler 1 2 3 N
      """
    try with("mdef") {
      $0 = Array(text.utf8)
    } _: { path in
      let definition = try ModelDefinition(contentsOf: path, states: 1...5)
      #expect(definition.statesPerPhone == 2 && definition.matrixCount == 2)
      #expect(Array(definition.senones(of: 1)) == [2, 3])
      #expect(definition.codebooks == [0, 0, 1, 1] && definition.states() == [0, 1, 0, 1])
      #expect(throws: ModelFileError.self) { _ = try ModelDefinition(contentsOf: path) }
    }
  }
}
