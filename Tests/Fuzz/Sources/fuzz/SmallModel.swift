import FoundationEssentials

@testable import Acoustics
@testable import LanguageModel
@testable import Speech

/// A model of the seeds' files, except for one that is only in memory.
struct SmallModel: Sendable {
  static let files = [
    "mdef", "means", "variances", "sendump", "transition_matrices", "feat.params", "noisedict",
    "mixture_weights",
  ]
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Corpus").standardized.path
  private static let grammar = Grammar(
    words: ["a", "b"], stateCount: 3, start: 0, final: 2,
    arcs: [
      Grammar.Arc(source: 0, target: 1, word: 0, weight: 0),
      Grammar.Arc(source: 1, target: 2, word: 1, weight: 0),
    ])
  private static let lexicon = Lexicon(pronunciations: ["a": [["A", "B"]], "b": [["C"]]])
  /// A fifth of a second of noise, the same for every input.
  private static let noise: [Int16] = {
    var state: UInt32 = 1
    return (0..<3_200).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: state >> 18)
    }
  }()

  /// The different file, and the folder of all files, which is made when first needed.
  let name: String
  private var folder: String { "\(MemoryFolder.path)/\(name)" }

  init(replacing name: String) { self.name = name }

  private func makeFolder() {
    let files = FileManager.default
    guard !files.fileExists(atPath: folder) else { return }
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      // Weights are in one of two forms.
      let without = name == "mixture_weights" ? "sendump" : "mixture_weights"
      for other in Self.files where other != name && other != without {
        try files.createSymbolicLink(
          atPath: "\(folder)/\(other)", withDestinationPath: "\(Self.corpus)/\(other)/whole")
      }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func write(_ bytes: [UInt8], to file: String) -> String {
    let path = "\(folder)/\(file)"
    do {
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      preconditionFailure("\(error)")
    }
    return path
  }

  /// Reads the model in every way, and decodes with it. If it passes the checks, it must not end
  /// the process.
  func take(_ bytes: [UInt8]) {
    makeFolder()
    _ = write(Self.summed(bytes), to: name)
    _ = try? PhoneModel(directory: folder)
    _ = FeatureExtractor(folder)
    guard
      let model = try? AcousticModel(
        directory: folder, dictionary: nil, localeIdentifier: "en_US"),
      (try? model.checkFiles()) != nil, let decoder = try? PocketSphinxDecoder(model: model),
      (try? decoder.set(CompiledLanguageModel(grammar: Self.grammar, lexicon: Self.lexicon))) != nil
    else { return }
    Self.decode(with: decoder)
  }

  /// Takes dictation with this n-gram and these words, like an appliance without a grammar.
  func dictate(
    ngram: [UInt8]? = nil, words: [UInt8] = Array("a A B\na(2) B\nb C\n".utf8)
  ) {
    makeFolder()
    let dictionary = write(words, to: "words.dict")
    let path = ngram.map { write($0, to: "words.lm.bin") } ?? Self.wholeNgram(in: folder)
    guard
      let model = try? AcousticModel(
        directory: folder, dictionary: dictionary, ngram: path, localeIdentifier: "en_US"),
      let checked = try? model.checkedNgram(),
      let decoder = try? PocketSphinxDecoder(model: model, ngram: checked)
    else { return }
    Self.decode(with: decoder)
  }

  /// A file of numbers with the correct checksum, which random damage would never have.
  private static func summed(_ bytes: [UInt8]) -> [UInt8] {
    let file = ModelBytes(bytes, name: "")
    guard let header = file.header, header.hasChecksum,
      let sum = file.checksum(afterHeader: header.end)
    else { return bytes }
    return bytes.dropLast(4) + withUnsafeBytes(of: sum.littleEndian, Array.init)
  }

  private static func decode(with decoder: PocketSphinxDecoder) {
    guard (try? decoder.startUtterance()) != nil else { return }
    try? decoder.process(noise)
    decoder.endUtterance()
    _ = decoder.hypotheses(limit: 3)
  }

  /// An n-gram whose tables of quantized probabilities, 256 KiB each, are zeros outside the input.
  static func ngram(_ bytes: [UInt8]) -> [UInt8] {
    let mark = "Trie Language Model".utf8.count
    guard bytes.count > mark, (2...5).contains(bytes[mark]) else { return bytes }
    let order = Int(bytes[mark])
    let head = min(bytes.count, mark + 1 + 4 * order + 4)
    let tables = [UInt8](repeating: 0, count: (2 * order - 3) << 18)
    return Array(bytes[..<head]) + tables + Array(bytes[head...])
  }

  private static func wholeNgram(in folder: String) -> String {
    let path = "\(folder)/whole.lm.bin"
    if !FileManager.default.fileExists(atPath: path) {
      do {
        let bytes = try Data(contentsOf: URL(filePath: "\(corpus)/ngram/bigrams"))
        try Data(ngram(Array(bytes))).write(to: URL(filePath: path))
      } catch {
        preconditionFailure("\(error)")
      }
    }
    return path
  }
}
