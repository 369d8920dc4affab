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
    /// Index into `words`, or `Arc.epsilon` for an arc that consumes nothing.
    public var word: Int32
    /// The natural logarithm of the transition's probability; at most 0, finite.
    public var weight: Float

    /// The word of an arc that consumes nothing.
    public static let epsilon: Int32 = -1

    /// Takes the numbers as they are; a recognizer checks them when it prepares the grammar.
    public init(source: Int32, target: Int32, word: Int32, weight: Float) {
      self.source = source
      self.target = target
      self.word = word
      self.weight = weight
    }
  }

  /// The words that arcs refer to; some may be on no arc.
  public var words: [String]
  /// The number of states, at least 1; no more than the arcs can reach, since the decoder allocates
  /// memory for each.
  public var stateCount: Int
  /// The state that every phrase begins in.
  public var start: Int
  /// The state that every phrase ends in.
  public var final: Int
  /// The transitions, in any order; several may join the same two states.
  public var arcs: [Arc]

  /// Takes the parts as they are; a recognizer checks them when it prepares the grammar.
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

  /// A grammar of the phrases of both grammars.
  ///
  /// - Parameters:
  ///   - other: The other grammar; the two may have words in common.
  ///   - share: The probability that a phrase is one of this grammar's, between 0 and 1.
  public func union(_ other: Grammar, share: Float) -> Grammar {
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
}
