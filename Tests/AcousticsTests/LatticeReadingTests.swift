import LanguageModel
import TestSupport
import Testing

@testable import Acoustics

/// The readings of random lattices, compared with all of their paths.
@Suite(.tags(.hardwareFree)) struct LatticeReadingTests {
  private static let frames = 8

  /// Words between four nodes; a phrase may end at the last one or, less likely, before it.
  private static func network() throws -> SearchNetwork {
    let model = try MadeUpModel.model()
    let grammar = Grammar(
      words: ["ab", "ca", "b", "cab"], stateCount: 4, start: 0, final: 3,
      arcs: [
        .init(source: 0, target: 1, word: 0, weight: 0),
        .init(source: 0, target: 1, word: 1, weight: 0),
        .init(source: 1, target: 2, word: 2, weight: 0),
        .init(source: 0, target: 2, word: 3, weight: 0),
        .init(source: 2, target: 3, word: 0, weight: 0),
        .init(source: 2, target: 3, word: -1, weight: -1.5),
      ])
    return SearchNetwork(grammar, PhoneLexicon(MadeUpModel.lexicon, model.definition), model)
  }

  /// A lattice whose edges are sorted by their ends, as a search finds them.
  private static func lattice(
    _ network: SearchNetwork, _ edges: [WordLattice.Edge], frames: Int
  ) -> WordLattice {
    let width = frames + 1
    var lattice = WordLattice(
      edges: Array(repeating: [], count: network.nodeCount),
      forward: Array(repeating: -.infinity, count: network.nodeCount * width),
      frameCount: frames, finalScores: network.finalWeights)
    lattice.forward[network.start * width] = 0
    for edge in edges.sorted(by: { ($0.end, $0.first) < ($1.end, $1.first) }) {
      let arc = network.arcs[Int(edge.arc)]
      lattice.edges[arc.target].append(edge)
      let place = arc.target * width + Int(edge.end)
      let score = lattice.forward[arc.source * width + Int(edge.first)] + edge.score
      lattice.forward[place] = max(lattice.forward[place], score)
    }
    return lattice
  }

  /// The best score of each sequence of words.
  private static func paths(
    _ network: SearchNetwork, _ edges: [WordLattice.Edge], frames: Int
  ) -> [[Int]: Float] {
    var best: [[Int]: Float] = [:]
    func visit(_ node: Int, _ frame: Int, _ words: [Int], _ score: Float) {
      if frame == frames, network.finalWeights[node] > -.infinity {
        best[words] = max(best[words] ?? -.infinity, score + network.finalWeights[node])
      }
      for edge in edges where Int(edge.first) == frame {
        let arc = network.arcs[Int(edge.arc)]
        guard arc.source == node else { continue }
        visit(
          arc.target, Int(edge.end), words + (arc.word < 0 ? [] : [arc.word]), score + edge.score)
      }
    }
    visit(network.start, 0, [], 0)
    return best
  }

  @Test(arguments: 1...40) func readingsAreTheBestPaths(seed: UInt64) throws {
    let network = try Self.network()
    var random = SeededGenerator(state: seed)
    let edges = (0..<90).map { _ in
      let first = Int32.random(in: 0..<Int32(Self.frames), using: &random)
      return WordLattice.Edge(
        arc: Int32(Int.random(in: 0..<network.arcs.count, using: &random)), first: first,
        end: Int32.random(in: first + 1...Int32(Self.frames), using: &random),
        score: Float.random(in: -20...0, using: &random))
    }
    let lattice = Self.lattice(network, edges, frames: Self.frames)
    let expected = Self.paths(network, edges, frames: Self.frames)
    let readings = lattice.readings(of: network, limit: 100, beam: 1_000)
    #expect(Set(readings.map(\.words)) == Set(expected.keys))
    #expect(readings.count == expected.count)
    for reading in readings {
      #expect(abs(reading.score - (expected[reading.words] ?? 0)) < 1e-3)
    }
    #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.score >= $1.score - 1e-3 })
    guard let best = readings.first else { return }
    let near = lattice.readings(of: network, limit: 100, beam: 8)
    #expect(near == readings.filter { $0.score >= best.score - 8 })
    #expect(lattice.readings(of: network, limit: 2, beam: 1_000) == Array(readings.prefix(2)))
  }

  /// One step for the end, one for the word before it, and one for the whole.
  @Test func eachStepExtendsOnePath() throws {
    let network = try Self.network()
    let arc = try #require(network.arcs.firstIndex { $0.word == 3 })
    let edges = [WordLattice.Edge(arc: Int32(arc), first: 0, end: 3, score: -4)]
    let lattice = Self.lattice(network, edges, frames: 3)
    for steps in 0...3 {
      let found = lattice.readings(of: network, limit: 9, beam: 9, steps: steps)
      #expect(found == (steps < 3 ? [] : [.init(words: [3], score: -5.5)]))
    }
  }
}
