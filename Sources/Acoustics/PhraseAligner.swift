/// Forced alignment: finds where one phrase's words are in a recording, and how well they fit. Uses
/// the neighboring words' phones as context, with optional pauses between words.
package struct PhraseAligner: Sendable {
  private let lexicon: PhoneLexicon
  private let model: PhoneModel
  private let scorer: SenoneScorer

  package init(_ lexicon: PhoneLexicon, _ model: PhoneModel, _ scorer: SenoneScorer) {
    self.lexicon = lexicon
    self.model = model
    self.scorer = scorer
  }

  /// The penalty for a pause; a natural logarithm.
  package static let pausePenalty: Float = -5

  /// One aligned phone.
  package struct Phone: Sendable, Hashable {
    /// Its number in the model.
    package var number: Int
    /// The word's index in the phrase; -1 for a pause.
    package var word: Int
    package var first: Int
    /// The frame after its last one.
    package var end: Int
    package var score: Float
    /// The durations of its three states, in frames.
    package var lengths: SIMD4<Int32> = .zero
  }

  /// An aligned phrase.
  package struct Alignment: Sendable {
    /// The natural log-likelihood of all frames.
    package var score: Float
    package var phones: [Phone]
  }

  /// A phone's states in the network of a phrase.
  private struct Node {
    var phone: Int
    var word: Int
    var states: [[Int]]
    /// The preceding nodes; -1 at the beginning of the recording.
    var before: [Int]
    var penalty: Float
  }

  /// Aligns a phrase; nil if a word has no pronunciation, or if the recording is too short.
  package func align(_ words: [String], _ scores: [Float]) -> Alignment? {
    guard let (nodes, last) = network(of: words) else { return nil }
    return search(nodes, last: last, scores)
  }

  private func network(of words: [String]) -> (nodes: [Node], last: [Int])? {
    let silence = model.definition.silence
    let variants = words.map { lexicon.variants[$0] ?? [] }
    guard !words.isEmpty, variants.allSatisfy({ !$0.isEmpty }) else { return nil }
    let pause = model.definition.senones(of: silence).map { senone in
      [Int(senone)].compactMap(scorer.place)
    }
    var nodes: [Node] = []
    var ends = [-1]
    func addPause() {
      nodes.append(
        Node(phone: silence, word: -1, states: pause, before: ends, penalty: Self.pausePenalty))
      ends.append(nodes.count - 1)
    }
    for (place, pronunciations) in variants.enumerated() {
      addPause()
      let lefts: Set<Int> =
        place == 0 ? [silence] : Set(variants[place - 1].map { $0[$0.count - 1] } + [silence])
      let rights: Set<Int> =
        place + 1 == words.count
        ? [silence] : Set(variants[place + 1].map { $0[0] } + [silence])
      var newEnds: [Int] = []
      for phones in pronunciations {
        let sets = lexicon.senones(of: phones, after: lefts, before: rights)
          .map { $0.compactMap(scorer.place) }
        var before = ends
        for (index, phone) in phones.enumerated() {
          let first = index * ModelDefinition.stateCount
          nodes.append(
            Node(
              phone: phone, word: place,
              states: Array(sets[first..<first + ModelDefinition.stateCount]), before: before,
              penalty: 0))
          before = [nodes.count - 1]
        }
        newEnds += before
      }
      ends = newEnds
    }
    addPause()
    return (nodes, ends)
  }

  private func search(_ nodes: [Node], last: [Int], _ scores: [Float]) -> Alignment? {
    let states = ModelDefinition.stateCount
    let width = scorer.senones.count
    let frameCount = scores.count / max(1, width)
    let count = nodes.count * states
    guard count <= Int(Int16.max) else { return nil }
    var current = [Float](repeating: -.infinity, count: count)
    var next = current
    /// The previous state of the best path, by frame and state.
    var back = [Int16](repeating: .zero, count: frameCount * count)
    let transitions = nodes.map { model.transitions[$0.phone] }
    for frame in 0..<frameCount {
      for (number, node) in nodes.enumerated() {
        for state in 0..<states {
          let place = number * states + state
          var best = current[place] + transitions[number][state].stay
          var from = place
          if state > 0 {
            let score = current[place - 1] + transitions[number][state - 1].leave
            if score > best { (best, from) = (score, place - 1) }
          } else {
            for before in node.before {
              if before < 0 {
                if frame == 0 { best = node.penalty }
              } else {
                let score =
                  current[before * states + states - 1]
                  + transitions[before][states - 1].leave + node.penalty
                if score > best { (best, from) = (score, before * states + states - 1) }
              }
            }
          }
          var emission = -Float.infinity
          for senone in node.states[state] {
            emission = max(emission, scores[frame * width + senone])
          }
          next[place] = best + emission
          back[frame * count + place] = Int16(from)
        }
      }
      swap(&current, &next)
    }
    let ends = last.map { $0 * states + states - 1 }
    guard let end = ends.max(by: { current[$0] < current[$1] }), current[end] > -.infinity else {
      return nil
    }
    return Alignment(
      score: current[end], phones: trace(back, from: end, nodes, scores, frameCount: frameCount))
  }

  private func trace(
    _ back: [Int16], from end: Int, _ nodes: [Node], _ scores: [Float], frameCount: Int
  ) -> [Phone] {
    let states = ModelDefinition.stateCount
    let width = scorer.senones.count
    let count = nodes.count * states
    var phones: [Phone] = []
    var state = end
    var number: Int?
    for frame in stride(from: frameCount - 1, through: 0, by: -1) {
      let node = nodes[state / states]
      if state / states != number {
        number = state / states
        phones.append(
          Phone(number: node.phone, word: node.word, first: frame, end: frame + 1, score: 0))
      }
      let emission = node.states[state % states].reduce(-Float.infinity) {
        max($0, scores[frame * width + $1])
      }
      phones[phones.count - 1].first = frame
      phones[phones.count - 1].score += emission
      phones[phones.count - 1].lengths[state % states] += 1
      state = Int(back[frame * count + state])
    }
    return phones.reversed()
  }
}
