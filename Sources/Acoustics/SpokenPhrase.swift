import Glibc

/// A phrase in a recording: its words, the positions of their phones, and the features.
///
/// A voice can be learnt from it later, without the recording. It equals only itself.
package final class SpokenPhrase: Sendable {
  /// The recognized words.
  package let words: [String]
  private let sound: Sound?

  /// The sound of the phrase.
  package struct Sound: Sendable {
    private let features: Features
    private let phones: [PhraseAligner.Phone]
    fileprivate let network: PhoneNetwork
    private let definition: ModelDefinition

    /// - Parameters:
    ///   - phones: The phones of the words, aligned with the features.
    ///   - network: The network for the phones, without an adaptation.
    package init(
      _ phones: [PhraseAligner.Phone], in features: Features, network: PhoneNetwork,
      definition: ModelDefinition
    ) {
      self.phones = phones
      self.features = features
      self.network = network
      self.definition = definition
    }

    fileprivate var frames: SpeakerAdaptation.KnownFrames? {
      network.knownFrames(of: features, phones, definition)
    }
  }

  /// - Parameter sound: Nil if it cannot be used for learning.
  package init(words: [String], sound: Sound?) {
    self.words = words
    self.sound = sound
  }

  /// An adaptation that has also learnt from this phrase, and by how much `known` fitted the phrase
  /// better than `other`: natural logarithms per frame of speech. Nil if the phrase cannot be used.
  ///
  /// Takes some milliseconds.
  package func lesson(
    after known: SpeakerAdaptation?, against other: SpeakerAdaptation?
  ) -> (adaptation: SpeakerAdaptation, gain: Double)? {
    guard let network = sound?.network, let frames = sound?.frames,
      let adaptation = SpeakerAdaptation(learning: [frames], for: network, after: known)
    else { return nil }
    func fit(_ speaker: SpeakerAdaptation?) -> Double {
      (speaker.flatMap { network.adapted(by: $0) } ?? network).fit(to: frames)
    }
    return (adaptation, known == other ? 0 : fit(known) - fit(other))
  }
}

extension SpokenPhrase: Hashable {
  package static func == (one: SpokenPhrase, other: SpokenPhrase) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PhoneNetwork {
  /// The fit of the known speech states: the mean natural logarithm of their posteriors, 0 or less.
  fileprivate func fit(to frames: SpeakerAdaptation.KnownFrames) -> Double {
    guard let last, frames.speechCount > 0 else { return 0 }
    let outputs = last.outputs(of: frames.activations, frames: frames.states.count, isLast: true)
    var sum = 0.0
    for (frame, state) in frames.states.enumerated() where frames.isSpoken[frame] {
      let scores = outputs[frame * last.outputs..<(frame + 1) * last.outputs]
      let greatest = scores.max() ?? 0
      let total = scores.reduce(0) { $0 + exp($1 - greatest) }
      sum += Double(scores[scores.startIndex + state] - greatest - log(total))
    }
    return sum / Double(frames.speechCount)
  }
}
