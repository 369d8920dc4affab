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

extension PhraseTemplates {
  /// Every reading of the words by a template of the scopes; empty if no template has one of the
  /// words.
  func parses(of words: [String], scopes: Set<PhraseTemplate.Scope>) -> [Parse] {
    var ids: [Int32] = []
    for word in words {
      guard let id = id(of: word) else { return [] }
      ids.append(id)
    }
    guard !ids.isEmpty else { return [] }
    var parses: [Parse] = []
    for template in templates where scopes.contains(template.scope) {
      var bindings: [Parse.Binding] = []
      match(template.elements[...], ids[...], &bindings) {
        parses.append(Parse(bindings: $0))
      }
    }
    return parses
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

  /// Whether the words are one way of saying the element that `beginning` takes of a template.
  private func begins(
    _ words: [String], _ beginning: (PhraseTemplate) -> PhraseTemplate.Element?
  ) -> Bool {
    let ids = words.compactMap(id)
    guard ids.count == words.count, !ids.isEmpty else { return false }
    return templates.contains { template in
      guard case .symbol(let symbol)? = beginning(template) else { return false }
      return symbols[symbol].alternatives.contains { $0.words == ids }
    }
  }

  private func match(
    _ elements: ArraySlice<PhraseTemplate.Element>, _ words: ArraySlice<Int32>,
    _ bindings: inout [Parse.Binding], _ found: ([Parse.Binding]) -> Void
  ) {
    guard let element = elements.first else {
      if words.isEmpty { found(bindings) }
      return
    }
    let rest = elements.dropFirst()
    switch element {
    case .condition(let role):
      bindings.append(.init(role: role, value: 0))
      match(rest, words, &bindings, found)
      bindings.removeLast()
    case .symbol(let symbol):
      for alternative in symbols[symbol].alternatives where words.starts(with: alternative.words) {
        match(rest, words.dropFirst(alternative.words.count), &bindings, found)
      }
    case .role(.ending):
      for (ending, phrases) in endingPhrases {
        for phrase in phrases where words.starts(with: phrase) {
          bindings.append(.init(role: .ending, value: UInt16(ending.rawValue)))
          match(rest, words.dropFirst(phrase.count), &bindings, found)
          bindings.removeLast()
        }
      }
    case .role(let role):
      for (value, symbol) in (leaves[role] ?? []).enumerated() {
        for alternative in symbols[symbol].alternatives where words.starts(with: alternative.words)
        {
          bindings.append(.init(role: role, value: UInt16(truncatingIfNeeded: value)))
          match(rest, words.dropFirst(alternative.words.count), &bindings, found)
          bindings.removeLast()
        }
      }
    }
  }
}
