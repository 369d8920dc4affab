import LanguageModel

/// A grammar prepared for searching: every arc is a chain of phone states. Immutable; made once per
/// grammar.
package struct SearchNetwork: Sendable {
  /// A word, or silence, between two states of the grammar.
  struct Link: Sendable {
    var source: Int
    var target: Int
    /// Index into `words`; -1 for silence.
    var word: Int
    /// The natural logarithm of the transition's probability.
    var weight: Float
    /// The states of its phones.
    var states: Range<Int>
  }

  /// A state of a phone.
  struct State: Sendable {
    /// Index into `senones`.
    var emission: Int32
    /// The natural log transition probabilities: to itself, and to the next state.
    var stay: Float
    var leave: Float
  }

  package let words: [String]
  let nodeCount: Int
  let start: Int
  /// The weight of ending in a node; minus infinity if no phrase ends there.
  let finalWeights: [Float]
  /// Words first, then each node's silence.
  let arcs: [Link]
  /// The arcs that leave each node, including silence.
  let leaving: [[Int]]
  let states: [State]
  /// For each emission, its senones; the best of them counts.
  let senones: [[Int]]

  /// - Parameter grammar: An acyclic grammar. Words without a pronunciation are skipped.
  package init(_ grammar: Grammar, _ lexicon: PhoneLexicon, _ model: PhoneModel) {
    let (wordArcs, finalWeights) = Self.withoutEpsilon(grammar)
    var builder = Builder(model: model)
    let silence = model.definition.silence
    var lefts = [Set<Int>](repeating: [silence], count: grammar.stateCount)
    var rights = lefts
    for arc in wordArcs {
      for phones in lexicon.variants[grammar.words[Int(arc.word)]] ?? [] {
        rights[Int(arc.source)].insert(phones[0])
        lefts[Int(arc.target)].insert(phones[phones.count - 1])
      }
    }
    var arcs: [Link] = []
    // The same word often stands between the same phones.
    var known: [Context: [[Int]]] = [:]
    for arc in wordArcs {
      for phones in lexicon.variants[grammar.words[Int(arc.word)]] ?? [] {
        let context = Context(
          phones: phones, lefts: lefts[Int(arc.source)], rights: rights[Int(arc.target)])
        let sets =
          known[context]
          ?? lexicon.senones(of: phones, after: context.lefts, before: context.rights)
        known[context] = sets
        arcs.append(
          Link(
            source: Int(arc.source), target: Int(arc.target), word: Int(arc.word),
            weight: arc.weight, states: builder.add(phones, sets)))
      }
    }
    let pause = model.definition.senones(of: silence).map { [Int($0)] }
    for node in 0..<grammar.stateCount {
      arcs.append(
        Link(
          source: node, target: node, word: -1, weight: 0, states: builder.add([silence], pause)))
    }
    var leaving = [[Int]](repeating: [], count: grammar.stateCount)
    for (number, arc) in arcs.enumerated() { leaving[arc.source].append(number) }
    words = grammar.words
    nodeCount = grammar.stateCount
    start = grammar.start
    self.finalWeights = finalWeights
    self.arcs = arcs
    self.leaving = leaving
    states = builder.states
    senones = builder.senones
  }

  /// The senones of the network's states, in any order.
  package var usedSenones: Set<Int> { Set(senones.joined()) }

  /// A word's phones, and those that can stand before and after it.
  private struct Context: Hashable {
    var phones: [Int]
    var lefts, rights: Set<Int>
  }

  private struct Builder {
    let model: PhoneModel
    var states: [State] = []
    var senones: [[Int]] = []
    var numbers: [[Int]: Int32] = [:]

    mutating func add(_ phones: [Int], _ sets: [[Int]]) -> Range<Int> {
      let first = states.count
      for (index, set) in sets.enumerated() {
        let number = numbers[set] ?? Int32(senones.count)
        if numbers.updateValue(number, forKey: set) == nil { senones.append(set) }
        let transition =
          model.transitions[phones[index / ModelDefinition.stateCount]][
            index % ModelDefinition.stateCount]
        states.append(
          State(emission: number, stay: transition.stay, leave: transition.leave))
      }
      return first..<states.count
    }
  }

  /// The grammar's word arcs, with epsilon arcs followed, and the weight of ending in each state.
  private static func withoutEpsilon(
    _ grammar: Grammar
  ) -> (arcs: [Grammar.Arc], finalWeights: [Float]) {
    let leaving = grammar.leaving
    var finalWeights = [Float](repeating: -.infinity, count: grammar.stateCount)
    var arcs: [Grammar.Arc] = []
    for state in 0..<grammar.stateCount {
      for (other, weight) in Grammar.followingEpsilon(from: [state: 0], leaving) {
        if other == grammar.final { finalWeights[state] = weight }
        for var arc in leaving[other] where arc.word != Grammar.Arc.epsilon {
          arc.source = Int32(state)
          arc.weight += weight
          arcs.append(arc)
        }
      }
    }
    return (arcs, finalWeights)
  }
}
