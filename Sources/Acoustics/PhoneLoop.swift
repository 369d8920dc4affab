/// Recognizes any sequence of phones, as a reference for how well a grammar fits.
package struct PhoneLoop: Sendable {
  /// A recognized phone.
  package struct Segment: Sendable, Hashable {
    package var phone: Int
    package var first: Int
    /// The frame after its last one.
    package var end: Int
  }

  package struct Path: Sendable {
    /// The natural log-likelihood after each number of frames, `frameCount` + 1 values.
    package var scores: [Float]
    package var segments: [Segment]
  }

  private let phones: [Int]
  private let places: [Int]
  private let transitions: [[(stay: Float, leave: Float)]]

  /// The penalty for each phone; a natural logarithm.
  private static let penalty: Float = -6

  package init(_ model: PhoneModel, _ scorer: SenoneScorer) {
    phones = Array(model.definition.phones.indices)
    places = phones.flatMap { phone in
      model.definition.senones(of: phone).map { scorer.place(of: Int($0)) ?? 0 }
    }
    transitions = phones.map { model.transitions[$0] }
  }

  /// The senones that a loop over a model's phones needs.
  package static func senones(of definition: ModelDefinition) -> Set<Int> {
    Set(definition.phones.indices.flatMap { definition.senones(of: $0).map { Int($0) } })
  }

  /// The best sequence of phones.
  ///
  /// - Parameters:
  ///   - scores: from `SenoneScorer.scores`.
  ///   - width: how many senones are scored.
  package func path(through scores: [Float], width: Int) -> Path {
    let states = ModelDefinition.stateCount
    let frameCount = scores.count / max(1, width)
    let count = places.count
    var current = [Float](repeating: -.infinity, count: count)
    var next = current
    var firsts = [Int32](repeating: 0, count: count)
    var nextFirsts = firsts
    // For each frame, the phone that ends before it on the best path, and the phone's first frame.
    var endings: [(phone: Int, first: Int)] = [(0, 0)]
    var forward: [Float] = [0]
    for frame in 0..<frameCount {
      var bestEnd = (score: -Float.infinity, phone: 0, first: 0)
      let entering = forward[frame] + Self.penalty
      for (number, phone) in phones.enumerated() {
        for state in 0..<states {
          let place = number * states + state
          var score = current[place] + transitions[number][state].stay
          var first = firsts[place]
          let before =
            state > 0 ? current[place - 1] + transitions[number][state - 1].leave : entering
          if before > score {
            score = before
            first = state > 0 ? firsts[place - 1] : Int32(frame)
          }
          next[place] = score + scores[frame * width + places[place]]
          nextFirsts[place] = first
        }
        let last = number * states + states - 1
        let end = next[last] + transitions[number][states - 1].leave
        if end > bestEnd.score { bestEnd = (end, phone, Int(nextFirsts[last])) }
      }
      swap(&current, &next)
      swap(&firsts, &nextFirsts)
      forward.append(bestEnd.score)
      endings.append((bestEnd.phone, bestEnd.first))
    }
    var segments: [Segment] = []
    var end = frameCount
    while end > 0 {
      let (phone, first) = endings[end]
      segments.append(Segment(phone: phone, first: first, end: end))
      guard first < end else { break }
      end = first
    }
    return Path(scores: forward, segments: segments.reversed())
  }
}
