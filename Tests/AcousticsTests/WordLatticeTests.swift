import LanguageModel
import TestSupport
import Testing

@testable import Acoustics

@Suite struct WordLatticeTests {
  /// A grammar with random scores that hardly distinguish its words.
  private struct Search {
    let model: PhoneModel
    let network: SearchNetwork
    let scorer: SenoneScorer
    let settings: LatticeSearch.Settings
    private(set) var scores: [Float] = []
    private(set) var lattice = WordLattice(
      edges: [], forward: [], frameCount: 0, finalScores: [])

    init(
      _ grammar: Grammar, frames: Int, seed: UInt64,
      settings: LatticeSearch.Settings = LatticeSearch.Settings()
    ) throws {
      model = try MadeUpModel.model()
      network = SearchNetwork(
        grammar, PhoneLexicon(MadeUpModel.lexicon, model.definition), model)
      scorer = SenoneScorer(model, senones: 0..<MadeUpModel.senoneCount)
      self.settings = settings
      var random = SeededGenerator(state: seed)
      hear(random.floats(frames * MadeUpModel.senoneCount, in: -12...0))
    }

    mutating func hear(_ scores: [Float]) {
      self.scores = scores
      lattice = LatticeSearch(network, scorer, settings: settings)
        .lattice(of: scores, width: scorer.senones.count)
    }

    func readings(limit: Int = 1_000, beam: Float = 1_000) -> [(words: [String], score: Float)] {
      lattice.readings(of: network, limit: limit, beam: beam).map { reading in
        (reading.words.map { network.words[$0] }, reading.score)
      }
    }

    /// The best score of each word sequence over all paths of the lattice, when ending costs
    /// nothing.
    func allPaths() -> [[String]: Float] {
      var best: [[String]: Float] = [:]
      func visit(_ node: Int, _ frame: Int, _ words: [String], _ score: Float) {
        if frame == 0, node == network.start {
          best[words] = max(best[words] ?? -.infinity, score)
        }
        for edge in lattice.edges[node] where Int(edge.end) == frame {
          let arc = network.arcs[Int(edge.arc)]
          let longer = arc.word < 0 ? words : [network.words[arc.word]] + words
          visit(arc.source, Int(edge.first), longer, score + edge.score)
        }
      }
      for node in 0..<network.nodeCount where network.finalWeights[node] > -.infinity {
        visit(node, lattice.frameCount, [], 0)
      }
      return best
    }

    /// A phrase's score by the search's rules, computed independently.
    func straightforwardScore(of words: [String]) -> Double? {
      let search = StraightforwardSearch(
        model: model, lexicon: PhoneLexicon(MadeUpModel.lexicon, model.definition),
        scorer: scorer, scores: scores, pausePenalty: Double(settings.pausePenalty),
        isLattice: true)
      return search.score(of: words).map { $0 + Double(settings.wordPenalty) * Double(words.count) }
    }
  }

  /// Two words or three: "ab", "ca" or "b", then "ca" or "cab", and perhaps "b".
  private static let grammar = Grammar(
    words: ["ab", "ca", "b", "cab"], stateCount: 4, start: 0, final: 3,
    arcs: [
      .init(source: 0, target: 1, word: 0, weight: -0.5),
      .init(source: 0, target: 1, word: 1, weight: -1.5),
      .init(source: 0, target: 1, word: 2, weight: -1.7),
      .init(source: 1, target: 2, word: 1, weight: -0.4),
      .init(source: 1, target: 2, word: 3, weight: -1.1),
      .init(source: 2, target: 3, word: 2, weight: -0.2),
      .init(source: 2, target: 3, word: -1, weight: 0),
    ])

  @Test(arguments: [(25, 1), (30, 2), (40, 3), (60, 4)])
  func readingsAreTheBestPaths(frames: Int, seed: UInt64) throws {
    let search = try Search(Self.grammar, frames: frames, seed: seed)
    let readings = search.readings()
    let expected = search.allPaths()
    #expect(readings.count == expected.count)
    #expect(readings.count >= 8)
    #expect(Set(readings.map(\.words)).count == readings.count)
    for reading in readings {
      let score = try #require(expected[reading.words])
      #expect(abs(reading.score - score) < 0.01)
    }
    #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.score >= $1.score - 0.01 })
  }

  /// Words at the border ignore their neighbors here, so each word is searched alone.
  private static let oneWord = Grammar(
    words: ["ab", "ca", "b", "cab"], stateCount: 2, start: 0, final: 1,
    arcs: (0..<4).map { .init(source: 0, target: 1, word: $0, weight: 0) })

  @Test(arguments: [(9, 1), (12, 2), (30, 3), (50, 4)])
  func theBestReadingHasTheScoreOfTheBestStates(frames: Int, seed: UInt64) throws {
    let search = try Search(Self.oneWord, frames: frames, seed: seed)
    let readings = search.readings()
    let best = try #require(readings.first)
    let all = ["ab", "ca", "b", "cab"].compactMap { search.straightforwardScore(of: [$0]) }
    #expect(readings.count == all.count)
    #expect(abs(Double(best.score) - (try #require(all.max()))) < 0.01)
    // The others have pauses only where the best of all words that end in a node has them.
    for reading in readings {
      let score = try #require(search.straightforwardScore(of: reading.words))
      #expect(Double(reading.score) < score + 0.01, "\(reading.words)")
    }
  }

  /// The states of silence go round twice before the word and twice behind it.
  @Test func pausesOneAfterAnotherAreFound() throws {
    var search = try Search(Self.oneWord, frames: 50, seed: 1)
    let width = search.scorer.senones.count
    var scores = [Float](repeating: -20, count: 50 * width)
    let said = try #require(search.network.arcs.first { $0.word == 3 }).states
      .map { search.network.senones[Int(search.network.states[$0].emission)] }
    for frame in 0..<50 {
      let senones = (12..<39).contains(frame) ? said[(frame - 12) / 3] : [frame % 6 / 2]
      for senone in senones { scores[frame * width + senone] = 0 }
    }
    search.hear(scores)
    let best = try #require(search.readings().first)
    #expect(best.words == ["cab"])
    #expect(abs(best.score - search.lattice.forward(1, 50)) < 0.01)
  }

  /// A word that was pruned during a long pause starts again after it. Silence loops many times, or
  /// once; then no word begins before its end.
  @Test(arguments: [2, 11])
  func aWordAfterALongPauseIsFound(framesAState: Int) throws {
    var settings = LatticeSearch.Settings()
    settings.beam = 60
    var search = try Search(Self.oneWord, frames: 60, seed: 1, settings: settings)
    let width = search.scorer.senones.count
    var scores = [Float](repeating: -20, count: 60 * width)
    let said = try #require(search.network.arcs.first { $0.word == 3 }).states
      .map { search.network.senones[Int(search.network.states[$0].emission)] }
    for frame in 0..<60 {
      let senones =
        (33..<60).contains(frame) ? said[(frame - 33) / 3] : [frame / framesAState % 3]
      for senone in senones { scores[frame * width + senone] = 0 }
    }
    search.hear(scores)
    let best = try #require(search.readings().first)
    #expect(best.words == ["cab"] && best.score > -100)
  }

  @Test(arguments: [0, -0.7] as [Float])
  func weightsOnEpsilonArcsCountTheSame(weight: Float) throws {
    // The same phrase with the same weight: on the word's arc, and on one behind it.
    func grammar(_ word: Float, _ end: Float) -> Grammar {
      Grammar(
        words: ["ab"], stateCount: 3, start: 0, final: 2,
        arcs: [
          .init(source: 0, target: 1, word: 0, weight: word),
          .init(source: 1, target: 2, word: -1, weight: end),
        ])
    }
    let before = try Search(grammar(weight, 0), frames: 20, seed: 5).readings()
    let behind = try Search(grammar(0, weight), frames: 20, seed: 5).readings()
    let first = try #require(before.first)
    let second = try #require(behind.first)
    #expect(abs(first.score - second.score) < 0.001)
  }

  @Test func limitAndBeamDropTheWorstReadings() throws {
    let search = try Search(Self.grammar, frames: 40, seed: 6)
    let all = search.readings()
    #expect(search.readings(limit: 3).map(\.words) == all.prefix(3).map(\.words))
    let best = try #require(all.first)
    let beam: Float = 20
    let near = all.filter { $0.score >= best.score - beam }
    #expect(near.count < all.count)
    #expect(search.readings(beam: beam).map(\.words) == near.map(\.words))
    #expect(search.readings(limit: 0).isEmpty)
  }

  @Test func narrowBeamsPrune() throws {
    var narrow = LatticeSearch.Settings()
    narrow.beam = 15
    narrow.wordBeam = 10
    let wide = try Search(Self.grammar, frames: 40, seed: 7)
    let search = try Search(Self.grammar, frames: 40, seed: 7, settings: narrow)
    let edges = search.lattice.edges.joined().count
    #expect(edges < wide.lattice.edges.joined().count)
    for (reading, same) in zip(search.readings(), wide.readings()) {
      #expect(reading.score <= same.score + 0.01)
    }
  }

  /// Two words that sound the same, one of them much less likely.
  private func pair(behind weight: Float, _ settings: LatticeSearch.Settings) throws -> Search {
    let grammar = Grammar(
      words: ["ab", "same"], stateCount: 3, start: 2, final: 0,
      arcs: [
        .init(source: 2, target: 0, word: 0, weight: 0),
        .init(source: 2, target: 0, word: 1, weight: -weight),
      ])
    var search = try Search(grammar, frames: 6, seed: 1, settings: settings)
    // One frame for each state.
    let said = try #require(search.network.arcs.first).states
      .map { search.network.senones[Int(search.network.states[$0].emission)] }
    let width = search.scorer.senones.count
    var scores = [Float](repeating: -50, count: 6 * width)
    for (frame, senones) in said.enumerated() {
      for senone in senones { scores[frame * width + senone] = 0 }
    }
    search.hear(scores)
    return search
  }

  /// The grammar's weights have a factor of five.
  @Test func pathsFarBehindTheBestArePruned() throws {
    var settings = LatticeSearch.Settings()
    settings.wordBeam = 1_000
    #expect(try pair(behind: 43.9, settings).readings().count == 2)
    #expect(try pair(behind: 44.1, settings).readings().count == 1)
    // Pruning is stricter at word ends, where leaving the last state also counts.
    settings = LatticeSearch.Settings()
    let model = try MadeUpModel.model()
    let leave = model.transitions[2][2].leave
    #expect(try pair(behind: (160 + leave) / 5 - 0.1, settings).readings().count == 2)
    #expect(try pair(behind: (160 + leave) / 5 + 0.1, settings).readings().count == 1)
  }

  /// The best fit is found, even if everything fits badly.
  @Test func theBestIsFoundEvenIfAllFitsBadly() throws {
    var search = try Search(Self.grammar, frames: 40, seed: 3)
    let readings = search.readings()
    search.hear(search.scores.map { $0 - 500 })
    let worse = search.readings()
    #expect(worse.prefix(5).map(\.words) == readings.prefix(5).map(\.words))
    for (reading, other) in zip(readings, worse) {
      #expect(abs(reading.score - other.score - 40 * 500) < 0.5)
    }
  }

  /// The best partial path is extended first, so the best reading comes after a few steps.
  @Test func theBestReadingIsFoundInAFewSteps() throws {
    let search = try Search(Self.grammar, frames: 60, seed: 4)
    let best = try #require(search.readings().first)
    let found = search.lattice.readings(of: search.network, limit: 1, beam: 1_000, steps: 12)
    #expect(found.first?.words.map { search.network.words[$0] } == best.words)
  }

  @Test func everyWordHasACost() throws {
    let grammar = Grammar(
      words: ["b", "bb"], stateCount: 3, start: 1, final: 2,
      arcs: [
        .init(source: 1, target: 0, word: 0, weight: 0),
        .init(source: 0, target: 2, word: 0, weight: 0),
        .init(source: 1, target: 2, word: 1, weight: 0),
      ])
    var search = try Search(grammar, frames: 6, seed: 1)
    search.hear(Array(repeating: 0, count: 6 * search.scorer.senones.count))
    let readings = search.readings()
    let scores = Dictionary(uniqueKeysWithValues: readings.map { ($0.words, $0.score) })
    let one = try #require(scores[["bb"]])
    let two = try #require(scores[["b", "b"]])
    #expect(abs(one - two - 1) < 1e-3)
  }

  @Test(arguments: [0, 1, 5])
  func aRecordingThatIsTooShortHasNoReading(frames: Int) throws {
    // The shortest word, of one phone, wants three frames.
    let readings = try Search(Self.oneWord, frames: frames, seed: 8).readings()
    #expect(readings.allSatisfy { $0.words == ["b"] && frames >= 3 })
  }

  @Test func aGrammarWithoutPhrasesHasNoReading() throws {
    let empty = Grammar(words: ["ab"], stateCount: 2, start: 0, final: 1, arcs: [])
    #expect(try Search(empty, frames: 20, seed: 9).readings().isEmpty)
  }
}
