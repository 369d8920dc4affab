import LanguageModel
import TestSupport
import Testing

@testable import Acoustics

@Suite struct SearchNetworkTests {
  /// Grammars with epsilon arcs: at the start, in the middle, and at the end.
  static let grammars = [
    Grammar(
      words: ["ab", "ca", "b"], stateCount: 5, start: 0, final: 4,
      arcs: [
        .init(source: 0, target: 1, word: -1, weight: -0.5),
        .init(source: 0, target: 2, word: 0, weight: -0.9),
        .init(source: 1, target: 2, word: 1, weight: -0.1),
        .init(source: 1, target: 2, word: -1, weight: -2.4),
        .init(source: 2, target: 3, word: 2, weight: -0.3),
        .init(source: 2, target: 3, word: -1, weight: -1.4),
        .init(source: 3, target: 4, word: 0, weight: -0.7),
        .init(source: 3, target: 4, word: -1, weight: -0.6),
        .init(source: 2, target: 4, word: 2, weight: -3),
      ]),
    // Two paths to the same phrase, of which the likelier counts, and an epsilon cycle.
    Grammar(
      words: ["ab", "cab"], stateCount: 4, start: 0, final: 3,
      arcs: [
        .init(source: 0, target: 1, word: 0, weight: -2),
        .init(source: 0, target: 2, word: 0, weight: -1),
        .init(source: 1, target: 3, word: 1, weight: -0.1),
        .init(source: 2, target: 3, word: 1, weight: -0.2),
        .init(source: 1, target: 2, word: -1, weight: 0),
        .init(source: 2, target: 1, word: -1, weight: -0.5),
      ]),
    // The union of two grammars, in the shape of the background and an addition.
    Grammar(
      words: ["b"], stateCount: 2, start: 0, final: 1,
      arcs: [.init(source: 0, target: 1, word: 0, weight: 0)]
    ).union(
      Grammar(
        words: ["ca", "b"], stateCount: 3, start: 2, final: 0,
        arcs: [
          .init(source: 2, target: 1, word: 0, weight: 0),
          .init(source: 1, target: 0, word: 1, weight: -0.7),
          .init(source: 1, target: 0, word: -1, weight: -0.7),
        ]), share: 0.25),
  ]

  /// All phrases up to a number of words, including the empty one.
  static func phrases(_ words: [String], length: Int) -> [[String]] {
    (0..<length).reduce(into: [[]]) { phrases, count in
      for phrase in phrases where phrase.count == count {
        phrases += words.map { phrase + [$0] }
      }
    }
  }

  /// Acyclic grammars with many epsilon arcs.
  static let randomGrammars = (UInt64(1)...30).map { seed in
    var random = SeededGenerator(state: seed)
    let states = (Int32(0)..<6).shuffled(using: &random)
    let arcs = (0..<14).map { _ in
      let from = Int.random(in: 0..<5, using: &random)
      return Grammar.Arc(
        source: states[from], target: states[Int.random(in: from + 1..<6, using: &random)],
        word: Int32.random(in: 0..<7, using: &random) % 4 - 1,
        weight: Float.random(in: -3...0, using: &random))
    }
    return Grammar(
      words: ["ab", "ca", "b"], stateCount: 6, start: Int(states[0]), final: Int(states[5]),
      arcs: arcs)
  }

  /// The possible neighboring phones at the borders of a word, and its states with them.
  @Test(arguments: randomGrammars)
  func wordsHaveTheStatesForAllTheirNeighbours(grammar: Grammar) throws {
    let model = try MadeUpModel.model()
    let lexicon = PhoneLexicon(MadeUpModel.lexicon, model.definition)
    let network = SearchNetwork(grammar, lexicon, model)
    /// The neighbors of a node on one side: silence, and words that begin or end there.
    func neighbours(_ node: Int, _ isBefore: Bool) -> Set<Int> {
      Set(
        network.arcs.filter { (isBefore ? $0.target : $0.source) == node && $0.word >= 0 }
          .flatMap { lexicon.variants[network.words[$0.word]] ?? [] }
          .compactMap { isBefore ? $0.last : $0.first } + [model.definition.silence])
    }
    for arc in network.arcs where arc.word >= 0 {
      let sets = arc.states.map { network.senones[Int(network.states[$0].emission)] }
      let variants = try #require(lexicon.variants[network.words[arc.word]])
      let isOne = variants.contains { phones in
        lexicon.senones(
          of: phones, after: neighbours(arc.source, true), before: neighbours(arc.target, false))
          == sets
      }
      #expect(isOne)
    }
    #expect(network.arcs.count { $0.word < 0 } == 6)
    #expect(Set(network.senones).count == network.senones.count)
  }

  @Test(arguments: grammars + randomGrammars)
  func removingEpsilonArcsKeepsThePhrases(grammar: Grammar) throws {
    let model = try MadeUpModel.model()
    let network = SearchNetwork(
      grammar, PhoneLexicon(MadeUpModel.lexicon, model.definition), model)
    let weights = PhraseWeights(grammar)
    var count = 0
    for phrase in Self.phrases(["ab", "ca", "b", "cab"], length: 4) {
      let (found, expected) = (network.weight(of: phrase), weights.weight(of: phrase))
      #expect((found == nil) == (expected == nil), "\(phrase)")
      if let found, let expected {
        count += 1
        #expect(abs(found - expected) < 1e-5, "\(phrase)")
      }
    }
    let longest = grammar.arcs.contains { $0.word >= 0 } ? 4 : 0
    let phrases = Set(Grammar.Phrases(grammar).prefix(.max))
    #expect(count == phrases.count { $0.count <= longest })
  }

  @Test func wordsWithoutPronunciationAreLeftOut() throws {
    let model = try MadeUpModel.model()
    let grammar = Grammar(
      words: ["ab", "unknown", "missing"], stateCount: 2, start: 0, final: 1,
      arcs: (0..<3).map { .init(source: 0, target: 1, word: $0, weight: -1.1) })
    let lexicon = PhoneLexicon(MadeUpModel.lexicon, model.definition)
    #expect(lexicon.variants["unknown"] == nil)
    #expect(lexicon.variants["b"] == [[2], [2, 1, 2]])
    let network = SearchNetwork(grammar, lexicon, model)
    #expect(network.weight(of: ["ab"]) == -1.1)
    #expect(network.weight(of: ["unknown"]) == nil)
    #expect(network.weight(of: ["missing"]) == nil)
    #expect(network.weight(of: ["never heard of"]) == nil)
  }

  @Test func phonesAtBordersHaveTheStatesForAllNeighbours() throws {
    let model = try MadeUpModel.model()
    // After "cab", "ab" or nothing comes: its B is before an A, or before silence.
    let grammar = Grammar(
      words: ["cab", "ca"], stateCount: 3, start: 0, final: 2,
      arcs: [
        .init(source: 0, target: 1, word: 0, weight: 0),
        .init(source: 1, target: 2, word: 1, weight: -0.5),
        .init(source: 1, target: 2, word: -1, weight: -0.9),
      ])
    let network = SearchNetwork(
      grammar, PhoneLexicon(MadeUpModel.lexicon, model.definition), model)
    let cab = try #require(network.arcs.first { $0.word == 0 })
    #expect(cab.states.count == 9)
    let sets = cab.states.map { network.senones[Int(network.states[$0].emission)] }
    // C after silence; A between C and B, seen at a beginning only; B before silence or C.
    #expect(sets[0] == [27] && sets[1] == [28] && sets[2] == [29])
    #expect(sets[3] == [24] && sets[4] == [25] && sets[5] == [26])
    #expect(sets[6] == [30, 33] && sets[7] == [31, 34] && sets[8] == [32, 35])
    #expect(network.usedSenones.isSuperset(of: sets.joined()))
    // Each node may have a pause.
    #expect(network.arcs.count { $0.word < 0 } == grammar.stateCount)
    for arc in network.arcs where arc.word < 0 {
      #expect(arc.source == arc.target)
      #expect(
        arc.states.map { network.senones[Int(network.states[$0].emission)] } == [[0], [1], [2]])
    }
  }
}

extension SearchNetwork {
  /// The natural logarithm of a phrase's probability in the network; nil if it has none.
  fileprivate func weight(of phrase: [String]) -> Float? {
    var reached = [start: Float(0)]
    for word in phrase {
      var next: [Int: Float] = [:]
      for (node, weight) in reached {
        for number in leaving[node] {
          let arc = arcs[number]
          guard arc.word >= 0, words[arc.word] == word else { continue }
          next[arc.target] = max(next[arc.target] ?? -.infinity, weight + arc.weight)
        }
      }
      reached = next
    }
    let weight = reached.lazy.map { $1 + finalWeights[$0] }.max() ?? -.infinity
    return weight > -.infinity ? weight : nil
  }
}
