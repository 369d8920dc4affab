import FoundationEssentials
import TestSupport
import Testing

@testable import Acoustics

/// Any bytes of a file are read or refused, and never trap.
@Suite(.timeLimit(.patientMinutes(2))) struct DamagedModelTests {
  /// Uses a model as the searches do.
  private func use(_ model: PhoneModel) {
    let definition = model.definition
    let numbers = definition.phones.indices
    for phone in numbers {
      for left in numbers {
        for position in ModelDefinition.WordPosition.allCases {
          let senones = definition.senones(of: phone, after: left, before: left, position)
          #expect(senones.allSatisfy { Int($0) < definition.senoneCount })
        }
      }
    }
    #expect(definition.codebooks.allSatisfy { numbers.contains(Int($0)) })
    let scorer = SenoneScorer(model, senones: PhoneLoop.senones(of: definition))
    var random = SeededGenerator(state: 1)
    let cepstra = random.floats(13 * 6, in: -3...3)
    let scores = scorer.scores(of: cepstra)
    #expect(scores.count == 6 * scorer.senones.count)
    let path = PhoneLoop(model, scorer).path(through: scores, width: scorer.senones.count)
    _ = ChannelBias(model).offset(of: cepstra, in: path.segments, except: definition.silence)
    _ = WarpSelector(model).score(cepstra)
  }

  @Test func anIntactModelIsRead() throws { use(try MadeUpModel.model()) }

  @Test(.tags(.slow), .skippable(.slow), arguments: MadeUpModel.files)
  func aDamagedFileIsReadOrRefused(name: String) throws {
    let original = try #require(MadeUpModel().contents[name])
    var (read, refused) = (0, 0)
    for bytes in Mutations(of: original, tokens: ["endhdr\n", "BMDF"], count: 300) {
      var model = MadeUpModel()
      model.contents[name] = bytes
      try model.withFolder { folder in
        do throws(ModelFileError) {
          use(try PhoneModel(directory: folder))
          read += 1
        } catch {
          refused += 1
          #expect(error.path == folder || error.path == "\(folder)/\(name)")
          #expect(!error.problem.isEmpty)
        }
      }
    }
    #expect(read > 5)
    #expect(refused > 50)
  }

  /// Changes in the first numbers matter most.
  @Test(.tags(.slow), .skippable(.slow), arguments: MadeUpModel.files)
  func wrongCountsAreReadOrRefused(name: String) throws {
    let original = try #require(MadeUpModel().contents[name])
    let values: [UInt32] = [0, 1, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0x00FF_FFFF, 0x1_0000]
    for place in stride(from: 0, to: min(120, original.count - 4), by: 1) {
      for value in values {
        var bytes = original
        for shift in 0..<4 {
          bytes[place + shift] = UInt8(truncatingIfNeeded: value >> UInt32(8 * shift))
        }
        var model = MadeUpModel()
        model.contents[name] = bytes
        try model.withFolder { folder in
          if let read = try? PhoneModel(directory: folder) { use(read) }
        }
      }
    }
  }

  @Test(arguments: MadeUpModel.files)
  func aMissingOrShortenedFileIsRefused(name: String) throws {
    let original = try #require(MadeUpModel().contents[name])
    for length in [0, 1, 3, 30, original.count / 2, original.count - 1] {
      var model = MadeUpModel()
      model.contents[name] = Array(original.prefix(length))
      let error = try model.withFolder { folder in
        try thrown(ModelFileError.self) { try PhoneModel(directory: folder) }
      }
      #expect(error.path.hasSuffix("/\(name)"))
    }
    var model = MadeUpModel()
    model.contents[name] = nil
    let error = try model.withFolder { folder in
      try thrown(ModelFileError.self) { try PhoneModel(directory: folder) }
    }
    #expect(error.path.hasSuffix("/\(name)"))
    #expect(error.problem.contains("cannot be read"))
  }

  @Test func aModelOfAnotherKindIsRefused() throws {
    // As many numbers, in other streams.
    var model = MadeUpModel()
    for name in ["means", "variances"] {
      var bytes = try #require(model.contents[name])
      let streams = "s3\nversion 1.0\nendhdr\n".utf8.count + 16
      bytes[streams] = 12
      bytes[streams + 4] = 14
      model.contents[name] = bytes
    }
    let error = try model.withFolder { folder in
      try thrown(ModelFileError.self) { try PhoneModel(directory: folder) }
    }
    #expect(error.problem.contains("1s_c_d_dd"))
  }

  @Test func clusteredWeightsAreRefused() throws {
    var model = MadeUpModel()
    let bytes = try #require(model.contents["sendump"])
    let text = Array("cluster_count 0".utf8)
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: text) })
    model.contents["sendump"]?[place + text.count - 1] = UInt8(ascii: "8")
    let error = try model.withFolder { folder in
      try thrown(ModelFileError.self) { try PhoneModel(directory: folder) }
    }
    #expect(error.problem.contains("clustered"))
  }
}
