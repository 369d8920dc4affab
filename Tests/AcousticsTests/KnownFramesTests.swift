import Glibc
import Testing

@testable import Acoustics

/// The phone network's state for each frame of a known recording, by values.
@Suite(.tags(.hardwareFree)) struct KnownFramesTests {
  private let network: PhoneNetwork
  private let features = PhoneNetworkTests.features(frames: 12)

  init() throws {
    network = try #require(PhoneNetwork(PhoneNetworkTests.Small().data))
  }

  private func phone(_ number: Int, first: Int, _ lengths: SIMD4<Int32>) -> PhraseAligner.Phone {
    PhraseAligner.Phone(number: number, word: 0, first: first, end: 0, score: 0, lengths: lengths)
  }

  /// The network's phone 0 is "A", and 1 is silence; the model has them as 1 and 0.
  @Test func framesHaveTheStatesOfTheirPhones() throws {
    let definition = try MadeUpModel.model().definition
    let known = try #require(
      network.knownFrames(
        of: features,
        [
          phone(1, first: 1, [2, 1, 2, 0]),
          // The network does not know it: it counts as silence.
          phone(2, first: 6, [1, 1, 1, 0]),
          // More than there is.
          phone(1, first: 9, [1, 1, 5, 0]),
        ], definition))
    #expect(known.states == [4, 0, 0, 1, 2, 2, 3, 4, 5, 0, 1, 2])
    let isSpoken = [false] + Array(repeating: true, count: 5) + Array(repeating: false, count: 3)
    #expect(known.isSpoken == isSpoken + [true, true, true])
    #expect(known.activations == network.activations(of: features))
  }

  /// A step moves each weight by the error of its state times its activation.
  @Test func activationsOfZeroAndOneAreExact() throws {
    let layer = try #require(network.last)
    let activations = (0..<layer.inputs).map { Float($0 % 3 == 0 ? 1 : 0) }
    let energy = activations.reduce(0, +)
    try #require(energy > 1)
    let known = SpeakerAdaptation.KnownFrames(
      activations: activations, states: [2], isSpoken: [true])
    let adaptation = try #require(SpeakerAdaptation(learning: [known], passes: 1, for: network))
    // Each of six states counts once before anything was seen, and state 2 once more.
    let scores = (0..<6).map { state in
      layer.biases[state] + log(Float(state == 2 ? 2 : 1) / 7)
        + activations.indices.reduce(0) { $0 + layer.weight($1, state) * activations[$1] }
    }
    let greatest = scores.max() ?? 0
    let total = scores.reduce(0) { $0 + exp($1 - greatest) }
    for (input, value) in activations.enumerated() {
      for state in 0..<6 {
        let error = (state == 2 ? 1 : 0) - exp(scores[state] - greatest) / total
        let change = adaptation.changes[input * 6 + state]
        #expect(abs(change - 0.1 * error * value / energy) < 1e-4, "\(input) \(state)")
      }
    }
  }
}
