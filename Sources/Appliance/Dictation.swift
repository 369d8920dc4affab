import DeviceIO
import FoundationEssentials
import LanguageModel
import Speech

/// A conversation without any memory: it repeats the words that it was told, out of those that a
/// data file allows.
public struct Dictation: Conversation {
  /// The phrases' data file.
  public let dataFile: String
  /// The acoustic model's pronunciations.
  public let dictionary: String

  /// What can be said is read from both files when it begins.
  public init(dataFile: String, dictionary: String) {
    self.dataFile = dataFile
    self.dictionary = dictionary
  }

  /// Shows nothing; prepares the phrases, which throws `LanguageModelError`.
  public func begin() async throws -> Reply {
    Reply { Sayable(languageModel: try await languageModel) }
  }

  /// Shows the words, or why there are none; what can be said stays.
  public func reply(to heard: Heard) async -> Reply {
    if let refusal = heard.refusal {
      return Reply(messages: [.refused(refusal)], signal: .refused)
    }
    return Reply(messages: [.result(heard.utterance)], signal: .accepted)
  }

  /// What the data file allows to be said. Reads both files, on a thread of its own.
  public var languageModel: CompiledLanguageModel {
    get async throws {
      try await BlockingThread.run(name: "phrases") {
        try CompiledLanguageModel(
          CustomLanguageModelData(contentsOf: URL(filePath: dataFile)),
          dictionary: PronunciationDictionary(contentsOf: URL(filePath: dictionary)))
      }
    }
  }
}
