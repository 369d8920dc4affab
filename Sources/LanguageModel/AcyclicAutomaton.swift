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
    var table = [Int32?](repeating: nil, count: 64)
    var hashes: [UInt32] = []
    for state in order {
      let begin = result.words.count
      for arc in Int(firstArc[state])..<Int(firstArc[state + 1]) {
        result.appendArc(word: words[arc], target: merged[Int(targets[arc])], weight: weights[arc])
        result.sinkLastArc(after: begin)
      }
      let hash = result.hashOfTail(from: begin, ending: ending[state])
      var slot = Int(hash) & (table.count - 1)
      while let other = table[slot].map(Int.init),
        hashes[other] != hash
          || !result.isTail(from: begin, ending: ending[state], like: other)
      {
        slot = (slot + 1) & (table.count - 1)
      }
      if let same = table[slot] {
        merged[state] = same
        result.removeTail(from: begin)
        continue
      }
      merged[state] = result.finishState(ending: ending[state])
      table[slot] = merged[state]
      hashes.append(hash)
      if hashes.count > table.count - hashes.count {
        table = [Int32?](repeating: nil, count: table.count * 4)
        for (state, hash) in hashes.enumerated() {
          var slot = Int(hash) & (table.count - 1)
          while table[slot] != nil { slot = (slot + 1) & (table.count - 1) }
          table[slot] = Int32(state)
        }
      }
    }
    return result
  }

  private mutating func sinkLastArc(after begin: Int) {
    var arc = words.count - 1
    while arc > begin && words[arc - 1] > words[arc] {
      words.swapAt(arc - 1, arc)
      targets.swapAt(arc - 1, arc)
      weights.swapAt(arc - 1, arc)
      arc -= 1
    }
  }

  private mutating func removeTail(from begin: Int) {
    words.removeSubrange(begin...)
    targets.removeSubrange(begin...)
    weights.removeSubrange(begin...)
  }

  /// Treats probabilities that differ by less than about a thousandth as equal, which does not
  /// affect decoding.
  private static func rounded(_ chance: Float) -> UInt32 {
    (chance.bitPattern &+ 0x1000) >> 13
  }

  private func hashOfTail(from begin: Int, ending chance: Float) -> UInt32 {
    var hash: UInt32 = Self.rounded(chance) &* 0x9E37_79B1
    func mix(_ value: UInt32) {
      hash = (hash ^ value) &* 0x85EB_CA6B
      hash ^= hash >> 15
    }
    for arc in begin..<words.count {
      mix(UInt32(bitPattern: words[arc]))
      mix(UInt32(bitPattern: targets[arc]))
      mix(Self.rounded(weights[arc]))
    }
    return hash
  }

  private func isTail(from begin: Int, ending chance: Float, like state: Int) -> Bool {
    let other = Int(firstArc[state])
    let count = words.count - begin
    guard Int(firstArc[state + 1]) - other == count,
      Self.rounded(ending[state]) == Self.rounded(chance)
    else { return false }
    for offset in 0..<count
    where words[begin + offset] != words[other + offset]
      || targets[begin + offset] != targets[other + offset]
      || Self.rounded(weights[begin + offset]) != Self.rounded(weights[other + offset])
    {
      return false
    }
    return true
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
