/// One reading of words by one template: its roles with their values, and its conditions.
struct Parse: Sendable, Hashable {
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
  /// One way to say an element: its words, and their value if the element is a role.
  struct Phrasing: Sendable {
    var value: UInt16 = 0
    var words: [Int32]
  }
}

extension PhraseTemplates {
  /// Every reading of the words by a template of the scopes; empty if no template has one of the
  /// words.
  func parses(of words: [String], scopes: Set<PhraseTemplate.Scope>) -> [Parse] {
    var ids: [Int32] = []
    for word in words {
      guard let id = id(of: word) else { return [] }
      ids.append(id)
    }
    guard let first = ids.first else { return [] }
    var parses: [Parse] = []
    for template in templates(beginningWith: first) where scopes.contains(template.scope) {
      var bindings: [Parse.Binding] = []
      match(template.elements, 0, ids, 0, &bindings) { parses.append(Parse(bindings: $0)) }
    }
    return parses
  }

  /// The ways to say an element, value by value; none for a condition.
  func phrasings(of element: PhraseTemplate.Element) -> [PhraseTemplate.Phrasing] {
    switch element {
    case .condition: []
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
    if case .condition = element { return firstWords(of: elements.dropFirst()) }
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

  /// Matches the elements from `index` on with the words from `place` on.
  private func match(
    _ elements: [PhraseTemplate.Element], _ index: Int, _ words: [Int32], _ place: Int,
    _ bindings: inout [Parse.Binding], _ found: ([Parse.Binding]) -> Void
  ) {
    guard index < elements.count else {
      if place == words.count { found(bindings) }
      return
    }
    let element = elements[index]
    if case .condition(let role) = element {
      bindings.append(.init(role: role, value: 0))
      match(elements, index + 1, words, place, &bindings, found)
      bindings.removeLast()
      return
    }
    guard let phrasings = phrasings[element] else { return }
    var fitting = phrasings[nil] ?? []
    if place < words.count { fitting += phrasings[words[place]] ?? [] }
    for phrasing in fitting where Self.isSaid(phrasing.words, words, place) {
      let end = place + phrasing.words.count
      if case .role(let role) = element {
        bindings.append(.init(role: role, value: phrasing.value))
        match(elements, index + 1, words, end, &bindings, found)
        bindings.removeLast()
      } else {
        match(elements, index + 1, words, end, &bindings, found)
      }
    }
  }

  /// Whether a phrase stands among the words at `place`.
  static func isSaid(_ phrase: [Int32], _ words: [Int32], _ place: Int) -> Bool {
    guard phrase.count <= words.count - place else { return false }
    return phrase.indices.allSatisfy { phrase[$0] == words[place + $0] }
  }
}
