/// The probabilities of phrases in a grammar.
public struct PhraseWeights: Sendable {
  private let words: [String]
  private let leaving: [[Grammar.Arc]]
  private let start: Int
  private let final: Int

  /// Goes through the grammar's arcs once.
  public init(_ grammar: Grammar) {
    words = grammar.words
    leaving = grammar.leaving
    start = grammar.start
    final = grammar.final
  }

  /// The natural logarithm of the likeliest path with exactly these words; nil if there is none.
  public func weight(of phrase: [String]) -> Float? {
    var reached = Grammar.followingEpsilon(from: [start: 0], leaving)
    for word in phrase {
      var next: [Int: Float] = [:]
      for (state, weight) in reached {
        for arc in leaving[state]
        where arc.word != Grammar.Arc.epsilon && words[Int(arc.word)] == word {
          let target = Int(arc.target)
          next[target] = max(next[target] ?? -.infinity, weight + arc.weight)
        }
      }
      reached = Grammar.followingEpsilon(from: next, leaving)
    }
    return reached[final]
  }
}
