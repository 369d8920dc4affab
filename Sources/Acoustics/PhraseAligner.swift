/// Forced alignment: finds where a phrase's words are in a recording, and how well they fit. Uses
/// the neighboring words' phones as context, with optional pauses between words.
///
/// Phrases that begin alike share the search as far as they do.
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

  /// Aligns phrases by each of several scores of a recording; nil for one if a word has no
  /// pronunciation, or if the recording is too short.
  package func align(_ phrases: [[String]], by scores: [[Float]]) -> [[Alignment?]] {
    var searches = scores.map { AlignmentSearch($0, width: scorer.senones.count, model) }
    var alignments = phrases.map { _ in [Alignment?](repeating: nil, count: scores.count) }
    // Neighbors in this order begin alike.
    let order = phrases.indices.sorted { phrases[$0].lexicographicallyPrecedes(phrases[$1]) }
    for number in order {
      guard let (phones, ends) = network(of: phrases[number]) else { continue }
      for place in searches.indices {
        alignments[number][place] = searches[place].align(phones, ends: ends)
      }
    }
    return alignments
  }

  /// Aligns one phrase.
  package func align(_ words: [String], _ scores: [Float]) -> Alignment? {
    align([words], by: [scores])[0][0]
  }

  private func network(of words: [String]) -> (phones: [AlignmentSearch.Node], ends: [Int])? {
    let silence = model.definition.silence
    let variants = words.map { lexicon.variants[$0] ?? [] }
    guard !words.isEmpty, variants.allSatisfy({ !$0.isEmpty }) else { return nil }
    let pause = model.definition.senones(of: silence).map { senone in
      [Int(senone)].compactMap(scorer.place)
    }
    var network: [AlignmentSearch.Node] = []
    var ends = [AlignmentSearch.start]
    func addPause() {
      network.append(
        AlignmentSearch.Node(
          number: silence, word: -1, states: pause, before: ends, penalty: Self.pausePenalty))
      ends.append(network.count)
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
          network.append(
            AlignmentSearch.Node(
              number: phone, word: place,
              states: Array(sets[first..<first + ModelDefinition.stateCount]), before: before,
              penalty: 0))
          before = [network.count]
        }
        newEnds += before
      }
      ends = newEnds
    }
    addPause()
    return (network, ends)
  }
}
