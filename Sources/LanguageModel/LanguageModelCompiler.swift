/// Turns data into a grammar and a lexicon, and collects all errors.
struct LanguageModelCompiler {
  /// A piece of a template, with words as numbers.
  enum Element: Hashable {
    case word(Int32)
    /// Index into the group's classes.
    case reference(Int)
  }

  struct Group {
    var classes: [(name: String, values: [[Element]])]
    var templates: [[Element]]
    var counts: [Int]
    /// The classes, each after the classes that it refers to.
    var dependencyOrder: [Int]
    /// For each value of each class, how often people say it, relative to the others.
    var shares: [[Double]]

    /// How many phrases each value of each class yields, rare ones counting less; approximate for
    /// huge numbers.
    func expansionCounts() -> [[Double]] {
      var totals = Array(repeating: 0.0, count: classes.count)
      var counts = Array(repeating: [Double](), count: classes.count)
      for index in dependencyOrder {
        counts[index] = zip(classes[index].values, shares[index]).map {
          Self.expansionCount(of: $0, totals) * $1
        }
        totals[index] = counts[index].reduce(0, +)
      }
      return counts
    }

    /// How many phrases the elements yield, given the totals of the classes.
    static func expansionCount(of elements: [Element], _ totals: [Double]) -> Double {
      elements.reduce(1) { product, element in
        if case .reference(let inner) = element { product * totals[inner] } else { product }
      }
    }
  }

  private(set) var words: [String] = []
  private(set) var groups: [Group] = []
  private(set) var phrases: [(words: [Int32], count: Int)] = []
  private(set) var lexicon = Lexicon()

  let content: CustomLanguageModelData.Content
  private var issues: [LanguageModelError.Issue] = []
  private(set) var numbers: [String: Int32] = [:]

  init(content: CustomLanguageModelData.Content, dictionary: PronunciationDictionary) {
    self.content = content
    let resolved = content.templateGroups.map { ResolvedTemplates($0, issues: &issues) }
    let known = Vocabulary(content, dictionary: dictionary, issues: &issues)
    var places: [(word: String, subject: String, column: Int)] = []
    // A cache: the same pieces of text recur often.
    var spoken: [String: [Int32]] = [:]
    var words = words
    var numbers = numbers
    func intern(_ text: String, subject: @autoclosure () -> String, column: Int) -> [Int32] {
      if let known = spoken[text] { return known }
      let found = SpokenText.words(in: text, isKnown: known.contains).map { word in
        if let number = numbers[word] { return number }
        let number = Int32(words.count)
        numbers[word] = number
        words.append(word)
        places.append((word, subject(), column))
        return number
      }
      spoken[text] = found
      return found
    }

    for phrase in content.phraseCounts {
      if phrase.count <= 0 {
        issues.report(
          .badCount, "the count is \(phrase.count): it must be 1 or more", phrase.phrase)
      }
      var column = 1
      var numbers: [Int32] = []
      for token in phrase.phrase.split(separator: " ", omittingEmptySubsequences: false) {
        numbers += intern(String(token), subject: phrase.phrase, column: column)
        column += token.count + 1
      }
      if numbers.isEmpty {
        issues.report(
          .emptyTemplate, "the phrase has no words: write one or remove it", phrase.phrase)
      }
      phrases.append((numbers, phrase.count))
    }
    for (group, resolved) in zip(content.templateGroups, resolved) {
      func elements(_ source: [ResolvedTemplates.Element], in body: String) -> [Element] {
        source.flatMap { element in
          switch element {
          case .text(let text, let column):
            intern(text, subject: body, column: column).map(Element.word)
          case .reference(let index): [Element.reference(index)]
          }
        }
      }
      groups.append(
        Group(
          classes: zip(group.classes, resolved.classes).map { definition, resolved in
            (
              resolved.name,
              zip(definition.values, resolved.values).map { elements($1, in: $0) }
            )
          },
          templates: zip(group.templates, resolved.templates).map { elements($1, in: $0.body) },
          counts: group.templates.map(\.count), dependencyOrder: resolved.dependencyOrder,
          shares: group.shares))
    }
    self.words = words
    self.numbers = numbers
    checkCounts()
    lexicon.isMapped = known.isMapped
    for (word, subject, column) in places {
      if let variants = known.pronunciations[word] {
        lexicon.pronunciations[word] = variants
      } else {
        issues.report(
          .missingPronunciation,
          "the dictionary does not have \"\(word)\": give it a custom pronunciation", subject,
          column: column)
      }
    }
  }

  private mutating func checkCounts() {
    var total = 0
    for count in phrases.map(\.count) + groups.flatMap(\.counts) {
      let (sum, overflow) = total.addingReportingOverflow(max(0, count))
      if overflow {
        issues.report(.badCount, "all counts together are too large", "\(count)")
        return
      }
      total = sum
    }
    if phrases.isEmpty && groups.allSatisfy(\.templates.isEmpty) {
      issues.report(.noPhrases, "there is neither a phrase nor a template", "")
    }
  }

  /// Throws all errors found.
  func check() throws(LanguageModelError) {
    guard !issues.isEmpty else { return }
    throw LanguageModelError(
      .invalidModel, operation: "compile the language model \(content.identifier)", issues: issues)
  }

  /// The union of all phrases and templates, with epsilon arcs.
  func grammar() throws(LanguageModelError) -> Grammar {
    try check()
    let total =
      phrases.reduce(0.0) { $0 + Double($1.count) }
      + groups.reduce(0.0) { $0 + $1.counts.reduce(0.0) { $0 + Double($1) } }
    var network = TemplateNetwork()
    for (words, count) in phrases {
      network.insert(words.map(Element.word), chance: Double(count) / total)
    }
    for group in groups {
      network.begin(group)
      for (template, count) in zip(group.templates, group.counts) {
        network.insert(template, chance: Double(count) / total)
      }
    }
    guard !network.isTooLarge else {
      throw LanguageModelError(
        .invalidModel, operation: "compile the language model \(content.identifier)",
        issues: [
          .init(
            .tooLarge,
            "the templates need more than \(TemplateNetwork.arcLimit) arcs: use fewer or shorter classes",
            subject: content.identifier)
        ])
    }
    return network.grammar(words: words)
  }
}

extension CustomLanguageModelData.TemplateGroup {
  /// With 1, 4.5 % of illegal chess moves were played, with 0.2 1 %; with 0.05, fewer legal ones.
  private static let shareOfRare = 0.2

  /// For each value of each class, how often people say it, relative to the others.
  fileprivate var shares: [[Double]] {
    let listed = classes.first { $0.name == "only-heard" }?.values ?? []
    let rare = rareValues.union(listed)
    return classes.map { $0.values.map { rare.contains($0) ? Self.shareOfRare : 1 } }
  }
}
