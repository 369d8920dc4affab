import Acoustics
import FoundationEssentials
import Localization

extension AcousticModel {
  /// Reads the model files that the decoder reads, and checks that they are intact.
  ///
  /// If certain files are damaged, PocketSphinx ends the process or reads out of bounds, so they
  /// are checked first; files in the other byte order are refused. Blocks while reading the 6 MB of
  /// a typical model, about 10 ms.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` that names the file and the problem.
  public func checkFiles() throws(SpeechError) {
    try check()
    var counts = ModelCounts()
    try look(at: "feat.params") { bytes in
      ModelText.problem(of: bytes) { text in
        counts.streamLengths = text.streamLengths
        return text.problemOfParameters
      }
    }
    try look(at: "mdef") { bytes in
      do throws(ModelFileError) {
        return try ModelDefinition.binary(of: Array(bytes), path: "mdef").withUnsafeBytes {
          let file = ModelFile($0)
          return file.problemOfDefinition ?? counts.take(definition: file)
        }
      } catch {
        return error.problem
      }
    }
    for name in ["means", "variances"] {
      try look(at: name) { bytes in
        let file = ModelFile(bytes)
        return file.problemOfNumbers ?? counts.take(densities: file)
      }
    }
    try look(at: "transition_matrices") { bytes in
      let file = ModelFile(bytes)
      return file.problemOfNumbers ?? file.problemOfTransitions ?? counts.take(transitions: file)
    }
    let files = FileManager.default
    if files.fileExists(atPath: "\(directory)/senmgau") {
      try look(at: "senmgau") { _ in "models that map states to densities are not supported" }
    }
    if files.fileExists(atPath: "\(directory)/sendump") {
      try look(at: "sendump") { bytes in
        let file = ModelFile(bytes)
        return file.problemOfSenones ?? counts.take(weights: file)
      }
    } else {
      try look(at: "mixture_weights") { bytes in
        let file = ModelFile(bytes)
        return file.problemOfNumbers ?? counts.take(mixtureWeights: file)
      }
    }
    if files.fileExists(atPath: "\(directory)/noisedict") {
      try look(at: "noisedict") { ModelText.problem(of: $0, \.problemOfNoises) }
    }
  }

  private func look(
    at name: String, _ problem: (UnsafeRawBufferPointer) -> String?
  ) throws(SpeechError) {
    let path = "\(directory)/\(name)"
    let wrong: String?
    do {
      wrong = try Data(contentsOf: URL(filePath: path)).withUnsafeBytes(problem)
    } catch {
      wrong = "it cannot be read"
    }
    guard let wrong else { return }
    throw SpeechError(
      .modelUnavailable, Message("use the acoustic model's file"), path,
      advice: .reinstall(after: .verbatim(wrong)))
  }
}
