import Glibc

extension Grammar {
  /// A grammar of the same phrases with the same probabilities, but with few states and arcs.
  ///
  /// Removes epsilon arcs, determinizes, and merges equivalent states. Scales the probabilities of
  /// all phrases to add up to 1. A decoder's cost grows with the number of arcs. Returns a grammar
  /// with a cycle or without a phrase unchanged. If determinization would more than double the
  /// grammar, or take more than some 50 MB, it keeps the states and only scales the probabilities.
  ///
  /// Source: M. Mohri, F. Pereira and M. Riley, "Weighted finite-state transducers in speech
  /// recognition" (2002): epsilon removal, then determinization and minimization after pushing.
  package func minimized() -> Grammar { minimized(memberLimit: 2_000_000) }

  /// - Parameter memberLimit: The most states that all subsets of the determinization together may
  ///   have; each takes some 25 bytes.
  func minimized(memberLimit: Int) -> Grammar {
    guard let pushed = PushedGrammar(self) else { return self }
    let limit = max(20_000, 2 * arcs.count)
    if let deterministic = pushed.determinized(arcLimit: limit, memberLimit: memberLimit) {
      return deterministic.minimized(order: deterministic.postorder()).grammar(words: words)
    }
    return pushed.grammar(words: words)
  }
}

extension AcyclicAutomaton {
  /// The states reachable from state 0, each after the states that its arcs enter.
  func postorder() -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(stateCount)
    var next = firstArc.dropLast().map { Int($0) }
    var isSeen = [Bool](repeating: false, count: stateCount)
    var stack: [Int] = []
    func visit(_ state: Int) {
      guard !isSeen[state] else { return }
      isSeen[state] = true
      stack.append(state)
    }
    visit(0)
    while let state = stack.last {
      if next[state] < Int(firstArc[state + 1]) {
        let target = Int(targets[next[state]])
        next[state] += 1
        visit(target)
      } else {
        order.append(state)
        stack.removeLast()
      }
    }
    return order
  }
}

/// An acyclic grammar with pushed weights: at each state the arcs' probabilities add up to 1.
private struct PushedGrammar {
  /// Each state's arcs, without those whose target cannot reach the final state.
  private var firstArc: [Int]
  private var arcs: [(word: Int32, target: Int32, chance: Double)] = []
  private let start: Int
  private let final: Int
  /// The probability that a phrase that has reached the final state ends there.
  private let stopping: Double
  /// The states' ranks; arcs lead from lower to higher ranks.
  private var rank: [Int32]

  /// Nil for a grammar with a cycle, without a phrase, or with an arc to a nonexistent state.
  init?(_ grammar: Grammar) {
    let count = grammar.stateCount
    let states = 0..<count
    guard states.contains(grammar.start), states.contains(grammar.final),
      grammar.arcs.allSatisfy({
        states.contains(Int($0.source)) && states.contains(Int($0.target))
          && $0.weight.isFinite && $0.word < grammar.words.count
      })
    else { return nil }
    start = grammar.start
    final = grammar.final

    let leaving = grammar.leaving
    guard let order = grammar.statesInOrder(leaving) else { return nil }
    rank = [Int32](repeating: 0, count: count)
    for (position, state) in order.enumerated() { rank[state] = Int32(position) }

    // The total probability of the continuations of each state.
    var total = [Double](repeating: 0, count: count)
    for state in order.reversed() {
      total[state] = state == final ? 1 : 0
      for arc in leaving[state] {
        total[state] += exp(Double(arc.weight)) * total[Int(arc.target)]
      }
    }
    guard total[start] > 0, total.allSatisfy(\.isFinite) else { return nil }
    stopping = 1 / total[final]
    firstArc = [0]
    for state in states {
      for arc in leaving[state] where total[state] > 0 {
        let chance = exp(Double(arc.weight)) * total[Int(arc.target)] / total[state]
        if chance > 0 { arcs.append((arc.word, arc.target, chance)) }
      }
      firstArc.append(arcs.count)
    }
  }

  private struct Member: Hashable {
    var state: Int32
    /// The probability of this state given the words so far, in units of 2^-24.
    var share: Int32
  }

  /// Weighted subset construction; nil if the result would have more arcs than the limit, or all
  /// its subsets more members.
  func determinized(arcLimit: Int, memberLimit: Int) -> AcyclicAutomaton? {
    var result = AcyclicAutomaton()
    var numbers: [[Member]: Int32] = [:]
    var subsets: [[(state: Int32, chance: Double)]] = []
    var members = 0
    func number(of mass: [(state: Int32, chance: Double)]) -> Int32 {
      let closed = closure(of: mass)
      let sum = closed.reduce(0) { $0 + $1.chance }
      let subset = closed.map { (state: $0.state, chance: $0.chance / sum) }
      let key = subset.map {
        Member(state: $0.state, share: Int32(exactly: ($0.chance * 0x1p24).rounded()) ?? 0)
      }
      if let known = numbers[key] { return known }
      let new = Int32(subsets.count)
      numbers[key] = new
      subsets.append(subset)
      members += subset.count
      return new
    }
    _ = number(of: [(Int32(start), 1)])
    var current = 0
    var moves: [(word: Int32, target: Int32, chance: Double)] = []
    while current < subsets.count {
      moves.removeAll(keepingCapacity: true)
      var ending = 0.0
      for (state, chance) in subsets[current] {
        if state == final { ending += chance * stopping }
        for arc in arcs[firstArc[Int(state)]..<firstArc[Int(state) + 1]]
        where arc.word != Grammar.Arc.epsilon {
          moves.append((arc.word, arc.target, chance * arc.chance))
        }
      }
      moves.sort { ($0.word, $0.target) < ($1.word, $1.target) }
      // A phrase may also leave the subset by epsilon arcs; the closure has already accounted for
      // that.
      let total = moves.reduce(ending) { $0 + $1.chance }
      var index = 0
      while index < moves.count {
        let word = moves[index].word
        var mass: [(state: Int32, chance: Double)] = []
        var chance = 0.0
        while index < moves.count && moves[index].word == word {
          mass.append((moves[index].target, moves[index].chance))
          chance += moves[index].chance
          index += 1
        }
        result.appendArc(word: word, target: number(of: mass), weight: Float(chance / total))
      }
      result.finishState(ending: Float(ending / total))
      if result.words.count > arcLimit || members > memberLimit { return nil }
      current += 1
    }
    return result
  }

  /// A state in a heap: the one of the lowest rank comes first.
  private struct Waiting: Comparable {
    var state: Int32
    var rank: Int32

    static func < (one: Waiting, other: Waiting) -> Bool { one.rank > other.rank }
  }

  /// The states reached by epsilon arcs, with their probabilities, if they have word arcs or can
  /// end a phrase; sorted by state.
  private func closure(
    of mass: [(state: Int32, chance: Double)]
  ) -> [(state: Int32, chance: Double)] {
    var chances: [Int32: Double] = [:]
    // States whose probability must still be passed on, always to higher ranks.
    var waiting = Heap<Waiting>()
    for (state, chance) in mass {
      if chances.updateValue(chance + (chances[state] ?? 0), forKey: state) == nil {
        waiting.push(Waiting(state: state, rank: rank[Int(state)]))
      }
    }
    var closed: [(state: Int32, chance: Double)] = []
    while let state = waiting.popGreatest()?.state {
      guard let chance = chances[state] else { continue }
      var isKept = state == final
      for arc in arcs[firstArc[Int(state)]..<firstArc[Int(state) + 1]] {
        if arc.word != Grammar.Arc.epsilon {
          isKept = true
        } else if let old = chances[arc.target] {
          chances[arc.target] = old + chance * arc.chance
        } else {
          chances[arc.target] = chance * arc.chance
          waiting.push(Waiting(state: arc.target, rank: rank[Int(arc.target)]))
        }
      }
      // If all probabilities underflow, they count as equal.
      if isKept { closed.append((state, max(chance, .leastNormalMagnitude))) }
    }
    return closed.sorted { $0.state < $1.state }
  }

  /// The grammar with its own states; arcs are sorted and probabilities scaled.
  func grammar(words: [String]) -> Grammar {
    var newArcs: [Grammar.Arc] = []
    for state in (0..<rank.count).sorted(by: { rank[$0] < rank[$1] }) {
      for arc in arcs[firstArc[state]..<firstArc[state + 1]] {
        newArcs.append(
          Grammar.Arc(
            source: Int32(state), target: arc.target, word: arc.word,
            weight: min(0, Float(log(arc.chance)))))
      }
    }
    return Grammar(
      words: words, stateCount: rank.count, start: start, final: final, arcs: newArcs)
  }
}
