import FoundationEssentials

@testable import Acoustics
@testable import LanguageModel
@testable import Speech

extension FuzzTarget {
  /// A small acoustic model with one damaged file, and its additions for dictation; and the text of
  /// a grammar.
  static let models =
    SmallModel.files.map { name in
      let model = SmallModel(replacing: name)
      return FuzzTarget(name, upTo: 8_192) { model.take($0) }
    } + [
      FuzzTarget("ngram", upTo: 1_024) { bytes in
        SmallModel(replacing: "ngram").dictate(ngram: SmallModel.ngram(bytes))
      },
      FuzzTarget("dictation-words", upTo: 1_024) { bytes in
        SmallModel(replacing: "dictation-words").dictate(words: bytes)
      },
      FuzzTarget("grammar", upTo: 4_096) { bytes in
        guard let grammar = try? Grammar(sphinxText: bytes.text, file: "grammar"),
          (try? grammar.checkForDecoder()) != nil
        else { return }
        _ = grammar.usedWords
      },
    ]
}
