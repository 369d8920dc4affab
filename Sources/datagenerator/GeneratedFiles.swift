import ChessLanguage
import LanguageModel

/// The files of `grammars/en_US`: for each data file that the service loads, the JSGF and the
/// dictionary that come out of it, which are for people to look at.
struct GeneratedFiles {
  /// File names and their texts, in the order of writing.
  private(set) var files: [(name: String, text: String)] = []
  /// A line a grammar with its size.
  private(set) var summary: [String] = []

  /// Compiles all that is said; the same words give the same bytes on every machine with the same
  /// dictionary.
  init(dictionary: PronunciationDictionary) throws(LanguageModelError) {
    try add("chess", ChessPhrases.moves(), dictionary)
    try add("dialogue", ChessPhrases.dialogue(), dictionary)
  }

  private mutating func add(
    _ name: String, _ data: CustomLanguageModelData, _ dictionary: PronunciationDictionary
  ) throws(LanguageModelError) {
    let model = try CompiledLanguageModel(data, dictionary: dictionary)
    files.append(("\(name).json", data.fileText))
    files.append(("\(name).jsgf", try data.jsgf(name: name, dictionary: dictionary)))
    files.append(("\(name).dict", model.lexicon.dictionaryText))
    summary.append(
      """
      \(name): \(model.grammar.phraseCount ?? .max) phrases of \(model.lexicon.pronunciations.count) words, \
      \(model.grammar.stateCount) states, \(model.grammar.arcs.count) arcs
      """)
  }
}
