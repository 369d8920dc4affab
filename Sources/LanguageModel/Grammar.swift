import Glibc

/// A weighted finite-state acceptor over words, for the decoder to search.
///
/// States 0…`stateCount`-1; one start and one final state. An arc consumes one word or none.
public struct Grammar: Sendable, Hashable {
  /// One transition.
  public struct Arc: Sendable, Hashable {
    /// The state it leaves, in 0..<`stateCount`.
    public var source: Int32
    /// The state it enters, in 0..<`stateCount`.
    public var target: Int32
    /// An index into `words`, or `Arc.epsilon` for an arc that consumes nothing.
    public var word: Int32
    /// The natural logarithm of the transition's probability; at most 0, finite.
    public var weight: Float

    /// The word of an arc that consumes nothing.
    public static let epsilon: Int32 = -1

    /// Takes the numbers unchecked; a recognizer checks them when it prepares the grammar.
    public init(source: Int32, target: Int32, word: Int32, weight: Float) {
      self.source = source
      self.target = target
      self.word = word
      self.weight = weight
    }
  }

  /// The words that arcs refer to; some may be on no arc.
  public var words: [String]
  /// The number of states, at least 1 and no more than the arcs can reach: the decoder allocates
  /// memory for each.
  public var stateCount: Int
  /// The state that every phrase begins in.
  public var start: Int
  /// The state that every phrase ends in.
  public var final: Int
  /// The transitions, in any order; several may join the same two states.
  public var arcs: [Arc]

  /// Takes the parts unchecked; a recognizer checks them when it prepares the grammar.
  ///
  /// `PhraseAutomaton` builds a grammar from phrases, `CompiledLanguageModel(_:dictionary:)` from
  /// templates.
  public init(words: [String], stateCount: Int, start: Int, final: Int, arcs: [Arc]) {
    self.words = words
    self.stateCount = stateCount
    self.start = start
    self.final = final
    self.arcs = arcs
  }

  /// The union of both grammars' phrases.
  ///
  /// - Parameters:
  ///   - other: The other grammar; it may share words with this one.
  ///   - share: The probability that a phrase is one of this grammar's, between 0 and 1.
  package func union(_ other: Grammar, share: Float) -> Grammar {
    var union = Grammar(
      words: words, stateCount: stateCount + other.stateCount + 2,
      start: stateCount + other.stateCount,
      final: stateCount + other.stateCount + 1, arcs: arcs)
    var numbers = Dictionary(
      zip(words, words.indices.map { Int32($0) }), uniquingKeysWith: { first, _ in first })
    let shift = Int32(stateCount)
    for var arc in other.arcs {
      if arc.word != Arc.epsilon {
        let word = other.words[Int(arc.word)]
        let number = numbers[word] ?? Int32(union.words.count)
        if numbers.updateValue(number, forKey: word) == nil { union.words.append(word) }
        arc.word = number
      }
      arc.source += shift
      arc.target += shift
      union.arcs.append(arc)
    }
    for (grammar, offset, share) in [(self, 0, share), (other, stateCount, 1 - share)] {
      union.arcs.append(
        Arc(
          source: Int32(union.start), target: Int32(grammar.start + offset), word: Arc.epsilon,
          weight: log(share)))
      union.arcs.append(
        Arc(
          source: Int32(grammar.final + offset), target: Int32(union.final), word: Arc.epsilon,
          weight: 0))
    }
    return union
  }

  /// The number of paths from the start to the final state, at most `Int.max`.
  ///
  /// For a grammar that is minimized or built by ``PhraseAutomaton``, this is the number of
  /// phrases. Nil if there is a cycle.
  public var phraseCount: Int? {
    guard stateCount > 0, (0..<stateCount).contains(start), (0..<stateCount).contains(final) else {
      return 0
    }
    var grammar = self
    let states = 0..<Int32(clamping: stateCount)
    grammar.arcs.removeAll { !states.contains($0.source) || !states.contains($0.target) }
    let leaving = grammar.leaving
    guard let order = grammar.statesInOrder(leaving) else { return nil }
    var ways = [Int](repeating: 0, count: stateCount)
    ways[start] = 1
    for state in order {
      for target in leaving[state].map({ Int($0.target) }) {
        let (sum, overflow) = ways[target].addingReportingOverflow(ways[state])
        ways[target] = overflow ? Int.max : sum
      }
    }
    return ways[final]
  }
}
