import DeviceIO
import FoundationEssentials
import Glibc
import LanguageModel

/// Prepares language models as files, for requests that bring their own.
public enum SpeechLanguageModel {
  /// The location of a prepared language model: two text files that PocketSphinx's own tools can
  /// also read. A third file beside the grammar, with `.json` added to its name, has the data for
  /// finding intents.
  public struct Configuration: Sendable, Hashable {
    /// The grammar, as a Sphinx finite-state grammar.
    public var languageModel: URL
    /// The pronunciations, as a Sphinx dictionary; nil for a file beside the grammar that ends in
    /// `.dict`.
    public var vocabulary: URL?

    /// Names the files.
    public init(languageModel: URL, vocabulary: URL? = nil) {
      self.languageModel = languageModel
      self.vocabulary = vocabulary
    }

    var dictionary: URL { vocabulary ?? languageModel.appendingPathExtension("dict") }
    var data: URL { languageModel.appendingPathExtension("json") }
  }

  /// Compiles a data file and writes the language model to `configuration`, replacing an older one.
  ///
  /// Does nothing if `configuration` was compiled from the same data, unless `ignoresCache`.
  ///
  /// The installed model for the data's language provides the pronunciations that the data lacks.
  /// Works on its own thread while the caller is suspended.
  ///
  /// - Throws: `LanguageModelError` for errors in the data, `SpeechError` if there is no model for
  ///   its language or the files cannot be written.
  public static func prepareCustomLanguageModel(
    for asset: URL, configuration: Configuration, ignoresCache: Bool = false
  ) async throws {
    try await BlockingThread.run(name: "compiler") {
      try prepare(for: asset, configuration: configuration, ignoresCache: ignoresCache)
    }
  }

  /// The same on the calling thread, which may block for seconds.
  package static func prepare(
    for asset: URL, configuration: Configuration, ignoresCache: Bool = false
  ) throws {
    let data = try CustomLanguageModelData(contentsOf: asset)
    if !ignoresCache, isPrepared(configuration, from: data) { return }
    let model = try AcousticModel.required(for: data.locale)
    try write(CompiledLanguageModel(data, dictionary: model.pronunciations()), to: configuration)
    try write(data.fileText, to: configuration.data)
  }

  /// Whether `configuration` has all files, compiled from `data`. Writing ends with the text of the
  /// data, so its presence shows that the other files are complete.
  private static func isPrepared(
    _ configuration: Configuration, from data: CustomLanguageModelData
  ) -> Bool {
    guard let before = try? Data(contentsOf: configuration.data) else { return false }
    return before == Data(data.fileText.utf8)
      && [configuration.languageModel, configuration.dictionary].allSatisfy {
        FileManager.default.fileExists(atPath: $0.path)
      }
  }

  /// Writes a language model to `configuration`, replacing an older one.
  ///
  /// - Throws: `SpeechError` with code `languageModel`.
  public static func write(
    _ model: CompiledLanguageModel, to configuration: Configuration
  ) throws(SpeechError) {
    // The data of the old grammar.
    try? FileManager.default.removeItem(at: configuration.data)
    try write(model.lexicon.dictionaryText, to: configuration.dictionary)
    try write(model.grammar.sphinxText, to: configuration.languageModel)
  }

  private static func write(_ text: String, to url: URL) throws(SpeechError) {
    do throws(LanguageModelError) {
      try Data(text.utf8).write(regularFile: url, toDo: "write")
    } catch {
      throw SpeechError(error)
    }
  }
}

/// A language model read from its files.
struct PreparedLanguageModel: Equatable {
  let model: CompiledLanguageModel

  /// Reads the files.
  ///
  /// - Throws: `SpeechError` with code `languageModel` that names the file, and the line if there
  ///   is one.
  init(_ files: SpeechLanguageModel.Configuration) throws(SpeechError) {
    let grammar = try Grammar(
      sphinxText: Self.text(of: files.languageModel, toDo: "read the grammar"),
      file: files.languageModel.path)
    let dictionary = PronunciationDictionary(
      text: try Self.text(of: files.dictionary, toDo: "read the pronunciations"))
    let lexicon = Lexicon(pronunciations: dictionary.pronunciations(of: grammar.words))
    model = CompiledLanguageModel(
      grammar: grammar, lexicon: lexicon, intents: try Self.intents(files.data, dictionary))
  }

  private static func text(of file: URL, toDo operation: String) throws(SpeechError) -> String {
    do throws(LanguageModelError) {
      let bytes = try Data(regularFile: file, limit: sizeLimit, toDo: operation)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw SpeechError(error, toDo: "; prepare the language model first")
    }
  }

  /// The intents of the data beside the grammar; empty without such a file, as with a grammar from
  /// another program.
  private static func intents(
    _ data: URL, _ dictionary: PronunciationDictionary
  ) throws(SpeechError) -> IntentFinder {
    guard FileManager.default.fileExists(atPath: data.path) else { return IntentFinder() }
    do throws(LanguageModelError) {
      return try IntentFinder(CustomLanguageModelData(contentsOf: data), dictionary: dictionary)
    } catch {
      throw SpeechError(error, toDo: "; prepare the language model again")
    }
  }

  /// Larger than any grammar or dictionary, so that a wrong file is not read into memory.
  private static let sizeLimit = 64 << 20
}

extension SpeechError {
  /// The error of a prepared language model's file; `advice` follows the reason.
  fileprivate init(_ error: LanguageModelError, toDo advice: String = "") {
    self.init(
      .languageModel, operation: error.operation, subject: error.file ?? "",
      advice: (error.reason ?? error.description) + advice)
  }
}
