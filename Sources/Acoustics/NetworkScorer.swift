/// A phone network's scores, in the order in which the searches want those of an acoustic model's
/// senones.
package struct NetworkScorer: Sendable {
  private let network: PhoneNetwork
  /// By senone, where the network has its state.
  private let places: [Int]

  /// - Parameters:
  ///   - network: Of a phone that it does not know, such as a noise, it has silence.
  ///   - scorer: Its senones are those that are scored.
  package init(_ network: PhoneNetwork, _ definition: ModelDefinition, _ scorer: SenoneScorer) {
    self.network = network
    let states = definition.states()
    let silence = network.silence(of: definition)
    places = scorer.senones.map { senone in
      let known = network.number(of: definition.phone(of: senone), definition)
      return (known ?? silence) * ModelDefinition.stateCount + Int(states[senone])
    }
  }

  /// The scores of all frames, frame by frame, a number for each senone: natural logarithms, 0 or
  /// less. Of none, where the features are of another kind.
  package func scores(of features: Features) -> [Float] {
    let scores = network.scores(of: features)
    let states = network.phones.count * ModelDefinition.stateCount
    let frameCount = scores.count / states
    return [Float](unsafeUninitializedCapacity: frameCount * places.count) { result, count in
      count = frameCount * places.count
      for frame in 0..<frameCount {
        for (column, place) in places.enumerated() {
          result.initializeElement(
            at: frame * places.count + column, to: scores[frame * states + place])
        }
      }
    }
  }
}
