/// Builds a minimal grammar from phrases given as word numbers, fast enough for every move of a
/// game.
///
///     var automaton = PhraseAutomaton(words: ["knight", "f", "three"])
///     automaton.insert(words: [0, 1, 2], weight: 1)
///     let grammar = automaton.build()
public struct PhraseAutomaton: Sendable {
  /// The words by number; the grammar's table has all of them, used or not.
  public let words: [String]

  // A trie. Node 0 is the root; a node's number is higher than its parent's.
  private var parents: [Int32] = [-1]
  private var labels: [Int32] = [-1]
  /// The weight of all phrases through a node, and of those that end there.
  private var passing: [Float] = [0]
  private var ending: [Float] = [0]
  /// The nodes by parent and word.
  private var children: [UInt64: Int32] = [:]

  /// Starts without phrases.
  ///
  /// - Parameter words: The words for the numbers in phrases, from 0 on.
  public init(words: [String]) { self.words = words }

  /// Whether no phrase has been inserted.
  public var isEmpty: Bool { passing[0] == 0 }

  /// Adds a phrase, or adds weight to an existing one.
  ///
  /// Ignores a phrase that is empty or has a number outside `words`, and a weight that is not
  /// positive and finite.
  /// - Parameters:
  ///   - phrase: Word numbers.
  ///   - weight: How often it is said, relative to the others.
  /// - Returns: Whether the phrase was accepted.
  @discardableResult
  public mutating func insert(words phrase: [Int32], weight: Float) -> Bool {
    guard weight > 0, weight.isFinite, !phrase.isEmpty,
      phrase.allSatisfy({ words.indices.contains(Int($0)) })
    else { return false }
    var node = 0
    passing[0] += weight
    for word in phrase {
      node = child(of: node, word)
      passing[node] += weight
    }
    ending[node] += weight
    return true
  }

  /// The smallest grammar that accepts exactly the phrases; their shares of the total weight are
  /// their probabilities.
  ///
  /// Deterministic except for epsilon arcs at the end of a phrase that another one continues.
  /// Treats probabilities that differ by less than about a thousandth as equal.
  public func build() -> Grammar {
    guard !isEmpty else { return AcyclicAutomaton().grammar(words: words) }
    let count = parents.count
    var first = [Int32](repeating: 0, count: count + 1)
    for node in 1..<count { first[Int(parents[node]) + 1] += 1 }
    for node in 0..<count { first[node + 1] += first[node] }
    var next = first
    var arcNodes = [Int32](repeating: .zero, count: count - 1)
    for node in 1..<count {
      let parent = Int(parents[node])
      arcNodes[Int(next[parent])] = Int32(node)
      next[parent] += 1
    }
    var trie = AcyclicAutomaton()
    trie.firstArc = first
    trie.targets = arcNodes
    trie.words = arcNodes.map { labels[Int($0)] }
    trie.weights = arcNodes.map { passing[Int($0)] / passing[Int(parents[Int($0)])] }
    trie.ending = (0..<count).map { ending[$0] / passing[$0] }
    return trie.minimized(order: (0..<count).reversed()).grammar(words: words)
  }

  private mutating func child(of parent: Int, _ word: Int32) -> Int {
    let key = UInt64(parent) << 32 | UInt64(UInt32(bitPattern: word))
    if let node = children[key] { return Int(node) }
    let node = parents.count
    children[key] = Int32(node)
    parents.append(Int32(parent))
    labels.append(word)
    passing.append(0)
    ending.append(0)
    return node
  }
}
