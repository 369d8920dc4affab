import Glibc
import TestSupport
import Testing

@testable import LanguageModel

@Suite("Minimal grammars")
struct MinimizationTests {
  @Test("Equal beginnings and endings are shared")
  func sharing() throws {
    // 3 pieces × (to | ) × 2 files × 2 ranks: start, after the piece, after "to", after the file,
    // end.
    let words = ["king", "rook", "queen", "to", "a", "b", "one", "two"]
    var automaton = PhraseAutomaton(words: words)
    for piece in Int32(0)...2 {
      for file in Int32(4)...5 {
        for rank in Int32(6)...7 {
          automaton.insert(words: [piece, file, rank], weight: 2)
          automaton.insert(words: [piece, 3, file, rank], weight: 2)
        }
      }
    }
    let grammar = automaton.build()
    #expect(grammar.stateCount == 5)
    #expect(grammar.arcs.count == 3 + 3 + 2 + 2)
    #expect(grammar.phraseCount == 24)
    #expect(grammar.isDeterministic && grammar.hasStochasticStates)
    #expect(grammar.accepts(["rook", "to", "b", "one"]))
    #expect(!grammar.accepts(["rook", "to", "b"]))
  }

  @Test("Weights are shares, and add up for a duplicate phrase")
  func weights() throws {
    var automaton = PhraseAutomaton(words: ["check", "mate"])
    automaton.insert(words: [0], weight: 1)
    automaton.insert(words: [0, 1], weight: 2)
    automaton.insert(words: [0], weight: 4)
    automaton.insert(words: [1], weight: 1)
    let phrases = Grammar.Phrases(automaton.build())
    for (phrase, share) in [(["check"], 0.625), (["check", "mate"], 0.25), (["mate"], 0.125)] {
      let weight = try #require(phrases.weight(of: phrase))
      #expect(abs(exp(weight) - share) < 1e-4)
    }
  }

  @Test("Words with the same continuations are merged, in any order")
  func order() {
    var automaton = PhraseAutomaton(words: ["a", "b", "x", "y"])
    for phrase in [[0, 2], [0, 3], [1, 3], [1, 2]] as [[Int32]] {
      automaton.insert(words: phrase, weight: 1)
    }
    let grammar = automaton.build()
    #expect(grammar.stateCount == 3 && grammar.arcs.count == 4)
  }

  @Test("A grammar whose subsets would take too much memory keeps its states")
  func tooMuchMemory() {
    // A hundred phrases with the same beginning: 100 members after it, and 100 with one each.
    let words = ["x"] + (0..<100).map { "w\($0)" }
    let arcs = (Int32(0)..<100).flatMap { number in
      [
        Grammar.Arc(source: 0, target: number + 1, word: 0, weight: -1),
        Grammar.Arc(source: number + 1, target: 101, word: number + 1, weight: -1),
      ]
    }
    let grammar = Grammar(words: words, stateCount: 102, start: 0, final: 101, arcs: arcs)
    #expect(grammar.minimized().stateCount == 3)
    let kept = grammar.minimized(memberLimit: 100)
    #expect(kept.stateCount == 102 && kept.phraseCount == 100 && kept.hasStochasticStates)
  }

  /// Letters, then an "a", then fourteen letters: a deterministic grammar needs a state for each of
  /// the last fourteen letters' 16,384 combinations.
  @Test("A grammar that would grow too much keeps its states, with scaled probabilities")
  func tooLarge() throws {
    let count = Int32(14)
    var arcs: [Grammar.Arc] = []
    for state in 0...count {
      if state < count {
        for word in Int32(0)...1 {
          arcs.append(.init(source: state, target: state + 1, word: word, weight: -1))
        }
      }
      arcs.append(.init(source: state, target: count + 1, word: 0, weight: -0.5))
    }
    for state in count + 1...2 * count {
      for word in Int32(0)...1 {
        arcs.append(.init(source: state, target: state + 1, word: word, weight: -2))
      }
    }
    let final = Int(2 * count + 1)
    let grammar = Grammar(
      words: ["a", "b"], stateCount: final + 1, start: 0, final: final, arcs: arcs)
    let minimized = grammar.minimized()
    #expect(minimized.stateCount == grammar.stateCount && minimized.arcs.count == arcs.count)
    #expect(minimized.hasStochasticStates && minimized.phraseCount == grammar.phraseCount)
    // Each phrase is one path here, so the ratio of the probabilities stays.
    let ends = Array(repeating: "b", count: Int(count))
    let (before, after) = (Grammar.Phrases(grammar), Grammar.Phrases(minimized))
    let weights = try [["a"] + ends, ["b", "a"] + ends].map { phrase in
      (try #require(before.weight(of: phrase)), try #require(after.weight(of: phrase)))
    }
    #expect(abs((weights[0].0 - weights[1].0) - (weights[0].1 - weights[1].1)) < 1e-3)
    #expect(abs((weights[0].1 - weights[1].1) - 1) < 1e-3)
  }

  @Test(
    "Invalid phrases are ignored",
    arguments: [
      ([], 1), ([2], 1), ([-1], 1), ([0], 0), ([0], -1), ([0], .nan), ([0], .infinity),
    ] as [([Int32], Float)])
  func refused(words: [Int32], weight: Float) {
    var automaton = PhraseAutomaton(words: ["a", "b"])
    let isAccepted = automaton.insert(words: words, weight: weight)
    #expect(!isAccepted)
    #expect(automaton.isEmpty)
    let nothing = Grammar(words: ["a", "b"], stateCount: 2, start: 0, final: 1, arcs: [])
    #expect(automaton.build() == nothing && nothing.phraseCount == 0)
  }

  @Test("A grammar with two paths to each word becomes deterministic")
  func manyWays() {
    // From each state a word leads to two others, from which another word continues.
    var arcs: [Grammar.Arc] = []
    for level in Int32(0)..<20 {
      for way in Int32(1)...2 {
        arcs.append(.init(source: 3 * level, target: 3 * level + way, word: 0, weight: -0.7))
        arcs.append(.init(source: 3 * level + way, target: 3 * level + 3, word: way, weight: 0))
      }
    }
    let grammar = Grammar(
      words: ["a", "b", "c"], stateCount: 61, start: 0, final: 60, arcs: arcs
    ).minimized()
    #expect(grammar.isDeterministic && grammar.stateCount == 41)
    #expect(grammar.phraseCount == 1 << 20)
  }

  @Test("Each state occurs once in the order")
  func orderOfArcs() {
    var automaton = AcyclicAutomaton()
    for state in Int32(0)..<12 {
      for word in Int32(0)..<3 {
        automaton.appendArc(word: word, target: min(12, state + 1 + word), weight: 1)
      }
      automaton.finishState(ending: 0)
    }
    automaton.finishState(ending: 1)
    #expect(automaton.postorder() == (0...12).reversed())
  }

  @Test("A grammar of thousands of phrases has exactly these")
  func manyPhrases() throws {
    let words = (0..<40).map { "w\($0)" }
    var automaton = PhraseAutomaton(words: words)
    for first in Int32(0)..<40 {
      for second in Int32(0)..<40 {
        for third in [first, second] { automaton.insert(words: [first, second, third], weight: 1) }
      }
    }
    let grammar = automaton.build()
    #expect(grammar.phraseCount == 40 * 40 + 40 * 39)
    #expect(grammar.accepts(["w7", "w9", "w9"]) && grammar.accepts(["w39", "w0", "w39"]))
    #expect(!grammar.accepts(["w7", "w9", "w8"]))
  }

  @Test("Cycles of epsilon arcs are followed once")
  func silentCycles() throws {
    let grammar = Grammar(
      words: ["a", "b"], stateCount: 4, start: 0, final: 3,
      arcs: [
        .init(source: 0, target: 1, word: -1, weight: 0),
        .init(source: 1, target: 0, word: -1, weight: -20),
        .init(source: 1, target: 2, word: 0, weight: -1),
        .init(source: 2, target: 3, word: -1, weight: 0),
        .init(source: 2, target: 2, word: -1, weight: -20),
        .init(source: 3, target: 2, word: -1, weight: -20),
      ])
    let phrases = Grammar.Phrases(grammar)
    #expect(phrases.prefix(10) == [["a"]])
    #expect(abs((phrases.weight(of: ["a"]) ?? 0) + 1) < 1e-3)
    #expect(phrases.weight(of: []) == nil && phrases.weight(of: ["b"]) == nil)
    #expect(grammar.phraseCount == nil)
  }

  @Test("Epsilon chains may have any length")
  func silentChains() {
    let arcs = (0..<9).map {
      Grammar.Arc(source: $0, target: $0 + 1, word: $0 == 4 ? 0 : -1, weight: 0)
    }
    let phrases = Grammar.Phrases(
      Grammar(words: ["a"], stateCount: 10, start: 0, final: 9, arcs: arcs))
    #expect(phrases.prefix(10) == [["a"]] && phrases.contains(["a"]))
    let silent = Grammar.Phrases(
      Grammar(
        words: [], stateCount: 10, start: 0, final: 9,
        arcs: arcs.map { .init(source: $0.source, target: $0.target, word: -1, weight: 0) }))
    #expect(silent.contains([]) && silent.prefix(10) == [[]])
  }

  private func randomPhrases(_ seed: UInt64, count: Int) -> [[Int32]: Float] {
    var random = SeededGenerator(state: seed)
    var phrases: [[Int32]: Float] = [:]
    for _ in 0..<count {
      let length = Int.random(in: 1...6, using: &random)
      let words = (0..<length).map { _ in Int32.random(in: 0..<8, using: &random) }
      phrases[words, default: 0] += Float(Int.random(in: 1...3, using: &random))
    }
    return phrases
  }

  @Test(
    "Built and minimized grammars are equivalent, and minimizing is idempotent", .tags(.slow),
    .skippable(.slow),
    arguments: 1...30)
  func agreement(seed: UInt64) throws {
    let table = (0..<8).map { "w\($0)" }
    let given = randomPhrases(seed, count: 200)
    var automaton = PhraseAutomaton(words: table)
    var arcs: [Grammar.Arc] = []
    var states: Int32 = 2
    let total = given.values.reduce(0, +)
    for (words, weight) in given.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      automaton.insert(words: words, weight: weight)
      // The same as a union of chains with epsilon arcs at both ends.
      arcs.append(Grammar.Arc(source: 0, target: states, word: -1, weight: log(weight / total)))
      for word in words {
        arcs.append(Grammar.Arc(source: states, target: states + 1, word: word, weight: 0))
        states += 1
      }
      arcs.append(Grammar.Arc(source: states, target: 1, word: -1, weight: 0))
      states += 1
    }
    let built = automaton.build()
    let union = Grammar(words: table, stateCount: Int(states), start: 0, final: 1, arcs: arcs)
    let minimized = union.minimized()
    let expected = Set(given.keys.map { $0.map { table[Int($0)] } })
    for grammar in [built, minimized] {
      #expect(Set(Grammar.Phrases(grammar).prefix(.max)) == expected)
      #expect(grammar.phraseCount == expected.count)
      #expect(grammar.isDeterministic && grammar.hasStochasticStates)
    }
    #expect(minimized.stateCount == built.stateCount)
    #expect(minimized.arcs.count == built.arcs.count)
    let again = minimized.minimized()
    #expect(again.stateCount == minimized.stateCount && again.arcs.count == minimized.arcs.count)
    let phrases = (Grammar.Phrases(built), Grammar.Phrases(minimized))
    for (words, weight) in given {
      let text = words.map { table[Int($0)] }
      for phrases in [phrases.0, phrases.1] {
        let found = try #require(phrases.weight(of: text))
        #expect(abs(found - Double(log(weight / total))) < 0.01)
      }
    }
  }

  @Test("A final state may have outgoing arcs")
  func finalStateWithArcs() throws {
    let grammar = Grammar(
      words: ["a", "b"], stateCount: 3, start: 0, final: 1,
      arcs: [
        .init(source: 0, target: 1, word: 0, weight: 0),
        .init(source: 1, target: 2, word: 1, weight: 0),
        .init(source: 2, target: 1, word: -1, weight: 0),
      ])
    // 1 → 2 → 1 is a cycle, so it stays as it is.
    #expect(grammar.minimized() == grammar)
    #expect(grammar.phraseCount == nil)
    #expect(grammar.accepts(["a", "b", "b"]))

    let acyclic = Grammar(
      words: ["a", "b"], stateCount: 3, start: 0, final: 1,
      arcs: [
        .init(source: 0, target: 2, word: 0, weight: log(0.5)),
        .init(source: 0, target: 1, word: 0, weight: log(0.5)),
        .init(source: 2, target: 1, word: 1, weight: 0),
      ])
    let minimized = acyclic.minimized()
    #expect(minimized.isDeterministic)
    #expect(Set(Grammar.Phrases(minimized).prefix(9)) == [["a"], ["a", "b"]])
  }

  @Test(
    "An invalid grammar is returned unchanged",
    arguments: [
      Grammar(words: [], stateCount: 0, start: 0, final: 0, arcs: []),
      Grammar(words: ["a"], stateCount: 2, start: 0, final: 5, arcs: []),
      Grammar(
        words: ["a"], stateCount: 2, start: 0, final: 1,
        arcs: [.init(source: 0, target: 7, word: 0, weight: 0)]),
      Grammar(
        words: ["a"], stateCount: 2, start: 0, final: 1,
        arcs: [.init(source: 0, target: 1, word: 3, weight: 0)]),
      Grammar(
        words: ["a"], stateCount: 2, start: 0, final: 1,
        arcs: [.init(source: 0, target: 1, word: 0, weight: .nan)]),
    ])
  func nonsense(grammar: Grammar) {
    #expect(grammar.minimized().stateCount == grammar.stateCount)
    #expect(!grammar.accepts(["b"]))
    #expect(Grammar.Phrases(grammar).prefix(1).count <= 1)
  }

  @Test("Random phrases have the frequencies of their weights")
  func sampling() throws {
    var automaton = PhraseAutomaton(words: ["a", "b"])
    automaton.insert(words: [0], weight: 3)
    automaton.insert(words: [0, 1], weight: 1)
    let phrases = Grammar.Phrases(automaton.build())
    var random = SeededGenerator(state: 7)
    let short = try (0..<4000).filter { _ in try #require(phrases.random(using: &random)).count == 1
    }
    #expect((2850...3150).contains(short.count))
  }

  @Test func tinyProbabilitiesDoNotTrap() {
    // "a", and then either the likely "b" or the practically impossible "c": e^-600 · e^-600.
    let arcs: [Grammar.Arc] = [
      .init(source: 0, target: 1, word: 0, weight: 0),
      .init(source: 0, target: 2, word: 0, weight: -600),
      .init(source: 1, target: 3, word: 1, weight: 0),
      .init(source: 2, target: 3, word: 1, weight: 0),
      .init(source: 2, target: 3, word: 2, weight: -600),
    ]
    let grammar = Grammar(
      words: ["a", "b", "c"], stateCount: 4, start: 0, final: 3, arcs: arcs)
    let minimized = grammar.minimized()
    #expect(minimized.stateCount > 0 && minimized.arcs.allSatisfy { $0.weight.isFinite })
  }
}
