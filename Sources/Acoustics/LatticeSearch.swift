/// Finds the words of a grammar in a recording: a time-synchronous Viterbi beam search.
///
/// Source: Young, Russell, Thornton, "Token passing" (1989). When a word ends, its beginning and
/// its score are recorded, so that `WordLattice` can assemble alternative readings.
package struct LatticeSearch: Sendable {
  package let network: SearchNetwork
  private let places: [Int32]
  private let placeEnds: [Int32]
  private let settings: Settings

  package struct Settings: Sendable {
    /// The beam: paths this far below the best are pruned; natural logarithms.
    package var beam: Float = 220
    /// The beam at word ends.
    package var wordBeam: Float = 160
    /// The factor for the grammar's weights.
    package var languageWeight: Float = 5
    /// The penalty for each word.
    package var wordPenalty: Float = -1
    /// The penalty for a pause.
    package var pausePenalty = PhraseAligner.pausePenalty

    package init() {}
  }

  package init(_ network: SearchNetwork, _ scorer: SenoneScorer, settings: Settings = Settings()) {
    self.network = network
    self.settings = settings
    var places: [Int32] = []
    var ends: [Int32] = []
    for senones in network.senones {
      places += senones.compactMap { scorer.place(of: $0).map { Int32($0) } }
      ends.append(Int32(places.count))
    }
    self.places = places
    placeEnds = ends
  }

  /// Searches a recording.
  ///
  /// - Parameters:
  ///   - scores: from `SenoneScorer.scores`, `width` numbers per frame.
  ///   - width: how many senones are scored.
  package func lattice(of scores: [Float], width: Int) -> WordLattice {
    let frameCount = scores.count / max(1, width)
    var lattice = WordLattice(
      edges: Array(repeating: [], count: network.nodeCount),
      forward: Array(repeating: -.infinity, count: network.nodeCount * (frameCount + 1)),
      frameCount: frameCount, finalScores: network.finalWeights.map { $0 * settings.languageWeight }
    )
    lattice.forward[network.start * (frameCount + 1)] = 0
    var tokens = Tokens(network)
    var emissions = [Float](repeating: 0, count: network.senones.count)
    for frame in 0..<frameCount {
      emit(scores, frame * width, &emissions)
      step(frame, emissions, &tokens, &lattice)
    }
    return lattice
  }

  private func emit(_ scores: [Float], _ start: Int, _ emissions: inout [Float]) {
    var place = 0
    scores.withUnsafeBufferPointer { scores in
      for (emission, end) in placeEnds.enumerated() {
        var best = -Float.infinity
        while place < Int(end) {
          best = max(best, scores[start + Int(places[place])])
          place += 1
        }
        emissions[emission] = best
      }
    }
  }

  /// The best path into a state of the network.
  private struct Token {
    var score = -Float.infinity
    /// The frame at which its word began.
    var first: Int32 = 0
  }

  private struct Tokens {
    var all: [Token]
    /// The arcs that have a token.
    var active: [Int32] = []
    var isActive: [Bool]
    /// The best score in the previous frame.
    var best: Float = 0

    init(_ network: SearchNetwork) {
      all = Array(repeating: Token(), count: network.states.count)
      isActive = Array(repeating: false, count: network.arcs.count)
    }
  }

  private func step(
    _ frame: Int, _ emissions: [Float], _ tokens: inout Tokens, _ lattice: inout WordLattice
  ) {
    let threshold = tokens.best - settings.beam
    let width = lattice.frameCount + 1
    // The words that can begin here.
    var entering = [Float](repeating: -.infinity, count: network.nodeCount)
    for node in 0..<network.nodeCount {
      let score = lattice.forward[node * width + frame]
      guard score > threshold else { continue }
      entering[node] = score
      for number in network.leaving[node] where !tokens.isActive[number] {
        tokens.isActive[number] = true
        tokens.active.append(Int32(number))
      }
    }
    var best = -Float.infinity
    var exits: [(arc: Int32, first: Int32, score: Float)] = []
    tokens.all.withUnsafeMutableBufferPointer { all in
      network.states.withUnsafeBufferPointer { states in
        emissions.withUnsafeBufferPointer { emissions in
          for number in tokens.active {
            let arc = network.arcs[Int(number)]
            let entering = Token(score: entering[arc.source] + cost(of: arc), first: Int32(frame))
            best = max(best, Self.advance(all, through: arc.states, entering, states, emissions))
            let last = arc.states.upperBound - 1
            if all[last].score > -.infinity {
              exits.append((number, all[last].first, all[last].score + states[last].leave))
            }
          }
        }
      }
    }
    // Prune the paths outside the beam.
    let floor = best - settings.beam
    let advanced = tokens.active
    tokens.active.removeAll(keepingCapacity: true)
    for number in advanced {
      let states = network.arcs[Int(number)].states
      if states.contains(where: { tokens.all[$0].score > floor }) {
        tokens.active.append(number)
      } else {
        tokens.isActive[Int(number)] = false
        for state in states { tokens.all[state].score = -.infinity }
      }
    }
    tokens.best = best
    let wordFloor = best - settings.wordBeam
    for exit in exits where exit.score > wordFloor {
      let arc = network.arcs[Int(exit.arc)]
      let before = lattice.forward[arc.source * width + Int(exit.first)]
      lattice.edges[arc.target].append(
        .init(
          arc: exit.arc, first: exit.first, end: Int32(frame + 1), score: exit.score - before))
      let place = arc.target * width + frame + 1
      if exit.score > lattice.forward[place] { lattice.forward[place] = exit.score }
    }
  }

  /// Advances an arc's tokens by a frame; returns the best score.
  @inline(__always)
  private static func advance(
    _ tokens: UnsafeMutableBufferPointer<Token>, through range: Range<Int>, _ entering: Token,
    _ states: UnsafeBufferPointer<SearchNetwork.State>, _ emissions: UnsafeBufferPointer<Float>
  ) -> Float {
    var best = -Float.infinity
    // Backwards, so that the previous state still has its token of the previous frame.
    var place = range.upperBound - 1
    while place >= range.lowerBound {
      var token = tokens[place]
      token.score += states[place].stay
      var before = entering
      if place > range.lowerBound {
        before = tokens[place - 1]
        before.score += states[place - 1].leave
      }
      if before.score > token.score { token = before }
      token.score += emissions[Int(states[place].emission)]
      tokens[place] = token
      best = max(best, token.score)
      place -= 1
    }
    return best
  }

  @inline(__always)
  private func cost(of arc: SearchNetwork.Link) -> Float {
    arc.word < 0
      ? settings.pausePenalty : arc.weight * settings.languageWeight + settings.wordPenalty
  }
}
