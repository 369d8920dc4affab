import Glibc
import TestSupport
import Testing

@testable import LanguageModel

/// Random grammars, compared with a list of all their paths.
@Suite("Random grammars") struct RandomGrammarTests {
  private static let words = ["a", "b", "c"]

  /// An acyclic grammar with dead ends, duplicate words at a state, and epsilon arcs. Probabilities
  /// are powers of 2.
  private static func grammar(_ seed: UInt64) -> Grammar {
    var random = SeededGenerator(state: seed)
    let count = Int.random(in: 4...8, using: &random)
    // The arcs lead from lower to higher ranks; a state's number does not depend on its rank.
    let states = (0..<count).shuffled(using: &random)
    let arcs = (0..<2 * count).map { _ in
      let from = Int.random(in: 0..<count - 1, using: &random)
      let to = Int.random(in: from + 1..<count, using: &random)
      return Grammar.Arc(
        source: Int32(states[from]), target: Int32(states[to]),
        word: Int32.random(in: -1...2, using: &random),
        weight: -log(2) * Float(Int.random(in: 0...2, using: &random)))
    }
    let final = Int.random(in: count / 2..<count, using: &random)
    return Grammar(
      words: words, stateCount: count, start: states[0], final: states[final], arcs: arcs)
  }

  /// The words and the probability of each path from the start to the final state.
  private static func paths(_ grammar: Grammar) -> [(words: [String], chance: Double)] {
    func paths(from state: Int) -> [(words: [String], chance: Double)] {
      var found: [(words: [String], chance: Double)] = state == grammar.final ? [([], 1)] : []
      for arc in grammar.arcs where Int(arc.source) == state {
        let word = arc.word < 0 ? [] : [words[Int(arc.word)]]
        let chance = exp(Double(arc.weight))
        found += paths(from: Int(arc.target)).map { (word + $0.words, chance * $0.chance) }
      }
      return found
    }
    return paths(from: grammar.start)
  }

  private static func chances(_ grammar: Grammar) -> [[String]: Double] {
    Dictionary(paths(grammar).map { ($0.words, $0.chance) }, uniquingKeysWith: +)
  }

  @Test("Phrases have the probabilities of their paths", arguments: 1...60)
  func phrases(seed: UInt64) throws {
    let grammar = Self.grammar(seed)
    let phrases = Grammar.Phrases(grammar)
    let expected = Self.chances(grammar)
    #expect(grammar.phraseCount == Self.paths(grammar).count)
    for (words, chance) in expected {
      let weight = try #require(phrases.weight(of: words))
      #expect(abs(weight - log(chance)) < 1e-5)
      for word in Self.words where expected[words + [word]] == nil {
        #expect(!phrases.contains(words + [word]))
      }
    }
    #expect(phrases.contains([]) == (expected[[]] != nil))
    let all = phrases.prefix(.max)
    #expect(Set(all) == Set(expected.keys))
    #expect(phrases.prefix(3) == Array(all.prefix(3)))
    // Each random phrase is in the grammar; after a possible dead end there is none.
    var random = SeededGenerator(state: seed)
    for _ in 0..<20 {
      if let drawn = phrases.random(using: &random) { #expect(expected[drawn] != nil) }
    }
  }

  @Test("A minimal grammar has one state per set of continuations", arguments: 1...60)
  func minimal(seed: UInt64) throws {
    let grammar = Self.grammar(seed)
    let chances = Self.chances(grammar)
    let minimized = grammar.minimized()
    guard !chances.isEmpty else {
      #expect(minimized == grammar)
      return
    }
    let total = chances.values.reduce(0, +)
    let found = Self.chances(minimized)
    #expect(Set(found.keys) == Set(chances.keys))
    for (words, chance) in found {
      #expect(abs(chance - (chances[words] ?? 0) / total) < 2e-3)
    }
    // The continuations of each beginning of a phrase, with probabilities in thousandths.
    var endings: Set<[[String]: Int]> = []
    var arcs = 0
    let beginnings = chances.keys.flatMap { words in (0...words.count).map { words.prefix($0) } }
    for beginning in Set(beginnings) {
      let following = chances.filter { $0.key.starts(with: beginning) }
      let sum = following.values.reduce(0, +)
      let ending = Dictionary(
        uniqueKeysWithValues: following.map {
          (Array($0.key.dropFirst(beginning.count)), Int((1_000 * $0.value / sum).rounded()))
        })
      guard endings.insert(ending).inserted else { continue }
      arcs += Set(ending.keys.compactMap(\.first)).count
      // Where a phrase may end or go on, an epsilon arc leads to the end.
      if ending.count > 1, ending[[]] != nil { arcs += 1 }
    }
    #expect(minimized.stateCount == max(endings.count, 1))
    #expect(minimized.arcs.count == arcs)
    #expect(minimized.isDeterministic && minimized.hasStochasticStates)
    #expect(minimized.start == 0 && minimized.arcs.allSatisfy { $0.source < $0.target })
  }

  @Test("States with the same arcs are merged, in any order of words", arguments: 1...9)
  func shuffled(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let words = (0..<20).map { "w\($0)" }
    var automaton = PhraseAutomaton(words: words)
    for first in Int32(0)..<10 {
      for last in (Int32(10)..<20).shuffled(using: &random) {
        automaton.insert(words: [first, last], weight: 1)
      }
    }
    let grammar = automaton.build()
    #expect(grammar.stateCount == 3 && grammar.arcs.count == 20)
  }

  /// The continuations of a beginning of equally likely phrases: the next words with their shares,
  /// in millionths, and their own continuations.
  private static func endings(of phrases: [[Int32]]) -> Set<String> {
    var found: Set<String> = []
    func ending(_ phrases: [[Int32]], _ length: Int) -> String {
      let next = Dictionary(grouping: phrases.filter { $0.count > length }) { $0[length] }
      let text = next.sorted { $0.key < $1.key }.map { word, longer in
        let share = 1_000_000 * longer.count / phrases.count
        return "\(word) \(share) (\(ending(longer, length + 1)))"
      }.joined()
      found.insert(text)
      return text
    }
    _ = ending(phrases, 0)
    return found
  }

  /// Probabilities are compared by the first ten bits of their fractions.
  @Test("Probabilities that differ by a thousandth are different")
  func nearChances() {
    func states(_ one: [Float], _ other: [Float]) -> Int {
      var automaton = PhraseAutomaton(words: ["p", "q", "a", "b", "c"])
      for (first, weights) in [(Int32(0), one), (1, other)] {
        for (place, weight) in weights.enumerated() {
          automaton.insert(words: [first, Int32(place) + 2], weight: weight)
        }
      }
      return automaton.build().stateCount
    }
    // All out of 4,096, each about a third: a unit is a bit.
    for weight in (1_390...1_400).map(Float.init) {
      let rest = 4_096 - 2 * weight - 1
      #expect(states([weight, weight + 1, rest], [weight + 1, weight, rest]) == 4)
    }
    #expect(states([4_104, 4_088], [4_105, 4_087]) == 3)
    #expect(states([4_104, 4_088], [4_104, 4_088]) == 3)
  }

  /// More words than the automaton's first table can hold.
  @Test("Phrases repeated in another order are the same", arguments: 1...2)
  func again(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let phrases = Set(
      (0..<6_000).map { _ in
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
          Int32.random(in: 0..<40, using: &random)
        }
      }
    ).sorted { $0.lexicographicallyPrecedes($1) }
    var automaton = PhraseAutomaton(words: (0..<40).map { "w\($0)" })
    for _ in 0..<2 {
      for phrase in phrases.shuffled(using: &random) { automaton.insert(words: phrase, weight: 1) }
    }
    let grammar = automaton.build()
    #expect(grammar.isDeterministic && grammar.phraseCount == phrases.count)
    #expect(grammar.stateCount == Self.endings(of: phrases).count)
    let weight = Grammar.Phrases(grammar).weight(of: phrases[0].map { "w\($0)" }) ?? 0
    #expect(abs(weight + log(Double(phrases.count))) < 0.01)
  }

  @Test("A random walk goes on from the final state by its arcs, but not from a dead end")
  func walks() throws {
    // "a", then repeated "b", each with a probability of a quarter.
    let endless = Grammar(
      words: ["a", "b"], stateCount: 2, start: 0, final: 1,
      arcs: [
        .init(source: 0, target: 1, word: 0, weight: 0),
        .init(source: 1, target: 1, word: 1, weight: log(0.25)),
      ])
    var random = SeededGenerator(state: 5)
    let phrases = Grammar.Phrases(endless)
    var counts = [0, 0, 0]
    for _ in 0..<4_000 {
      let words = try #require(phrases.random(using: &random))
      #expect(words.first == "a" && words.dropFirst().allSatisfy { $0 == "b" })
      if words.count <= 3 { counts[words.count - 1] += 1 }
    }
    #expect((2_880...3_120).contains(counts[0]))
    #expect((670...830).contains(counts[1]) && (140...240).contains(counts[2]))
    let deadEnd = Grammar(
      words: ["a"], stateCount: 3, start: 0, final: 2,
      arcs: [.init(source: 0, target: 1, word: 0, weight: 0)])
    #expect(Grammar.Phrases(deadEnd).random(using: &random) == nil)
    // Without any probability left, there is nothing to choose.
    let hopeless = Grammar(
      words: ["a"], stateCount: 2, start: 0, final: 1,
      arcs: [.init(source: 0, target: 1, word: 0, weight: 0)])
    #expect(Grammar.Phrases(hopeless).random(using: &random) == ["a"])
  }

  @Test("An endless random walk stops after ten thousand words")
  func longWalk() {
    func chain(_ count: Int32) -> Grammar.Phrases {
      Grammar.Phrases(
        Grammar(
          words: ["a"], stateCount: Int(count) + 1, start: 0, final: Int(count),
          arcs: (0..<count).map { .init(source: $0, target: $0 + 1, word: 0, weight: 0) }))
    }
    var random = SeededGenerator(state: 1)
    #expect(chain(10_000).random(using: &random)?.count == 10_000)
    #expect(chain(10_001).random(using: &random) == nil)
  }

  @Test("A grammar without a valid start or end has no phrases")
  func nowhere() {
    for (states, start, final) in [(0, 0, 0), (2, 2, 1), (2, -1, 1), (2, 0, 2), (2, 0, -1)] {
      let grammar = Grammar(words: [], stateCount: states, start: start, final: final, arcs: [])
      #expect(grammar.phraseCount == 0)
    }
    let one = Grammar(words: [], stateCount: 1, start: 0, final: 0, arcs: [])
    #expect(one.phraseCount == 1 && one.accepts([]))
    // More paths than an integer can count: two alternatives, 70 times.
    let arcs = (0..<Int32(140)).map {
      Grammar.Arc(source: $0 / 2, target: $0 / 2 + 1, word: $0 % 2, weight: 0)
    }
    let many = Grammar(words: ["a", "b"], stateCount: 71, start: 0, final: 70, arcs: arcs)
    #expect(many.phraseCount == .max)
    let stray = Grammar(
      words: ["a"], stateCount: 2, start: 0, final: 1,
      arcs: [
        .init(source: 0, target: 1, word: 0, weight: 0),
        .init(source: 0, target: 2, word: 0, weight: 0),
        .init(source: -1, target: 1, word: 0, weight: 0),
      ])
    #expect(stray.phraseCount == 1 && Grammar.Phrases(stray).prefix(5) == [["a"]])
  }
}
