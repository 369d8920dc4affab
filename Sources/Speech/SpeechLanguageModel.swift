import FoundationEssentials
import LanguageModel

/// Prepares language models as files, for requests that bring one of their own.
public enum SpeechLanguageModel {
  /// Where a prepared language model lies: two text files that PocketSphinx's own tools read as well.
  public struct Configuration: Sendable, Hashable {
    /// The grammar, as a Sphinx finite-state grammar.
    public var languageModel: URL
    /// The pronunciations, as a Sphinx dictionary; nil for a file beside the grammar, with `.dict` at its end.
    public var vocabulary: URL?

    /// Names the files.
    public init(languageModel: URL, vocabulary: URL? = nil) {
      self.languageModel = languageModel
      self.vocabulary = vocabulary
    }

    var dictionary: URL { vocabulary ?? languageModel.appendingPathExtension("dict") }
  }

  /// Writes a language model where `configuration` says; an older one is replaced.
  ///
  /// - Throws: `SpeechError` with code `languageModel`.
  public static func write(_ model: CompiledLanguageModel, to configuration: Configuration)
    throws(SpeechError)
  {
    for (text, url) in [
      (model.lexicon.sphinxText, configuration.dictionary),
      (model.grammar.sphinxText, configuration.languageModel),
    ] {
      do {
        try Data(text.utf8).write(to: url, options: .atomic)
      } catch {
        throw SpeechError(
          .languageModel, operation: "write", subject: url.path, advice: "\(error)")
      }
    }
  }
}

/// A language model read from its files, and the state of the files when they were read.
struct PreparedLanguageModel: Equatable {
  let model: CompiledLanguageModel

  /// Reads it.
  ///
  /// - Throws: `SpeechError` with code `languageModel` that names the file and the line.
  init(_ files: SpeechLanguageModel.Configuration) throws(SpeechError) {
    model = CompiledLanguageModel(
      grammar: try Grammar(
        sphinxText: Self.text(files.languageModel), file: files.languageModel.path),
      lexicon: try Lexicon(sphinxText: Self.text(files.dictionary), file: files.dictionary.path))
  }

  /// More than any language model needs: a wrong file is not read into memory.
  private static let sizeLimit = 64 << 20

  private static func text(_ url: URL) throws(SpeechError) -> String {
    do {
      let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
      guard size <= sizeLimit else {
        throw SpeechError(
          .languageModel, operation: "read", subject: url.path,
          advice: "\(size) bytes are no language model")
      }
      return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    } catch let error as SpeechError {
      throw error
    } catch {
      throw SpeechError(
        .languageModel, operation: "read", subject: url.path,
        advice: "prepare the language model first: \(error)")
    }
  }
}
