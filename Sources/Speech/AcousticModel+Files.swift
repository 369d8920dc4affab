import Acoustics
import FoundationEssentials
import Localization

extension AcousticModel {
  /// Reads the decoder's model files and checks that they are intact.
  ///
  /// Some damaged files make PocketSphinx exit or read out of bounds, so this checks them first. It
  /// also refuses files in the other byte order. Blocks while it reads the 6 MB of a typical model,
  /// about 10 ms.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` that names the file and the problem.
  public func checkFiles() throws(SpeechError) {
    try check()
    do throws(ModelFileError) {
      try readFiles()
    } catch {
      throw SpeechError(error)
    }
  }

  /// Reads one file after another, and compares each file's counts with those of the files before
  /// it.
  private func readFiles() throws(ModelFileError) {
    func path(_ name: String) -> String { "\(directory)/\(name)" }
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
    let streams = try ModelText(contentsOf: path("feat.params")).checkParameters()
    // PocketSphinx supports at most five states per phone.
    let definition = try ModelDefinition(contentsOf: path("mdef"), states: 1...5)
    guard definition.isInOrder else {
      throw ModelFileError(
        path: path("mdef"), problem: "its phones are not in order, or it has no silence")
    }
    let means = try Gaussians(contentsOf: path("means"))
    guard means.streamLengths == streams else { throw .disagreement(path("means")) }
    let variances = try Gaussians(contentsOf: path("variances"))
    guard variances.shape == means.shape else { throw .disagreement(path("variances")) }
    let transitions = try TransitionMatrices(contentsOf: path("transition_matrices"))
    guard transitions.count == definition.matrixCount,
      transitions.stateCount == definition.statesPerPhone
    else { throw .disagreement(path("transition_matrices")) }
    guard !exists("senmgau") else {
      throw ModelFileError(
        path: path("senmgau"), problem: "models that map states to densities are not supported")
    }
    let weights =
      exists("sendump")
      ? try SenoneWeights(sendump: path("sendump"), streamCount: streams.count)
      : try SenoneWeights(mixtureWeights: path("mixture_weights"), streamCount: streams.count)
    try weights.check(definition, means)
    if exists("noisedict") { try ModelText(contentsOf: path("noisedict")).checkNoises() }
  }
}

extension SpeechError {
  /// The error for a model file that cannot be used.
  init(_ error: ModelFileError) {
    self.init(
      .modelUnavailable, Message("use the acoustic model's file"), error.path,
      advice: .reinstall(after: .verbatim(error.problem)))
  }
}
