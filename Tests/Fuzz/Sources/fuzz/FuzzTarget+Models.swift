import FoundationEssentials

@testable import Acoustics
@testable import LanguageModel
@testable import Speech

extension FuzzTarget {
  /// A small acoustic model of which one file is damaged; and the text of a grammar.
  static let models =
    SmallModel.files.map { name in
      let model = SmallModel(replacing: name)
      return FuzzTarget(name, upTo: 8_192) { model.take($0) }
    } + [
      FuzzTarget("grammar", upTo: 4_096) { bytes in
        guard let grammar = try? Grammar(sphinxText: bytes.text, file: "grammar"),
          (try? grammar.checkForDecoder()) != nil
        else { return }
        _ = grammar.usedWords
      }
    ]
}

/// A model of the seeds' files but for one, which is in memory only.
struct SmallModel: Sendable {
  static let files = [
    "mdef", "means", "variances", "sendump", "transition_matrices", "feat.params", "noisedict",
  ]
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Corpus").standardized.path

  /// The file that differs, and the folder of all, which is made when it is first wanted.
  let name: String
  private var folder: String { "/dev/shm/spokenmove-fuzz-\(name)" }

  init(replacing name: String) { self.name = name }

  private func makeFolder() {
    let files = FileManager.default
    guard !files.fileExists(atPath: folder) else { return }
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for other in Self.files where other != name {
        try files.createSymbolicLink(
          atPath: "\(folder)/\(other)", withDestinationPath: "\(Self.corpus)/\(other)/whole")
      }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Reads the model in all ways that there are; what is told to be whole must not end the process
  /// in any.
  func take(_ bytes: [UInt8]) {
    // A definition as text is not looked into, nor are numbers in another byte order.
    guard name != "mdef" || !(bytes.starts(with: "0.3".utf8) || bytes.starts(with: "#".utf8)),
      !bytes.contains([0x11, 0x22, 0x33, 0x44])
    else { return }
    makeFolder()
    do {
      try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    } catch {
      preconditionFailure("\(error)")
    }
    _ = try? PhoneModel(directory: folder)
    _ = try? FeatureExtractor(folder)
    guard
      let model = try? AcousticModel(
        directory: folder, dictionary: nil, localeIdentifier: "en_US"),
      (try? model.checkFiles()) != nil
    else { return }
    _ = try? PocketSphinxDecoder(model: model)
  }
}
