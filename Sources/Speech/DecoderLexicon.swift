import LanguageModel
import Localization

/// The words in the decoder's dictionary, and their names there.
///
/// PocketSphinx cannot change or remove a dictionary entry. If a word returns with different
/// pronunciations, it gets another entry ("rook@2"), and the grammar refers to that one.
struct DecoderLexicon {
  private struct Entry: Hashable {
    var word: String
    var pronunciations: [[String]]
  }

  private var names: [Entry: [String]] = [:]
  private var words: [String: String] = [:]
  private var current: [String: [String]] = [:]
  private var entryCounts: [String: Int] = [:]

  /// The dictionary's names for a word's most recently added pronunciations: "rook", "rook(2)", ….
  func names(of word: String) -> [String] { current[word] ?? [] }

  /// The word for a name, which may be a variant's ("rook(2)"); nil for a filler.
  func word(of name: String) -> String? {
    if let word = words[name] { return word }
    guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "(") else { return nil }
    return words[String(name[..<bracket])]
  }

  /// Makes sure that every word is in the dictionary with exactly these pronunciations.
  ///
  /// - Parameter insert: Adds an entry with a name and phones, separated by spaces; returns false
  ///   on failure.
  /// - Throws: `SpeechError` with code `pronunciation` that names every word without a
  ///   pronunciation, or the refused word.
  mutating func add(
    _ newWords: Set<String>, pronouncedAs lexicon: Lexicon, insert: (String, String) -> Bool
  ) throws(SpeechError) {
    let silent = newWords.filter { (lexicon.pronunciations[$0] ?? []).allSatisfy(\.isEmpty) }
      .sorted()
    guard silent.isEmpty else {
      throw SpeechError(
        .pronunciation, Message("use a grammar with the words"),
        silent.map { "\"\($0)\"" }.joined(separator: ", "),
        advice: Message("they have no pronunciation; add a custom pronunciation for each"))
    }
    var additions = current
    for word in newWords.sorted() {
      let pronunciations = (lexicon.pronunciations[word] ?? []).filter { !$0.isEmpty }
      additions[word] = try names(
        for: Entry(word: word, pronunciations: pronunciations), insert: insert)
    }
    current = additions
  }

  private mutating func names(
    for entry: Entry, insert: (String, String) -> Bool
  ) throws(SpeechError) -> [String] {
    if let known = names[entry] { return known }
    // A closing bracket would make it a variant of another word, and white space separates fields
    // in the file formats.
    guard !entry.word.isEmpty,
      !entry.word.contains(where: { $0.isWhitespace || "()<>[]@#".contains($0) })
    else {
      throw SpeechError(
        .pronunciation, Message("add the word"), "\"\(entry.word)\"",
        advice: Message("a word must not contain spaces or any of ()<>[]@#"))
    }
    let count = entryCounts[entry.word, default: 0] + 1
    entryCounts[entry.word] = count
    let name = count == 1 ? entry.word : "\(entry.word)@\(count)"
    var variants: [String] = []
    for (index, phones) in entry.pronunciations.enumerated() {
      let variant = index == 0 ? name : "\(name)(\(index + 1))"
      let spoken = phones.joined(separator: " ")
      guard insert(variant, spoken) else {
        throw SpeechError(
          .pronunciation, Message("add the word"), "\"\(entry.word)\"",
          advice: Message("the acoustic model lacks a phone of \(spoken); \(Complaint.last)"))
      }
      variants.append(variant)
    }
    names[entry] = variants
    words[name] = entry.word
    return variants
  }
}
