import Glibc
import LanguageModel

extension Grammar {
  /// A grammar with sorted arcs, for repeated queries about phrases.
  package struct Phrases: Sendable {
    private let grammar: Grammar
    private let numbers: [String: Int32]
    private let firstArc: [Int]
    private let arcs: [Arc]

    /// Sorts the arcs; ignores arcs that name a nonexistent state or word.
    package init(_ grammar: Grammar) {
      self.grammar = grammar
      numbers = Dictionary(
        grammar.words.enumerated().map { ($1, Int32($0)) }, uniquingKeysWith: { first, _ in first })
      let states = 0..<grammar.stateCount
      arcs = grammar.arcs
        .filter {
          states.contains(Int($0.source)) && states.contains(Int($0.target))
            && $0.word < grammar.words.count
        }
        .sorted { ($0.source, $0.word, $0.target) < ($1.source, $1.word, $1.target) }
      var first = [Int](repeating: 0, count: grammar.stateCount + 1)
      for arc in arcs { first[Int(arc.source) + 1] += 1 }
      for state in states { first[state + 1] += first[state] }
      firstArc = first
    }

    /// Whether the grammar has exactly these words as a phrase.
    package func contains(_ words: some Sequence<String>) -> Bool {
      weight(of: words) != nil
    }

    /// The natural logarithm of a phrase's probability over all paths; nil if it is not in the
    /// grammar.
    package func weight(of words: some Sequence<String>) -> Double? {
      var chances = closure([grammar.start: 1])
      for word in words {
        guard let number = numbers[word] else { return nil }
        var next: [Int: Double] = [:]
        for (state, chance) in chances {
          for arc in arcs(of: state) where arc.word == number {
            next[Int(arc.target), default: 0] += chance * exp(Double(arc.weight))
          }
        }
        guard !next.isEmpty else { return nil }
        chances = closure(next)
      }
      return chances[grammar.final].map { log($0) }
    }

    /// A random phrase; nil if the walk ends in a dead end.
    package func random(using generator: inout some RandomNumberGenerator) -> [String]? {
      var words: [String] = []
      var state = grammar.start
      while state != grammar.final || !arcs(of: state).isEmpty {
        let choices = arcs(of: state)
        // At the final state, stopping gets the remaining probability.
        let total = choices.reduce(0) { $0 + exp(Double($1.weight)) }
        let bound = state == grammar.final ? max(1, total) : total
        var draw = Double.random(in: 0..<max(bound, .leastNonzeroMagnitude), using: &generator)
        var chosen: Arc?
        for arc in choices {
          chosen = arc
          draw -= exp(Double(arc.weight))
          if draw < 0 { break }
        }
        if draw >= 0 && state == grammar.final { break }
        guard let chosen, words.count < 10_000 else { return nil }
        if chosen.word >= 0 { words.append(grammar.words[Int(chosen.word)]) }
        state = Int(chosen.target)
      }
      return words
    }

    /// Up to `limit` phrases, in the order of the word table; a prefix comes before the longer
    /// phrase.
    package func prefix(_ limit: Int) -> [[String]] {
      var found: [[String]] = []
      func visit(_ state: Int, _ words: [String], _ passed: Set<Int>) {
        if state == grammar.final && found.count < limit { found.append(words) }
        for arc in arcs(of: state) where found.count < limit {
          let target = Int(arc.target)
          if arc.word >= 0 {
            let next = words + [grammar.words[Int(arc.word)]]
            if next.count < 1000 { visit(target, next, [target]) }
          } else if !passed.contains(target) {
            // An epsilon cycle would go on forever.
            visit(target, words, passed.union([target]))
          }
        }
      }
      visit(grammar.start, [], [grammar.start])
      return found
    }

    private func arcs(of state: Int) -> ArraySlice<Arc> {
      guard state >= 0 && state < grammar.stateCount else { return [] }
      return arcs[firstArc[state]..<firstArc[state + 1]]
    }

    /// Adds the states reached by epsilon arcs; follows a cycle of them once.
    private func closure(_ start: [Int: Double]) -> [Int: Double] {
      var chances = start
      var fresh = start
      // No acyclic epsilon path is longer.
      for _ in firstArc where !fresh.isEmpty {
        var next: [Int: Double] = [:]
        for (state, chance) in fresh {
          for arc in arcs(of: state) where arc.word < 0 {
            next[Int(arc.target), default: 0] += chance * exp(Double(arc.weight))
          }
        }
        chances.merge(next, uniquingKeysWith: +)
        fresh = next
      }
      return chances
    }
  }

  /// Whether the grammar has exactly these words as a phrase; for many queries, keep a ``Phrases``.
  package func accepts(_ words: some Sequence<String>) -> Bool {
    Phrases(self).contains(words)
  }
}
