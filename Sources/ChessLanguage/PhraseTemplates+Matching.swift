/// One reading of words by one template: its roles with their values, and its conditions.
struct Parse: Sendable, Hashable {
  var scope: PhraseTemplate.Scope
  var bindings: [Binding]

  struct Binding: Sendable, Hashable {
    var role: Role
    var value: UInt16
  }

  /// The value of a role, the last one if it occurs several times; nil if it does not occur.
  func value(of role: Role) -> UInt16? {
    bindings.last { $0.role == role }?.value
  }
}

extension PhraseTemplate {
  /// One way to say an element: its words, none for a condition, and the value of a role.
  struct Phrasing: Sendable {
    var value: UInt16 = 0
    var words: [Int32]
  }
}

extension PhraseTemplates {
  /// Every reading of the words by a template; empty if no template has one of the words.
  func parses(of words: [String]) -> [Parse] {
    var ids: [Int32] = []
    for word in words {
      guard let id = id(of: word) else { return [] }
      ids.append(id)
    }
    guard let first = ids.first else { return [] }
    var reader = TemplateReader(templates: self, words: ids)
    for template in templates(beginningWith: first) { reader.read(template) }
    return reader.parses
  }

  /// The ways to say an element, value by value.
  func phrasings(of element: PhraseTemplate.Element) -> [PhraseTemplate.Phrasing] {
    switch element {
    case .condition: [.init(words: [])]
    case .symbol(let symbol): symbols[symbol].alternatives.map { .init(words: $0.words) }
    case .role(.ending):
      endingPhrases.flatMap { ending, phrases in
        phrases.map { .init(value: UInt16(ending.rawValue), words: $0) }
      }
    case .role(let role):
      (leaves[role] ?? []).enumerated().flatMap { value, symbol in
        symbols[symbol].alternatives.map {
          .init(value: UInt16(truncatingIfNeeded: value), words: $0.words)
        }
      }
    }
  }

  /// The words that phrases of these elements can begin with.
  func firstWords(of elements: ArraySlice<PhraseTemplate.Element>) -> Set<Int32> {
    guard let element = elements.first else { return [] }
    let phrasings = phrasings[element] ?? [:]
    let words = Set(phrasings.keys.compactMap { $0 })
    return phrasings[nil] == nil ? words : words.union(firstWords(of: elements.dropFirst()))
  }

  /// Whether the words begin a correction: "no", or "not" before the wrong move.
  func isBeginningOfCorrection(_ words: [String], namesWrongMove: Bool) -> Bool {
    begins(words) { template in
      template.scope == .correction
        && template.elements.contains(.condition(.correct)) == !namesWrongMove
        ? template.elements.first { $0 != .condition(.correct) } : nil
    }
  }

  /// Whether people say the words before their name: "I am".
  func isIntroduction(_ words: [String]) -> Bool {
    begins(words) {
      $0.elements.first == .condition(.introduces) ? $0.elements.dropFirst().first : nil
    }
  }

  /// Whether the words say the element that `beginning` picks from some template.
  private func begins(
    _ words: [String], _ beginning: (PhraseTemplate) -> PhraseTemplate.Element?
  ) -> Bool {
    let ids = words.compactMap(id)
    guard ids.count == words.count, let first = ids.first else { return false }
    return templates(beginningWith: first).contains { template in
      guard case .symbol(let symbol)? = beginning(template) else { return false }
      return symbols[symbol].alternatives.contains { $0.words == ids }
    }
  }

  /// Whether a phrase stands among the words at `place`.
  static func isSaid(_ phrase: [Int32], _ words: [Int32], _ place: Int) -> Bool {
    guard phrase.count <= words.count - place else { return false }
    return phrase.indices.allSatisfy { phrase[$0] == words[place + $0] }
  }
}

/// Reads the same words by one template after another.
private struct TemplateReader {
  let templates: PhraseTemplates
  let words: [Int32]
  var parses: [Parse] = []
  var bindings: [Parse.Binding] = []
  /// The ways to say an element that stand at a place: many templates share elements.
  var said: [Spot: [PhraseTemplate.Phrasing]] = [:]

  struct Spot: Hashable {
    var element: PhraseTemplate.Element
    var place: Int
  }

  /// Reads all words by the template, from its element `index` on and from the word `place` on.
  mutating func read(_ template: PhraseTemplate, from index: Int = 0, at place: Int = 0) {
    guard index < template.elements.count else {
      if place == words.count { parses.append(Parse(scope: template.scope, bindings: bindings)) }
      return
    }
    let element = template.elements[index]
    for phrasing in phrasings(of: element, at: place) {
      let outer = bindings.count
      if let role = element.role { bindings.append(.init(role: role, value: phrasing.value)) }
      read(template, from: index + 1, at: place + phrasing.words.count)
      bindings.removeSubrange(outer...)
    }
  }

  private mutating func phrasings(
    of element: PhraseTemplate.Element, at place: Int
  ) -> [PhraseTemplate.Phrasing] {
    let spot = Spot(element: element, place: place)
    if let known = said[spot] { return known }
    let phrasings = templates.phrasings[element] ?? [:]
    let beginning = place < words.count ? phrasings[words[place]] ?? [] : []
    let fitting = ((phrasings[nil] ?? []) + beginning).filter {
      PhraseTemplates.isSaid($0.words, words, place)
    }
    said[spot] = fitting
    return fitting
  }
}
