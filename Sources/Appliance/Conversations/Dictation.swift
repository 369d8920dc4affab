import ApplianceCore
import DeviceIO
import Dialogue
import FoundationEssentials
import LanguageModel
import Localization
import Speech

/// A conversation without memory: repeats the words it recognizes, out of a data file's phrases,
/// with their intents.
package actor Dictation: Conversation {
  /// The phrases, once read.
  fileprivate struct KnownPhrases {
    var data: CustomLanguageModelData
    var model: CompiledLanguageModel
    var weights: PhraseWeights
    /// The number of requests for help.
    var helpCount = 0
  }

  /// The phrases' data file.
  package let dataFile: String
  /// The acoustic model's pronunciations.
  package let dictionary: PronunciationDictionary
  /// The confidence below which words are refused; 0…1.
  package let caution: Double
  private var phrases: KnownPhrases?

  /// How many phrases the help shows.
  private static let exampleCount = 6

  /// `begin()` reads the phrases from both files.
  package init(
    dataFile: String, dictionary: PronunciationDictionary,
    caution: Double = RecognitionResult.understoodConfidence
  ) {
    self.dataFile = dataFile
    self.dictionary = dictionary
    self.caution = caution
  }

  /// Shows nothing; prepares the phrases, which can throw `LanguageModelError`.
  package func begin() async throws -> Reply {
    Reply { [self] in
      let model = try await languageModel
      return Sayable(languageModel: model, completions: ["help", "start", "status", "stop"])
    }
  }

  /// Shows the words, or why there are none; the phrases stay the same.
  package func reply(to heard: Heard) async -> Reply { Self.reply(heard.message(caution: caution)) }

  /// Takes a phrase as if it had been said; "help" and "?" show examples.
  package func reply(toTyped line: ConsoleLine) async -> Reply? {
    let line = line.text
    switch line.lowercased() {
    case "status": return nil
    case "help", "?":
      guard let examples = phrases?.nextExamples(Self.exampleCount) else { return nil }
      let report = CommandReport(
        command: .help, text: line, confidence: 1, lines: examples.map { .verbatim($0) })
      return Reply(messages: [.response(.command(report), nil)])
    default: return phrases.map { Self.reply($0.message(typed: line)) }
    }
  }

  /// Says that phrases can be typed.
  package nonisolated var typing: [Message] {
    [Message("You can also type anything that you can say.")]
  }

  private static func reply(_ message: ConsoleMessage) -> Reply {
    let isRefused = if case .refused = message { true } else { false }
    return Reply(
      messages: [message], effects: .init(signal: isRefused ? .refused : .accepted))
  }

  /// The data file's phrases. Reads both files on a separate thread.
  package var languageModel: CompiledLanguageModel {
    get async throws {
      let read = try await BlockingThread.run(name: "phrases") { [dataFile, dictionary] in
        let data = try CustomLanguageModelData(contentsOf: URL(filePath: dataFile))
        let model = try CompiledLanguageModel(data, dictionary: dictionary)
        return KnownPhrases(data: data, model: model, weights: PhraseWeights(model.grammar))
      }
      phrases = read
      return read.model
    }
  }
}

extension Dictation.KnownPhrases {
  fileprivate mutating func nextExamples(_ count: Int) -> [String] {
    defer { helpCount += 1 }
    return data.examples(limit: count, turn: helpCount)
  }

  fileprivate func message(typed line: String) -> ConsoleMessage {
    let words = SpokenText.words(in: line) { model.lexicon.pronunciations[$0] != nil }
    guard weights.weight(of: words) != nil else {
      return .refused(.notUnderstood(text: line, confidence: nil))
    }
    return .result(
      Utterance(
        text: words.joined(separator: " "), words: [], confidence: 1, seconds: 0,
        intent: model.intents.intent(of: words)))
  }
}
