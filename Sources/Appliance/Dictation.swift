import DeviceIO
import FoundationEssentials
import LanguageModel
import Speech

/// A conversation without memory: it repeats the words it hears, out of those that a data file
/// allows.
public struct Dictation: Conversation {
  /// The phrases' data file.
  public let dataFile: String
  /// The acoustic model's pronunciations.
  public let dictionary: String

  /// `begin()` reads what can be said from both files.
  public init(dataFile: String, dictionary: String) {
    self.dataFile = dataFile
    self.dictionary = dictionary
  }

  /// Shows nothing; prepares the phrases, which can throw `LanguageModelError`.
  public func begin() async throws -> Reply {
    Reply { Sayable(languageModel: try await languageModel) }
  }

  /// Shows the words, or why there are none; what can be said stays the same.
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
