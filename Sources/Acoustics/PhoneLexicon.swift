import LanguageModel

/// The pronunciations of words, as a model's phone numbers.
package struct PhoneLexicon: Sendable {
  /// By word, its variants, the most common first, and those with affricates; omits variants with a
  /// phone that the model lacks.
  package private(set) var variants: [String: [[Int]]] = [:]
  package let definition: ModelDefinition

  package init(_ lexicon: Lexicon, _ definition: ModelDefinition) {
    self.definition = definition
    for (word, pronunciations) in lexicon.pronunciations {
      let affricated = lexicon.isMapped ? [] : pronunciations.compactMap(Self.affricated)
      let known = (pronunciations + affricated).compactMap { phones -> [Int]? in
        let numbers = phones.compactMap(definition.number)
        return numbers.count == phones.count && !numbers.isEmpty ? numbers : nil
      }
      if !known.isEmpty { variants[word] = known }
    }
  }

  /// English T and D often sound like CH and JH before R, as in "triple" and "draw"; nil without
  /// them.
  static func affricated(_ phones: [String]) -> [String]? {
    var changed = phones
    for (index, next) in phones.dropFirst().enumerated() where next == "R" {
      changed[index] = ["T": "CH", "D": "JH"][phones[index]] ?? phones[index]
    }
    return changed == phones ? nil : changed
  }

  /// The senone sets of a pronunciation's states, phone by phone, three per phone.
  ///
  /// At a word boundary, the neighboring phone may be one of several. Then a state has the senones
  /// of all of them, and its score is the best of theirs.
  package func senones(
    of phones: [Int], after lefts: Set<Int>, before rights: Set<Int>
  ) -> [[Int]] {
    phones.indices.flatMap { index -> [[Int]] in
      let position: ModelDefinition.WordPosition =
        phones.count == 1
        ? .alone : index == 0 ? .beginning : index == phones.count - 1 ? .end : .inside
      var sets = [Set<Int>](repeating: [], count: ModelDefinition.stateCount)
      for left in index == 0 ? lefts : [phones[index - 1]] {
        for right in index == phones.count - 1 ? rights : [phones[index + 1]] {
          let senones = definition.senones(
            of: phones[index], after: left, before: right, position)
          for (state, senone) in senones.enumerated() { sets[state].insert(Int(senone)) }
        }
      }
      return sets.map { $0.sorted() }
    }
  }
}
