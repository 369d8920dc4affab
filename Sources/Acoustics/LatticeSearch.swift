/// Finds the words of a grammar in a recording: a Viterbi search in step with time that gives up what falls behind.
///
/// Source: Young, Russell, Thornton, "Token passing" (1989). Where a word ends it notes where it began, and how well it fits,
/// for `WordLattice` to put together what else may have been said.
package struct LatticeSearch: Sendable {
  package let network: SearchNetwork
  private let places: [Int32]
  private let placeEnds: [Int32]
  private let settings: Settings

  package struct Settings: Sendable {
    /// What falls behind the best by more than this is given up; natural logarithms.
    package var beam: Float = 220
    /// The same, of words that end.
    package var wordBeam: Float = 160
    /// What the grammar's weights count.
    package var languageWeight: Float = 5
    /// What each word costs.
    package var wordPenalty: Float = -1
    /// What a pause costs.
    package var pausePenalty: Float = -5

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
  ///   - scores: of `SenoneScorer.scores`, `width` numbers a frame.
  ///   - width: how many senones are scored.
  package func lattice(of scores: [Float], width: Int) -> WordLattice {
    let frameCount = scores.count / max(1, width)
    var lattice = WordLattice(
      edges: Array(repeating: [], count: network.nodeCount),
      forward: Array(repeating: -.infinity, count: network.nodeCount * (frameCount + 1)),
      frameCount: frameCount, finalScores: network.finalWeights.map { $0 * settings.languageWeight }
    )
    guard frameCount > 0 else { return lattice }
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

  private struct Tokens {
    /// By state of the network.
    var scores: [Float]
    /// Before which frame the word began.
    var firsts: [Int32]
    var active: [Int32] = []
    var isActive: [Bool]
    /// The best of all in the frame before.
    var best: Float = 0

    init(_ network: SearchNetwork) {
      scores = Array(repeating: -.infinity, count: network.emissions.count)
      firsts = Array(repeating: 0, count: network.emissions.count)
      isActive = Array(repeating: false, count: network.arcs.count)
    }
  }

  private func step(
    _ frame: Int, _ emissions: [Float], _ tokens: inout Tokens, _ lattice: inout WordLattice
  ) {
    let threshold = tokens.best - settings.beam
    let width = lattice.frameCount + 1
    // Words that may begin.
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
    var kept: [Int32] = []
    kept.reserveCapacity(tokens.active.count)
    tokens.scores.withUnsafeMutableBufferPointer { scores in
      tokens.firsts.withUnsafeMutableBufferPointer { firsts in
        emissions.withUnsafeBufferPointer { emissions in
          network.emissions.withUnsafeBufferPointer { kinds in
            network.stay.withUnsafeBufferPointer { stay in
              network.leave.withUnsafeBufferPointer { leave in
                for number in tokens.active {
                  let arc = network.arcs[Int(number)]
                  var arcBest = -Float.infinity
                  var state = arc.states.upperBound - 1
                  while state >= arc.states.lowerBound {
                    var score = scores[state] + stay[state]
                    var first = firsts[state]
                    let before: Float
                    let beforeFirst: Int32
                    if state > arc.states.lowerBound {
                      before = scores[state - 1] + leave[state - 1]
                      beforeFirst = firsts[state - 1]
                    } else {
                      before = entering[arc.source] + cost(of: arc)
                      beforeFirst = Int32(frame)
                    }
                    if before > score { (score, first) = (before, beforeFirst) }
                    score += emissions[Int(kinds[state])]
                    scores[state] = score
                    firsts[state] = first
                    arcBest = max(arcBest, score)
                    state -= 1
                  }
                  best = max(best, arcBest)
                  let last = arc.states.upperBound - 1
                  if scores[last] > -.infinity {
                    exits.append((number, firsts[last], scores[last] + leave[last]))
                  }
                  kept.append(number)
                }
              }
            }
          }
        }
      }
    }
    // What has fallen behind is given up.
    let floor = best - settings.beam
    tokens.active.removeAll(keepingCapacity: true)
    for number in kept {
      let states = network.arcs[Int(number)].states
      if states.contains(where: { tokens.scores[$0] > floor }) {
        tokens.active.append(number)
      } else {
        tokens.isActive[Int(number)] = false
        for state in states { tokens.scores[state] = -.infinity }
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

  @inline(__always)
  private func cost(of arc: SearchNetwork.Arc) -> Float {
    arc.word < 0
      ? settings.pausePenalty : arc.weight * settings.languageWeight + settings.wordPenalty
  }
}
