import Glibc
import LanguageModel

/// The templates of data files, in the form used for binding to positions and matching words.
struct PhraseTemplates: Sendable {
  private(set) var words: [String] = []
  private(set) var symbols: [PhraseSymbol] = []
  private(set) var templates: [PhraseTemplate] = []
  /// The smallest grammar of each symbol's phrases; and without rare ones, unless all are rare.
  private(set) var parts: [Grammar] = []
  private(set) var usualParts: [Grammar] = []
  /// The symbol for each value of a role; and for any of them, all equally likely.
  private(set) var leaves: [Role: [Int]] = [:]
  private(set) var anyLeaf: [Role: Int] = [:]
  /// The phrases for each ending.
  private(set) var endingPhrases: [Ending: [[Int32]]] = [.none: [[]]]
  /// The names in the class "opening", by the role's value.
  private(set) var openingNames: [String] = []
  /// The people in the class "name", by the role's value.
  private(set) var names: [String] = []
  /// Words that are understood but never suggested, such as an article before a noun of another
  /// gender, by the first of them; and those that are not suggested at a phrase's beginning.
  private(set) var onlyHeard: [Int32: [[Int32]]] = [:]
  private(set) var onlyHeardFirst: [[Int32]] = []
  /// The forms of the current group's classes: many templates share them.
  private var classVariants: [String: [Variant]] = [:]
  /// The phrases of the class "only-heard".
  private var rare: Set<[Int32]> = []
  /// The data's first spelling of each word: "Dame" for "dame".
  private(set) var spellings: [String: String] = [:]
  /// A name for each symbol, as the automaton's words.
  private(set) var symbolNames: [String] = []
  /// The ways to say each element, by their first words; nil for the way without words.
  private(set) var phrasings: [PhraseTemplate.Element: [Int32?: [PhraseTemplate.Phrasing]]] = [:]
  /// The templates that can begin with each word, as ascending indices.
  private var beginnings: [Int32: [Int]] = [:]
  private var wordIDs: [String: Int32] = [:]
  private var symbolIDs: [PhraseSymbol: Int] = [:]
  private let isKnown: @Sendable (String) -> Bool

  private static let shareOfRare: Float = 0.05
  /// How many phrases a value of a class of words may have.
  private static let alternativeLimit = 4096
  /// How many parts a template may have, and how many forms if its classes choose between roles.
  private static let variantLimit = 4096
  /// Why a template cannot be bound to a position: it has too many parts or forms.
  private struct TooLarge: Error { var reason: String }

  /// Templates that are too large and left out; if there are any, do not use the others either.
  private(set) var tooLarge: [LanguageModelError.Issue] = []

  /// Reads compiled data, whose references have been checked.
  ///
  /// - Parameter lexicon: The compiled data's lexicon, which decides how to spell words with
  ///   hyphens and apostrophes.
  init(_ data: [CustomLanguageModelData], lexicon: Lexicon) {
    let known = Set(lexicon.pronunciations.keys)
    isKnown = { known.contains($0) }
    for data in data {
      for phrase in data.phraseCounts {
        let symbol = symbolOfWords(in: phrase.phrase)
        templates.append(
          PhraseTemplate(
            elements: [.symbol(symbol)], weight: Double(phrase.count), scope: .plain,
            isOpened: false))
      }
      for group in data.templateGroups { insert(group) }
    }
    parts = symbols.map { $0.grammar(words: words) }
    usualParts = zip(symbols, parts).map { symbol, part in
      let usual = symbol.alternatives.filter { !rare.contains($0.words) }
      return usual.isEmpty || usual.count == symbol.alternatives.count
        ? part : PhraseSymbol(alternatives: usual).grammar(words: words)
    }
    for element in Set(templates.flatMap(\.elements)) {
      phrasings[element] = Dictionary(grouping: phrasings(of: element), by: \.words.first)
    }
    for (index, template) in templates.enumerated() {
      for word in firstWords(of: template.elements[...]) {
        beginnings[word, default: []].append(index)
      }
    }
  }

  func id(of word: String) -> Int32? { wordIDs[word] }

  /// The templates whose phrases can begin with a word, in their order.
  func templates(beginningWith word: Int32) -> [PhraseTemplate] {
    (beginnings[word] ?? []).map { templates[$0] }
  }

  private mutating func insert(_ group: CustomLanguageModelData.TemplateGroup) {
    var classes: [String: [[TemplateElement]]] = [:]
    for definition in group.classes {
      classes[definition.name] = definition.values.map { TemplateElement.parse($0).elements }
    }
    classVariants = [:]
    if let openings = group.classes.first(where: { Role(className: $0.name) == .opening }) {
      openingNames = openings.values.map(Self.openingName)
    }
    if let people = group.classes.first(where: { Role(className: $0.name) == .name }) {
      names = people.values
    }
    do throws(TooLarge) {
      let heard = try phrases(ofClass: "only-heard", classes)
      rare.formUnion(heard)
      for phrase in try heard + phrases(ofClass: "\(Ending.courtesy)", classes) {
        if let first = phrase.first { onlyHeard[first, default: []].append(phrase) }
      }
      onlyHeardFirst += try phrases(ofClass: "only-heard-first", classes).filter { !$0.isEmpty }
    } catch {
      tooLarge.append(.init(.tooLarge, error.reason, subject: "only-heard"))
    }
    for template in group.templates {
      let elements = TemplateElement.parse(template.body).elements
      do throws(TooLarge) {
        for variant in try flatten(elements, classes) {
          templates.append(
            PhraseTemplate(
              elements: variant.elements, weight: Double(template.count) * variant.share,
              scope: .init(of: variant.elements.compactMap(\.role?.scope)) ?? .plain,
              isOpened: template.body.hasPrefix("<opener>")))
        }
      } catch {
        // The template itself is among them too.
        guard !template.body.hasPrefix("<opener>") else { continue }
        tooLarge.append(.init(.tooLarge, error.reason, subject: template.body))
      }
    }
  }

  /// The opening's name for a value of the class "opening": the value itself or, if another
  /// language has a different name, the class that it refers to: `<sicilian-defense>`.
  private static func openingName(_ value: String) -> String {
    guard case .reference(let name, _)? = TemplateElement.parse(value).elements.first else {
      return value
    }
    return name.replacing("-", with: " ")
  }

  private typealias Variant = (elements: [PhraseTemplate.Element], share: Double)

  /// The template without composite classes and optional words: one variant per combination.
  private mutating func flatten(
    _ elements: [TemplateElement], _ classes: [String: [[TemplateElement]]]
  ) throws(TooLarge) -> [Variant] {
    try Self.checkCount(elements.count)
    var variants: [Variant] = [([], 1)]
    for element in elements {
      let choices: [Variant]
      switch element {
      case .text(let text, _): choices = [([.symbol(symbolOfWords(in: text))], 1)]
      case .reference(let name, _): choices = try flatten(className: name, classes)
      }
      try Self.checkCount(variants.count * choices.count)
      variants = variants.flatMap { head in
        choices.map { (head.elements + $0.elements, head.share * $0.share) }
      }
    }
    return variants
  }

  private static func checkCount(_ count: Int) throws(TooLarge) {
    guard count <= variantLimit else {
      throw TooLarge(
        reason: "it has more than \(variantLimit) forms or parts: use fewer or smaller classes")
    }
  }

  private mutating func flatten(
    className name: String, _ classes: [String: [[TemplateElement]]]
  ) throws(TooLarge) -> [Variant] {
    if let known = classVariants[name] { return known }
    let variants = try variants(ofClass: name, classes)
    classVariants[name] = variants
    return variants
  }

  private mutating func variants(
    ofClass name: String, _ classes: [String: [[TemplateElement]]]
  ) throws(TooLarge) -> [Variant] {
    let values = classes[name] ?? []
    let role = Role(className: name)
    if let role, try makeLeaves(of: role, values, classes) { return [([.role(role)], 1)] }
    let condition = role.map { [PhraseTemplate.Element.condition($0)] } ?? []
    if role == nil, values.joined().contains(where: { Self.hasRole($0, classes) }) {
      let share = 1 / Double(values.count)
      var variants: [Variant] = []
      for value in values {
        variants += try flatten(value, classes).map { ($0.elements, $0.share * share) }
        try Self.checkCount(variants.count)
      }
      return variants
    }
    let phrases = try phrases(ofClass: name, classes)
    let said = phrases.filter { !$0.isEmpty }
    let share = Double(total(of: said) / total(of: phrases))
    var variants: [Variant] = []
    if !said.isEmpty { variants.append((condition + [.symbol(symbol(of: said))], share)) }
    if said.count < phrases.count { variants.append((condition, 1 - share)) }
    return variants
  }

  /// Makes the leaf symbols of a role that has values; false for a mere condition.
  private mutating func makeLeaves(
    of role: Role, _ values: [[TemplateElement]], _ classes: [String: [[TemplateElement]]]
  ) throws(TooLarge) -> Bool {
    if leaves[role] != nil { return true }
    switch role {
    case .ending: leaves[role] = try makeEndings(classes)
    case .opening, .name:
      var symbols: [Int] = []
      for value in values {
        symbols.append(symbol(of: try phrases(of: value, inClass: "\(role)", classes)))
      }
      leaves[role] = symbols
    default:
      let names = role.leafClassNames
      guard !names.isEmpty else { return false }
      var symbols: [Int] = []
      for name in names {
        symbols.append(symbol(of: try phrases(ofClass: name, classes).filter { !$0.isEmpty }))
      }
      leaves[role] = symbols
    }
    let values = leaves[role] ?? []
    let share = -log(Float(values.count))
    let phrases = values.flatMap { symbols[$0].alternatives }
    anyLeaf[role] = symbol(
      PhraseSymbol(alternatives: phrases.map { .init(words: $0.words, weight: $0.weight + share) }))
    return true
  }

  /// How often people say "check" or "mate" after a move that gives nothing, check, or mate; rarely
  /// if it is false.
  private static let endingShares: [Ending: [Ending: Float]] = [
    .none: [.none: 0.965, .check: 0.015, .mate: 0.005, .courtesy: 0.015],
    .check: [.none: 0.59, .check: 0.39, .mate: 0.01, .courtesy: 0.01],
    .mate: [.none: 0.49, .check: 0.2, .mate: 0.3, .courtesy: 0.01],
  ]

  private mutating func makeEndings(
    _ classes: [String: [[TemplateElement]]]
  ) throws(TooLarge) -> [Int] {
    for ending in [Ending.check, .mate, .courtesy] {
      endingPhrases[ending] = try phrases(ofClass: "\(ending)", classes).filter { !$0.isEmpty }
    }
    return [Ending.none, .check, .mate].map { status in
      let alternatives = Ending.allCases.flatMap { said in
        weighted(endingPhrases[said] ?? [], share: Self.endingShares[status]?[said] ?? 0)
      }
      return symbol(PhraseSymbol(alternatives: alternatives))
    }
  }

  private static func hasRole(
    _ element: TemplateElement, _ classes: [String: [[TemplateElement]]]
  ) -> Bool {
    guard case .reference(let name, _) = element else { return false }
    return Role(className: name) != nil
      || (classes[name] ?? []).joined().contains { hasRole($0, classes) }
  }

  /// All word sequences of a class without roles, value by value.
  private mutating func phrases(
    ofClass name: String, _ classes: [String: [[TemplateElement]]]
  ) throws(TooLarge) -> [[Int32]] {
    var phrases: [[Int32]] = []
    for value in classes[name] ?? [] {
      phrases += try self.phrases(of: value, inClass: name, classes)
    }
    return phrases
  }

  /// All word sequences of one value.
  private mutating func phrases(
    of value: [TemplateElement], inClass name: String, _ classes: [String: [[TemplateElement]]]
  ) throws(TooLarge) -> [[Int32]] {
    try Self.checkCount(value.count)
    var phrases: [[Int32]] = [[]]
    for element in value {
      let choices =
        switch element {
        case .text(let text, _): [ids(ofWordsIn: text)]
        case .reference(let inner, _): try self.phrases(ofClass: inner, classes)
        }
      guard phrases.count * choices.count <= Self.alternativeLimit else {
        throw TooLarge(
          reason: "a value of its class <\(name)> stands for more than \(Self.alternativeLimit) "
            + "phrases: use fewer or smaller classes there")
      }
      phrases = phrases.flatMap { head in choices.map { head + $0 } }
    }
    return phrases
  }

  private mutating func ids(ofWordsIn text: String) -> [Int32] {
    for word in text.split(separator: " ") {
      let small = word.lowercased()
      if spellings[small] == nil { spellings[small] = String(word) }
    }
    return SpokenText.words(in: text, isKnown: isKnown).map { word in
      if let id = wordIDs[word] { return id }
      let id = Int32(words.count)
      words.append(word)
      wordIDs[word] = id
      return id
    }
  }

  private mutating func symbolOfWords(in text: String) -> Int {
    symbol(of: [ids(ofWordsIn: text)])
  }

  private mutating func symbol(of phrases: [[Int32]]) -> Int {
    symbol(PhraseSymbol(alternatives: weighted(phrases, share: 1)))
  }

  /// How often people say a phrase, relative to another one with the same meaning.
  private func share(of phrase: [Int32]) -> Float { rare.contains(phrase) ? Self.shareOfRare : 1 }

  private func total(of phrases: [[Int32]]) -> Float { phrases.reduce(0) { $0 + share(of: $1) } }

  /// Phrases that mean the same and have a share together.
  private func weighted(_ phrases: [[Int32]], share: Float) -> [PhraseSymbol.Alternative] {
    let total = total(of: phrases)
    return phrases.map { .init(words: $0, weight: log(share * self.share(of: $0) / total)) }
  }

  private mutating func symbol(_ symbol: PhraseSymbol) -> Int {
    if let id = symbolIDs[symbol] { return id }
    symbols.append(symbol)
    symbolNames.append("#\(symbolNames.count)")
    symbolIDs[symbol] = symbols.count - 1
    return symbols.count - 1
  }
}
