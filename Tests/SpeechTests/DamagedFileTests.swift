import Foundation
import LanguageModel
import TestSupport
import Testing

@testable import Acoustics
@testable import Speech

/// Any bytes of a file are read or refused, and never trap.
@Suite(.timeLimit(.patientMinutes(2))) struct DamagedFileTests {
  @Test func damagedGrammarsAreReadOrRefused() throws {
    let grammar = try Fixtures.languageModel(["queen takes rook", "castle"]).grammar
    var read = 0
    let tokens = ["T 0 1 ", "N ", "2147483647", "-1", "1.0", "0x1p-2000", "inf", "FSG_END"]
    for bytes in Mutations(of: grammar.sphinxText.utf8, tokens: tokens, count: 2_000) {
      let text = String(decoding: bytes, as: UTF8.self)
      guard let grammar = try? Grammar(sphinxText: text, file: "test"),
        (try? grammar.checkForDecoder()) != nil
      else { continue }
      read += 1
      #expect(grammar.stateCount <= 1_000)
      _ = grammar.usedWords
    }
    #expect(read > 50)
  }

  /// The decoder allocates memory for every state, and exits the process if that fails.
  @Test func aGrammarWithTooManyStatesIsRefused() throws {
    let text = "FSG_BEGIN\nN 2000000000\nS 0\nF 1\nT 0 1 1.0 castle\nFSG_END\n"
    let grammar = try Grammar(sphinxText: text, file: "test")
    let error = try thrown(SpeechError.self) { try grammar.checkForDecoder() }
    #expect(error.code == .grammar && error.description.contains("2000000000"))
  }

  /// Whole files take time; `AcousticsTests` has many small ones.
  @Test func damagedModelFilesAreReadOrRefused() throws {
    let directory = try Fixtures.model().directory
    try Fixtures.withFolder { folder in
      let file = folder.appending(path: "file")
      let definition = try Data(contentsOf: URL(filePath: "\(directory)/mdef"))
      let means = try Data(contentsOf: URL(filePath: "\(directory)/means"))
      for bytes in Mutations(of: definition, count: 6) {
        try Data(bytes).write(to: file)
        do throws(ModelFileError) {
          let definition = try ModelDefinition(contentsOf: file.path)
          #expect(definition.phones.indices.allSatisfy { definition.senones(of: $0).count == 3 })
        } catch {
          #expect(error.path == file.path)
        }
      }
      for bytes in Mutations(of: means.prefix(4_000), tokens: ["endhdr\n"], count: 500) {
        try Data(bytes).write(to: file)
        #expect(throws: ModelFileError.self) { try Gaussians(contentsOf: file.path) }
      }
    }
  }
}
