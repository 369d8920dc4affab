/// A phone network's scores in the order of an acoustic model's senones, for the searches.
package struct NetworkScorer: Sendable {
  private let network: PhoneNetwork
  /// For each senone, the place of its state in the network.
  private let places: [Int]

  /// - Parameters:
  ///   - network: The network; phones that it does not know, such as noises, count as silence.
  ///   - scorer: Determines which senones are scored.
  package init(_ network: PhoneNetwork, _ definition: ModelDefinition, _ scorer: SenoneScorer) {
    self.network = network
    let states = definition.states()
    let silence = network.silence(of: definition)
    places = scorer.senones.map { senone in
      let known = network.number(of: definition.phone(of: senone), definition)
      return (known ?? silence) * ModelDefinition.stateCount + Int(states[senone])
    }
  }

  /// The scores of all frames, frame by frame, one number per senone: natural logarithms, 0 or
  /// less. Empty if the features are of another kind.
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
