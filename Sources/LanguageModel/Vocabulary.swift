/// The known words and their pronunciations.
struct Vocabulary {
  var pronunciations: [String: [[String]]]
  /// Whether the phones are only the nearest English ones for another language's sounds.
  let isMapped: Bool

  init(
    _ content: CustomLanguageModelData.Content, dictionary: PronunciationDictionary,
    issues: inout [LanguageModelError.Issue]
  ) {
    var asked: Set<String> = []
    var seen: Set<String> = []
    func ask(_ text: String) {
      for token in text.split(whereSeparator: \.isWhitespace)
      where seen.insert(String(token)).inserted {
        asked.formUnion(SpokenText.candidates(in: String(token)))
      }
    }
    for phrase in content.phraseCounts { ask(phrase.phrase) }
    for group in content.templateGroups {
      for body in group.classes.flatMap(\.values) + group.templates.map(\.body) {
        for case .text(let text, _) in TemplateElement.parse(body).elements { ask(text) }
      }
    }
    var custom: [String: [[String]]] = [:]
    var replaced: Set<String> = []
    let isEnglish = content.locale.language == "en"
    let table = dictionary.table ?? (isEnglish ? .english : .nearestEnglish)
    var missing: [String: String] = [:]
    for term in content.customPronunciations {
      let word = term.grapheme.lowercased().replacing("’", with: "'")
      if word.isEmpty || word.contains(where: \.isWhitespace) {
        issues.report(
          .malformedPronunciation, "a pronunciation is for one word: give each word its own",
          term.grapheme)
      }
      if term.phonemes.isEmpty {
        issues.report(.malformedPronunciation, "no pronunciation is given", term.grapheme)
      }
      for phonemes in term.phonemes {
        switch table.readings(of: phonemes) {
        case .success(let readings) where readings != [[]]:
          custom[word, default: []] += readings
          for phone in readings.joined() where dictionary.phones?.contains(phone) == false {
            missing[phone] = term.grapheme
          }
        case .success:
          issues.report(.malformedPronunciation, "a pronunciation is empty", term.grapheme)
        case .failure(let unmappable):
          issues.report(
            .malformedPronunciation,
            "\"\(unmappable.symbol)\" in the pronunciation of \(term.grapheme) is not an X-SAMPA symbol"
              + (dictionary.table?.isEnglish == false
                ? " in the model's \(PhoneTable.fileName)" : isEnglish ? " for English" : ""),
            phonemes, column: unmappable.column)
        }
      }
      if term.replacesDictionary { replaced.insert(word) }
    }
    if let (phone, word) = missing.min(by: { $0.key < $1.key }) {
      issues.report(
        .malformedPronunciation,
        "the acoustic model has no phone \(missing.keys.sorted().joined(separator: ", ")): write "
          + "its own phones for X-SAMPA's symbols into \(PhoneTable.fileName), in the model's "
          + "folder or the language pack, such as {\"i\": \"IY\"}; it has "
          + (dictionary.phones ?? []).sorted().joined(separator: " "), "\(word), \(phone)")
    }
    let listed = dictionary.pronunciations(of: asked)
    let hearsEnglish = dictionary.phones?.isSuperset(of: PhoneTable.english.phones) ?? true
    isMapped = table.isEnglish && hearsEnglish && !isEnglish && listed.isEmpty
    pronunciations = custom.merging(listed.filter { !replaced.contains($0.key) }) {
      ($0 + $1).withoutDuplicates()
    }
  }

  func contains(_ word: String) -> Bool {
    pronunciations[word] != nil
  }
}
