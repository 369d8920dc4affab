import LanguageModel

/// The possible words with their beginnings and ends: the result of a search.
package struct WordLattice: Sendable {
  /// A word between two points; a point is a node of the grammar at a certain time.
  struct Edge: Sendable {
    var arc: Int32
    /// Its first frame, and the frame after its last one.
    var first: Int32
    var end: Int32
    /// Its score, including its weight.
    var score: Float
  }

  /// The edges, by the node that they end in.
  var edges: [[Edge]]
  /// The best score of reaching a node before a frame, `frameCount` + 1 numbers per node.
  var forward: [Float]
  var frameCount: Int
  /// The weight of ending in a node; minus infinity if no phrase ends there.
  var finalScores: [Float]

  func forward(_ node: Int, _ frame: Int) -> Float { forward[node * (frameCount + 1) + frame] }

  /// One word sequence for the whole recording.
  package struct Path: Sendable, Hashable {
    package var words: [Int]
    package var score: Float
  }

  /// The n-best readings, all with different words, the best first.
  ///
  /// An A* search backwards from the end: it always extends the best partial path, and the forward
  /// scores bound the rest. See Soong, Huang, "A tree-trellis based fast search for finding the N
  /// best sentence hypotheses", 1991. A partial path keeps its scores for all possible beginnings,
  /// so that different timings count only once.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of readings.
  ///   - beam: Omits readings further than this below the best; natural logarithms.
  ///   - steps: The maximum number of partial paths to extend.
  package func readings(
    of network: SearchNetwork, limit: Int, beam: Float, steps: Int = 4_000
  ) -> [Path] {
    var heap = Heap<PartialPath>()
    for node in 0..<network.nodeCount where finalScores[node] > -.infinity {
      var scores = [Float](repeating: -.infinity, count: frameCount + 1)
      scores[frameCount] = finalScores[node]
      insert(PartialPath(node: node, words: [], scores: scores, best: 0), network, &heap)
    }
    var readings: [Path] = []
    var seen: Set<[Int]> = []
    var count = 0
    while readings.count < limit, count < steps, let ending = heap.popGreatest() {
      count += 1
      if let first = readings.first, ending.best < first.score - beam { break }
      if ending.isComplete {
        if seen.insert(ending.words).inserted {
          readings.append(Path(words: ending.words.reversed(), score: ending.best))
        }
        continue
      }
      if ending.node == network.start, ending.scores[0] > -.infinity {
        var complete = ending
        complete.isComplete = true
        complete.best = ending.scores[0]
        heap.push(complete)
      }
      extend(ending, network, &heap)
    }
    return readings
  }

  private struct PartialPath: Comparable {
    var node: Int
    /// In reverse order.
    var words: [Int]
    /// By the frame at which it begins.
    var scores: [Float]
    var best: Float
    var isComplete = false

    static func < (one: Self, other: Self) -> Bool { one.best < other.best }
  }

  /// Inserts a partial path with its pauses and the best possible score of the whole path.
  private func insert(
    _ ending: PartialPath, _ network: SearchNetwork, _ heap: inout Heap<PartialPath>
  ) {
    var ending = ending
    var paused = ending.scores
    // The latest first, because pauses may follow each other: edges are sorted by their ends.
    for edge in edges[ending.node].reversed() where network.arcs[Int(edge.arc)].word < 0 {
      let score = edge.score + paused[Int(edge.end)]
      if score > paused[Int(edge.first)] { paused[Int(edge.first)] = score }
    }
    ending.scores = paused
    ending.best = -.infinity
    for frame in 0...frameCount where paused[frame] > -.infinity {
      ending.best = max(ending.best, forward(ending.node, frame) + paused[frame])
    }
    if ending.best > -.infinity { heap.push(ending) }
  }

  private func extend(
    _ ending: PartialPath, _ network: SearchNetwork, _ heap: inout Heap<PartialPath>
  ) {
    struct Key: Hashable {
      var source: Int
      var word: Int
    }
    var longer: [Key: [Float]] = [:]
    for edge in edges[ending.node] {
      let arc = network.arcs[Int(edge.arc)]
      guard arc.word >= 0, case let rest = ending.scores[Int(edge.end)], rest > -.infinity else {
        continue
      }
      let score = edge.score + rest
      longer[
        Key(source: arc.source, word: arc.word),
        default: Array(repeating: -.infinity, count: frameCount + 1)
      ].withUnsafeMutableBufferPointer { scores in
        if score > scores[Int(edge.first)] { scores[Int(edge.first)] = score }
      }
    }
    for (key, scores) in longer {
      insert(
        PartialPath(node: key.source, words: ending.words + [key.word], scores: scores, best: 0),
        network, &heap)
    }
  }
}
