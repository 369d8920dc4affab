import Foundation
import TestSupport
import Testing

@testable import Acoustics
@testable import Speech

/// PocketSphinx exits the process for most of these files, so checks must find them first.
@Suite(.timeLimit(.patientMinutes(2))) struct DamagedModelTests {
  static let files = ["mdef", "means", "variances", "transition_matrices", "sendump"]

  enum Damage: CaseIterable {
    case missing, empty, half, zeros, random, randomHalf, longer

    /// Nil removes the file.
    func done(to data: Data) -> Data? {
      let noise = (0..<UInt32(data.count)).map {
        UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13)
      }
      return switch self {
      case .missing: nil
      case .empty: Data()
      case .half: data.prefix(data.count / 2)
      case .zeros: Data(count: data.count)
      case .random: Data(noise)
      case .randomHalf: data.prefix(data.count / 2) + noise.suffix(data.count - data.count / 2)
      case .longer: data + noise.prefix(1_000)
      }
    }
  }

  /// Calls `body` with a copy of the real model in which one file differs.
  private func withModel(
    _ name: String, _ data: Data?, _ body: (AcousticModel, String) throws -> Void
  ) throws {
    let real = try Fixtures.model()
    try Fixtures.withFolder { folder in
      for file in try FileManager.default.contentsOfDirectory(atPath: real.directory)
      where file != name {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appending(path: file).path,
          withDestinationPath: "\(real.directory)/\(file)")
      }
      let path = folder.appending(path: name).path
      var model = real
      model.directory = folder.path
      try data?.write(to: URL(filePath: path))
      try body(model, path)
    }
  }

  private func real(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(Fixtures.model().directory)/\(name)"))
  }

  /// A file of numbers without its checksum: only its content can reveal damage.
  private func unsummed(_ name: String) throws -> Data {
    var data = try real(name).dropLast(4)
    let line = try #require(data.firstRange(of: Data("chksum0 yes\n".utf8)))
    data.removeSubrange(line)
    return Data(data)
  }

  @Test func anIntactModelIsAccepted() throws {
    try Fixtures.model().checkFiles()
    // It works without the file.
    for text in [nil, Data()] {
      try withModel("noisedict", text) { model, _ in try model.checkFiles() }
    }
    // Comments, other line ends, and other parameters of real models.
    let text =
      "# comment\r\n-lowerf 1\r\n\r\n-upperf\t4000\n-cmn current\n-dither yes\n"
      + "-svspec 0-12/13-25/26-38\n"
    try withModel("feat.params", Data(text.utf8)) { model, _ in try model.checkFiles() }
  }

  @Test(arguments: [
    "-nfilt 25\n-feat 1s_c_d_d\n", "-lowerf 130\n-svspec 0-12/13-25/26-3\n", "-nfilt x\n",
    "-upperf 68000\n", "-lowerf 6900\n-upperf 6800\n", "-cmninit 41.00,,-5.29\n",
    "-hmm /nowhere\n", "-nfilt\n", "nfilt 25\n", "-transform dcx\n", "-nfilt 100000\n",
    "-lowerf nan\n", "-model ptn\n", "\u{0}", "-svspec 0-12/13-25/26-3800\n", "-logfn /x\n",
    "", "# nothing but this\n",
  ])
  func parametersThatWouldEndTheProcessAreReported(text: String) throws {
    try withModel("feat.params", Data(text.utf8)) { model, _ in
      let error = try thrown(SpeechError.self) { try model.checkFiles() }
      #expect(error.code == .modelUnavailable && error.subject.hasSuffix("/feat.params"))
    }
  }

  @Test(arguments: [
    "<s> SIL\n</s> SIL\n<sil>\n", "<sil> SIL\n\u{0}", "\u{FF}",
    String(repeating: "x y\n", count: 20_000),
  ])
  func badNoiseDictionariesAreReported(text: String) throws {
    try withModel("noisedict", Data(text.utf8)) { model, _ in
      let error = try thrown(SpeechError.self) { try model.checkFiles() }
      #expect(error.code == .modelUnavailable && error.subject.hasSuffix("/noisedict"))
    }
  }

  @Test(arguments: [(16, Float(0.5)), (12, 0.5), (0, .nan), (0, -1)])
  func transitionsThatWouldEndTheProcessAreReported(place: Int, value: Float) throws {
    var data = try unsummed("transition_matrices")
    let mark = try #require(data.firstRange(of: Data("endhdr\n".utf8)))
    let number = mark.upperBound + 20 + place
    withUnsafeBytes(of: value) { data.replaceSubrange(number..<number + 4, with: $0) }
    try withModel("transition_matrices", data) { model, _ in
      let error = try thrown(SpeechError.self) { try model.checkFiles() }
      #expect(error.subject.hasSuffix("/transition_matrices"))
    }
  }

  @Test(arguments: ["means", "variances", "transition_matrices"])
  func bytesAfterTheNumbersAreReported(name: String) throws {
    let data = try unsummed(name)
    try withModel(name, data) { model, _ in try model.checkFiles() }
    for count in [1, 4, 1_000] {
      try withModel(name, data + Data(count: count)) { model, _ in
        let error = try thrown(SpeechError.self) { try model.checkFiles() }
        #expect(error.code == .modelUnavailable && error.subject.hasSuffix("/" + name))
      }
    }
  }

  /// The changed count at a file's beginning, and the file that the error names.
  @Test(arguments: [
    ("mdef", 0, 41, "mdef"), ("mdef", 2, 0, "mdef"), ("mdef", 3, 6_000, "mdef"),
    ("mdef", 4, 5_127, "sendump"), ("mdef", 5, 43, "transition_matrices"), ("mdef", 8, 3, "mdef"),
    ("means", 1, 41, "means"), ("means", 2, -3, "means"), ("means", 3, 64, "means"),
    ("variances", 1, 0, "variances"), ("variances", 4, 12, "variances"),
    ("sendump", 0, 127, "sendump"), ("sendump", 1, 5_125, "sendump"),
  ])
  func contradictoryCountsAreReported(name: String, place: Int, value: Int32, reported: String)
    throws
  {
    var data = try ["mdef", "sendump"].contains(name) ? real(name) : unsummed(name)
    let start: Int
    switch name {
    case "mdef":
      let length = data[8..<12].withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
      start = 12 + Int(length)
    case "sendump":
      start = try #require(data.firstRange(of: Data("!!!".utf8))).upperBound + 4
    default:
      start = try #require(data.firstRange(of: Data("endhdr\n".utf8))).upperBound
    }
    let number = start + 4 * place
    withUnsafeBytes(of: value) { data.replaceSubrange(number..<number + 4, with: $0) }
    try withModel(name, data) { model, _ in
      let error = try thrown(SpeechError.self) { try model.checkFiles() }
      #expect(error.code == .modelUnavailable && error.subject.hasSuffix("/" + reported))
    }
  }

  @Test(arguments: [("SIL\0", "SIM\0"), ("AA\0AE\0", "AE\0AA\0")])
  func aDefinitionWithAMisplacedPhoneIsReported(name: String, other: String) throws {
    var data = try real("mdef")
    let place = try #require(data.firstRange(of: Data(name.utf8)))
    data.replaceSubrange(place, with: Data(other.utf8))
    try withModel("mdef", data) { model, _ in
      let error = try thrown(SpeechError.self) { try model.checkFiles() }
      #expect(error.subject.hasSuffix("/mdef"))
    }
  }

  /// A definition in text form gives the same results as the binary one.
  @Test func aDefinitionInTextFormGivesTheSameResults() throws {
    let binary = try real("mdef")
    let text = Data(DefinitionText.text(ofBinary: Array(binary)))
    let expected = try heard(by: Fixtures.model())
    try withModel("mdef", text) { model, path in
      try model.checkFiles()
      #expect(try heard(by: model) == expected)
      let definition = try ModelDefinition(contentsOf: path)
      let other = try ModelDefinition(contentsOf: "\(Fixtures.model().directory)/mdef")
      #expect(definition.phones == other.phones && definition.silence == other.silence)
      for phone in definition.phones.indices {
        for left in definition.phones.indices {
          for position in ModelDefinition.WordPosition.allCases {
            let right = (phone * 7 + left * 5 + position.rawValue) % definition.phones.count
            #expect(
              definition.senones(of: phone, after: left, before: right, position)
                == other.senones(of: phone, after: left, before: right, position))
          }
        }
      }
    }
  }

  private func heard(by model: AcousticModel) throws -> [Hypothesis] {
    let decoder = try PocketSphinxDecoder(model: model)
    try decoder.set(Fixtures.languageModel(["queen takes rook", "queen takes knight"]))
    try decoder.startUtterance()
    try decoder.process(Fixtures.speak("queen takes rook")[...])
    decoder.endUtterance()
    let hypotheses = decoder.hypotheses(limit: 2)
    #expect(hypotheses.best?.text == "queen takes rook")
    return hypotheses
  }

  /// If the library exits the process, this test ends with it.
  @Test func aDamagedDefinitionInTextFormIsReadOrRefused() throws {
    let text = DefinitionText.text(ofBinary: Array(try real("mdef")), triphones: 100)
    try withModel("mdef", Data(text)) { model, _ in
      _ = try PocketSphinxDecoder(model: model)
    }
    let tokens = ["filler", "n/a", " N\n", "SIL", " - ", "0.3"]
    for bytes in Mutations(of: text, tokens: tokens, count: 200) {
      try withModel("mdef", Data(bytes)) { model, _ in
        _ = try? PocketSphinxDecoder(model: model)
      }
    }
  }

  /// The real model's weights, in the uncompressed form.
  private func mixtureWeights() throws -> Data {
    let dump = [UInt8](try real("sendump"))
    let (densities, senones, streams) = (128, 5_126, 3)
    let weights = Array(dump.suffix(streams * densities * senones))
    var values: [Float] = []
    for senone in 0..<senones {
      for stream in 0..<streams {
        for density in 0..<densities {
          let step = weights[(stream * densities + density) * senones + senone]
          values.append(exp(-Float(step) * 1_024 * log(1.0001)))
        }
      }
    }
    var data = Data("s3\nversion 1.0\nendhdr\n".utf8)
    let counts = [senones, streams, densities, values.count].map(Int32.init)
    for number in [0x1122_3344] + counts {
      withUnsafeBytes(of: number) { data.append(contentsOf: $0) }
    }
    values.withUnsafeBytes { data.append(contentsOf: $0) }
    return data
  }

  /// Calls `body` with a model with these weights, without `sendump`.
  private func withMixtureWeights(
    _ data: Data, _ body: (AcousticModel) throws -> Void
  ) throws {
    try withModel("sendump", nil) { model, _ in
      try data.write(to: URL(filePath: "\(model.directory)/mixture_weights"))
      try body(model)
    }
  }

  @Test func uncompressedWeightsAreAccepted() throws {
    try withMixtureWeights(mixtureWeights()) { model in
      try model.checkFiles()
      _ = try heard(by: model)
    }
  }

  @Test func weightsThatWouldEndTheProcessAreReported() throws {
    let whole = try mixtureWeights()
    let start = try #require(whole.firstRange(of: Data("endhdr\n".utf8))).upperBound + 4
    var damaged = [whole.dropLast(1), whole.dropLast(400), whole + Data(count: 4)]
    damaged.append(whole.prefix(start + 8))
    for (place, value) in [(0, 5_127), (1, 2), (2, 127), (3, 1), (0, -1), (2, 1 << 30)] {
      var data = whole
      let number = start + 4 * place
      withUnsafeBytes(of: Int32(value)) { data.replaceSubrange(number..<number + 4, with: $0) }
      damaged.append(data)
    }
    // As many numbers, with swapped counts.
    var swapped = whole
    swapped.replaceSubrange(start + 4..<start + 8, with: whole[start + 8..<start + 12])
    swapped.replaceSubrange(start + 8..<start + 12, with: whole[start + 4..<start + 8])
    damaged.append(swapped)
    for data in damaged {
      try withMixtureWeights(Data(data)) { model in
        let error = try thrown(SpeechError.self) { try PocketSphinxDecoder(model: model) }
        #expect(error.code == .modelUnavailable && error.subject.hasSuffix("/mixture_weights"))
      }
    }
  }

  @Test func aMapOfStatesIsNotSupported() throws {
    try withModel("senmgau", Data("s3\n".utf8)) { model, path in
      let error = try thrown(SpeechError.self) { try PocketSphinxDecoder(model: model) }
      #expect(error.subject == path && error.advice.contains("not supported"))
    }
  }

  /// If the library exits the process, this test ends with it.
  @Test(arguments: ["feat.params", "noisedict"])
  func aDamagedTextIsReadOrRefused(name: String) throws {
    for bytes in Mutations(of: try real(name), count: 60) {
      try withModel(name, Data(bytes)) { model, _ in
        _ = try? PocketSphinxDecoder(model: model)
      }
    }
  }

  @Test(arguments: files, Damage.allCases)
  func aDamagedFileIsNamed(name: String, damage: Damage) throws {
    // Nobody reads beyond the end of a definition or of the weights.
    if damage == .longer, name == "mdef" || name == "sendump" { return }
    // Weights are any bytes, and have no checksum.
    if damage == .randomHalf, name == "sendump" { return }
    try withModel(name, damage.done(to: real(name))) { model, path in
      let error = try thrown(SpeechError.self) { try model.checkFiles() }
      #expect(error.code == .modelUnavailable)
      let missing = name == "sendump" && damage == .missing ? "mixture_weights" : name
      #expect(error.subject.hasSuffix("/" + missing), "\(error)")
      // The decoder cannot be made either.
      #expect(try thrown(SpeechError.self) { try PocketSphinxDecoder(model: model) } == error)
    }
  }

  /// A file in the other byte order, at least in its first numbers.
  private func swapped(_ name: String) throws -> Data {
    var data = try real(name)
    let start =
      switch name {
      case "mdef", "sendump": 0
      default: try #require(data.firstRange(of: Data("endhdr\n".utf8))).upperBound
      }
    data.replaceSubrange(start..<start + 4, with: data[start..<start + 4].reversed())
    return data
  }

  @Test(arguments: files)
  func aFileInTheOtherByteOrderIsRefused(name: String) throws {
    let data = try swapped(name)
    // PocketSphinx reads such a file, and exits the process if it is truncated.
    for size in [data.count, data.count / 2, 200] {
      try withModel(name, data.prefix(size)) { model, path in
        let error = try thrown(SpeechError.self) { try PocketSphinxDecoder(model: model) }
        #expect(error.code == .modelUnavailable && error.subject == path)
        #expect(error.advice.hasPrefix("it is in the other byte order: a big-endian machine wrote"))
        #expect(error.advice.contains("; install the model again"))
      }
    }
  }

  @Test(arguments: files)
  func aDamagedBeginningIsReadOrRefused(name: String) throws {
    let data = try real(name)
    let count = min(4_000, data.count)
    for bytes in Mutations(of: data.prefix(count), count: 15) {
      try withModel(name, Data(bytes) + data.dropFirst(count)) { model, _ in
        try? model.checkFiles()
      }
    }
  }
}
