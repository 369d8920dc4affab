import Foundation
import LanguageModel
import Speech

/// `pocketsphinx_continuous` with the same grammar, dictionary and settings.
struct StockDecoder {
  private let command: [String]
  /// The grammar and the dictionary.
  let files: [String]

  /// Nil if it is not installed.
  init?(model: AcousticModel, languageModel: CompiledLanguageModel, folder: URL) throws {
    guard (try? Child.run(["which", "pocketsphinx_continuous"])) != nil else { return nil }
    let prepared = SpeechLanguageModel.Configuration(
      languageModel: folder.appendingPathComponent("grammar.fsg"),
      vocabulary: folder.appendingPathComponent("grammar.dict"))
    try SpeechLanguageModel.write(languageModel, to: prepared)
    files = [prepared.languageModel.path, prepared.vocabulary?.path ?? ""]
    let settings = DecoderConfiguration()
    command = [
      "pocketsphinx_continuous", "-hmm", model.directory, "-fsg", files[0], "-dict", files[1],
      "-bestpath", "no",
      "-remove_silence", "no", "-remove_noise", settings.removesNoise ? "yes" : "no",
      "-lw", "\(settings.languageWeight)", "-wip", "\(settings.wordInsertionPenalty)",
      "-silprob", "\(settings.silenceProbability)", "-fillprob", "\(settings.fillerProbability)",
      "-beam", "\(settings.beam)", "-wbeam", "\(settings.wordBeam)", "-pbeam",
      "\(settings.phoneBeam)", "-infile",
    ]
  }

  func decode(_ path: String) throws -> Child { try Child.run(command + [path]) }
}
