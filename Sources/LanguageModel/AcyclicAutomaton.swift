import Glibc

/// A deterministic acyclic acceptor in flat arrays, to be turned into a ``Grammar``.
///
/// It is stochastic: at each state, the probabilities of all arcs and of ending there add up to 1.
/// So weights are pushed toward the start, and two states look the same if the same phrases follow
/// them with the same probabilities.
struct AcyclicAutomaton {
  /// The arcs of state s are `firstArc[s]..<firstArc[s + 1]`.
  var firstArc: [Int32] = [0]
  var words: [Int32] = []
  var targets: [Int32] = []
  var weights: [Float] = []
  /// For each state, the probability that the phrase ends there.
  var ending: [Float] = []

  var stateCount: Int { ending.count }

  mutating func appendArc(word: Int32, target: Int32, weight: Float) {
    words.append(word)
    targets.append(target)
    weights.append(weight)
  }

  /// Closes the state whose arcs were just appended, and returns its number.
  @discardableResult
  mutating func finishState(ending chance: Float) -> Int32 {
    ending.append(chance)
    firstArc.append(Int32(words.count))
    return Int32(ending.count - 1)
  }

  /// Merges states that have the same continuations with the same probabilities.
  ///
  /// - Parameter order: Every reachable state, each after the states that its arcs enter; the last
  ///   is the start.
  /// - Returns: States numbered in such an order. Each state's arcs are sorted by word.
  ///
  /// Source: D. Revuz, "Minimisation of acyclic deterministic automata in linear time" (1992), with
  /// hashing instead of bucket sort, after weight pushing as in M. Mohri, "Finite-state transducers
  /// in language and speech processing" (1997).
  func minimized(order: some Sequence<Int>) -> AcyclicAutomaton {
    var result = AcyclicAutomaton()
    result.words.reserveCapacity(words.count)
    result.targets.reserveCapacity(words.count)
    result.weights.reserveCapacity(words.count)
    var merged = [Int32](repeating: .min, count: stateCount)
    // The new states by their arcs and their chance of ending.
    var known: [[UInt32]: Int32] = [:]
    // Reused, because making arrays takes most of the time.
    var arcs: [Int] = []
    var look: [UInt32] = []
    for state in order {
      arcs.removeAll(keepingCapacity: true)
      arcs += Int(firstArc[state])..<Int(firstArc[state + 1])
      if arcs.count > 1 { arcs.sort { words[$0] < words[$1] } }
      look.removeAll(keepingCapacity: true)
      look.append(Self.rounded(ending[state]))
      for arc in arcs {
        look.append(UInt32(bitPattern: words[arc]))
        look.append(UInt32(bitPattern: merged[Int(targets[arc])]))
        look.append(Self.rounded(weights[arc]))
      }
      if let same = known[look] {
        merged[state] = same
        continue
      }
      for arc in arcs {
        result.appendArc(word: words[arc], target: merged[Int(targets[arc])], weight: weights[arc])
      }
      merged[state] = result.finishState(ending: ending[state])
      known[look] = merged[state]
    }
    return result
  }

  /// Treats probabilities that differ by less than about a thousandth as equal, which does not
  /// affect decoding.
  private static func rounded(_ chance: Float) -> UInt32 {
    (chance.bitPattern &+ 0x1000) >> 13
  }

  /// The grammar of a minimized automaton: state 0 is the start, and arcs lead from lower to higher
  /// states. The automaton's first state is the only one without arcs, where phrases end.
  ///
  /// A state where a phrase may end or go on gets an epsilon arc to the final state.
  func grammar(words table: [String]) -> Grammar {
    guard stateCount > 0 else {
      return Grammar(words: table, stateCount: 2, start: 0, final: 1, arcs: [])
    }
    let last = Int32(stateCount - 1)
    var arcs: [Grammar.Arc] = []
    arcs.reserveCapacity(words.count)
    for state in ending.indices.reversed() {
      let range = Int(firstArc[state])..<Int(firstArc[state + 1])
      for arc in range {
        arcs.append(
          Grammar.Arc(
            source: last - Int32(state), target: last - targets[arc], word: words[arc],
            weight: Self.logarithm(weights[arc])))
      }
      if !range.isEmpty && ending[state] > 0 {
        arcs.append(
          Grammar.Arc(
            source: last - Int32(state), target: last, word: Grammar.Arc.epsilon,
            weight: Self.logarithm(ending[state])))
      }
    }
    return Grammar(
      words: table, stateCount: stateCount, start: 0, final: Int(last), arcs: arcs)
  }

  /// A probability's natural logarithm, at least -1000, so that none becomes minus infinity.
  private static func logarithm(_ chance: Float) -> Float { min(0, max(-1_000, log(chance))) }
}
