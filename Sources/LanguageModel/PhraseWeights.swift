/// The probabilities of phrases in a grammar.
public struct PhraseWeights: Sendable {
  private let words: [String]
  private let leaving: [[Grammar.Arc]]
  private let start: Int
  private let final: Int

  /// Goes through the grammar's arcs once.
  public init(_ grammar: Grammar) {
    words = grammar.words
    var leaving = [[Grammar.Arc]](repeating: [], count: grammar.stateCount)
    for arc in grammar.arcs { leaving[Int(arc.source)].append(arc) }
    self.leaving = leaving
    start = grammar.start
    final = grammar.final
  }

  /// The natural logarithm of the likeliest path with exactly these words; nil if there is none.
  public func weight(of phrase: [String]) -> Float? {
    var reached = withoutWords([start: 0])
    for word in phrase {
      var next: [Int: Float] = [:]
      for (state, weight) in reached {
        for arc in leaving[state]
        where arc.word != Grammar.Arc.epsilon && words[Int(arc.word)] == word {
          let target = Int(arc.target)
          next[target] = max(next[target] ?? -.infinity, weight + arc.weight)
        }
      }
      reached = withoutWords(next)
    }
    return reached[final]
  }

  /// The states, and those that their epsilon arcs reach.
  private func withoutWords(_ states: [Int: Float]) -> [Int: Float] {
    var reached = states
    var pending = Array(states.keys)
    while let state = pending.popLast() {
      let weight = reached[state] ?? -.infinity
      for arc in leaving[state] where arc.word == Grammar.Arc.epsilon {
        let target = Int(arc.target)
        guard weight + arc.weight > reached[target] ?? -.infinity else { continue }
        reached[target] = weight + arc.weight
        pending.append(target)
      }
    }
    return reached
  }
}
