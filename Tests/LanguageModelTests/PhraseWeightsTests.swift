import Glibc
import LanguageModel
import TestSupport
import Testing

@Suite("Weights of phrases, and unions of grammars")
struct PhraseWeightsTests {
  /// "a b", "b", "b c" and "a c", some through epsilon arcs.
  static let grammar = Grammar(
    words: ["a", "b", "c"], stateCount: 4, start: 0, final: 3,
    arcs: [
      .init(source: 0, target: 1, word: 0, weight: -0.5),
      .init(source: 0, target: 1, word: -1, weight: -1),
      .init(source: 1, target: 2, word: 1, weight: -0.25),
      .init(source: 2, target: 3, word: 2, weight: -2),
      .init(source: 2, target: 3, word: -1, weight: -0.125),
      .init(source: 0, target: 2, word: 0, weight: -4),
    ])

  @Test(
    "A phrase's weight is the sum of its arcs'",
    arguments: [
      (["a", "b"], -0.875), (["b"], -1.375), (["a", "b", "c"], -2.75), (["b", "c"], -3.25),
      (["a"], -4.125), (["a", "c"], -6),
    ] as [([String], Float)])
  func sums(phrase: [String], weight: Float) {
    #expect(PhraseWeights(Self.grammar).weight(of: phrase) == weight)
  }

  @Test(
    "Other phrases have no weight",
    arguments: [
      [], ["c"], ["b", "a"], ["a", "b", "b"], ["a", "b", "c", "c"], ["d"], [""],
    ] as [[String]])
  func impossible(phrase: [String]) {
    #expect(PhraseWeights(Self.grammar).weight(of: phrase) == nil)
  }

  @Test("The likeliest of several paths counts, and epsilon cycles end")
  func several() {
    let grammar = Grammar(
      words: ["a"], stateCount: 3, start: 0, final: 2,
      arcs: [
        .init(source: 0, target: 1, word: 0, weight: -3),
        .init(source: 0, target: 1, word: 0, weight: -2),
        .init(source: 1, target: 2, word: -1, weight: -1),
        .init(source: 0, target: 2, word: 0, weight: -3.5),
        .init(source: 1, target: 0, word: -1, weight: 0),
        .init(source: 0, target: 1, word: -1, weight: 0),
      ])
    let weights = PhraseWeights(grammar)
    #expect(weights.weight(of: ["a"]) == -3)
    #expect(weights.weight(of: []) == -1)
    #expect(weights.weight(of: ["a", "a"]) == -5)
  }

  @Test("A grammar without arcs has no phrase, or only the empty one")
  func empty() {
    let none = Grammar(words: ["a"], stateCount: 2, start: 0, final: 1, arcs: [])
    #expect(PhraseWeights(none).weight(of: []) == nil)
    #expect(PhraseWeights(none).weight(of: ["a"]) == nil)
    let silent = Grammar(words: [], stateCount: 1, start: 0, final: 0, arcs: [])
    #expect(PhraseWeights(silent).weight(of: []) == 0)
  }

  @Test("A built grammar gives each phrase its share", arguments: 1...10)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let table = (0..<6).map { "w\($0)" }
    var automaton = PhraseAutomaton(words: table)
    var given: [[Int32]: Float] = [:]
    for _ in 0..<60 {
      let length = Int.random(in: 1...4, using: &random)
      let words = (0..<length).map { _ in Int32.random(in: 0..<6, using: &random) }
      let weight = Float(Int.random(in: 1...4, using: &random))
      automaton.insert(words: words, weight: weight)
      given[words, default: 0] += weight
    }
    let weights = PhraseWeights(automaton.build())
    let total = given.values.reduce(0, +)
    for (words, weight) in given {
      let found = try #require(weights.weight(of: words.map { table[Int($0)] }))
      #expect(abs(found - log(weight / total)) < 0.01)
    }
  }

  // MARK: Union

  static let other = Grammar(
    words: ["c", "d", "a"], stateCount: 3, start: 2, final: 0,
    arcs: [
      .init(source: 2, target: 1, word: 1, weight: 0),
      .init(source: 1, target: 0, word: 0, weight: -0.5),
      .init(source: 1, target: 0, word: -1, weight: -1),
      .init(source: 2, target: 1, word: 2, weight: -0.25),
    ])

  @Test(
    "A union has both grammars' phrases, with their shares", arguments: [0.25, 0.5, 0.9] as [Float])
  func union(share: Float) throws {
    let union = Self.grammar.union(Self.other, share: share)
    let phrases = { Set(Grammar.Phrases($0).prefix(.max)) as Set<[String]> }
    #expect(phrases(union) == phrases(Self.grammar).union(phrases(Self.other)))
    let weights = PhraseWeights(union)
    let parts = (PhraseWeights(Self.grammar), PhraseWeights(Self.other))
    for phrase in phrases(union) {
      // Two of the phrases are in both.
      let expected = [
        parts.0.weight(of: phrase).map { $0 + log(share) },
        parts.1.weight(of: phrase).map { $0 + log(1 - share) },
      ].compactMap { $0 }.max()
      let found = try #require(weights.weight(of: phrase))
      #expect(abs(found - (try #require(expected))) < 1e-5)
    }
    #expect(phrases(Self.grammar).intersection(phrases(Self.other)) == [["a", "c"], ["a"]])
  }

  @Test("A union has each word once, and both sets of states")
  func table() {
    let union = Self.grammar.union(Self.other, share: 0.5)
    #expect(union.words == ["a", "b", "c", "d"])
    #expect(union.stateCount == 4 + 3 + 2)
    #expect(union.arcs.count == Self.grammar.arcs.count + Self.other.arcs.count + 4)
    let states = 0..<Int32(union.stateCount)
    #expect(union.arcs.allSatisfy { states.contains($0.source) && states.contains($0.target) })
    #expect(union.arcs.allSatisfy { $0.weight <= 0 })
    // Nothing leads into the start or out of the end.
    #expect(!union.arcs.contains { Int($0.target) == union.start })
    #expect(!union.arcs.contains { Int($0.source) == union.final })
  }

  @Test("The probabilities of a union's phrases add up to 1")
  func chances() throws {
    func built(_ phrases: [[Int32]]) -> Grammar {
      var automaton = PhraseAutomaton(words: ["a", "b", "c"])
      for (index, phrase) in phrases.enumerated() {
        automaton.insert(words: phrase, weight: Float(index + 1))
      }
      return automaton.build()
    }
    let union = built([[0], [0, 1], [2]]).union(built([[1], [0, 1], [2, 2]]), share: 0.75)
    let phrases = Grammar.Phrases(union)
    let all = Set(phrases.prefix(.max))
    #expect(all.count == 5)
    let sum = try all.reduce(0) { $0 + exp(try #require(phrases.weight(of: $1))) }
    #expect(abs(sum - 1) < 0.01)
    // A union of three, in either grouping.
    let three = union.union(built([[1, 1]]), share: 0.9)
    #expect(Grammar.Phrases(three).contains(["b", "b"]))
    #expect(Set(Grammar.Phrases(three).prefix(.max)).isSuperset(of: all))
    // It can be minimized like any other.
    let minimized = three.minimized()
    #expect(minimized.stateCount < three.stateCount)
    #expect(Set(Grammar.Phrases(minimized).prefix(.max)).count == 6)
  }
}
