import ChessLanguage
import LanguageModel

/// The files of `grammars/en_US`: the data files for the service, and for people the JSGF and
/// dictionary of each.
struct GeneratedFiles {
  /// File names and their texts, in writing order.
  private(set) var files: [(name: String, text: String)] = []
  /// One line per grammar with its size.
  private(set) var summary: [String] = []

  /// Compiles all phrases; the same phrases and dictionary give the same bytes on every machine.
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
