import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// Learning a voice, by values, with a network small enough to compute by hand.
@Suite(.tags(.hardwareFree)) struct SpeakerAdaptationTests {
  let small = PhoneNetworkTests.Small()
  let network: PhoneNetwork
  let features = PhoneNetworkTests.features(frames: 12)

  init() throws {
    network = try #require(PhoneNetwork(PhoneNetworkTests.Small().data))
  }

  private func frames(_ count: Int, states: [Int]) -> SpeakerAdaptation.KnownFrames {
    let width = network.last?.inputs ?? 0
    return SpeakerAdaptation.KnownFrames(
      activations: Array(network.activations(of: features).prefix(count * width)),
      states: states, isSpoken: states.map { $0 < 3 })
  }

  @Test func withoutLearningNothingChanges() throws {
    let adaptation = try #require(
      SpeakerAdaptation(learning: [], passes: 5, for: network))
    #expect(adaptation.frameCount == 0)
    #expect(adaptation.changes.allSatisfy { $0 == 0 })
    let adapted = try #require(network.adapted(by: adaptation))
    #expect(adapted.scores(of: features) == network.scores(of: features))
  }

  /// Six states, less than a vector, and nine, one more than a vector.
  @Test(arguments: [["A", "SIL"], ["A", "B", "SIL"]])
  func oneFrameMovesTheWeightsByItsError(phones: [String]) throws {
    let network = try #require(PhoneNetwork(PhoneNetworkTests.Small(phones: phones).data))
    let count = 3 * phones.count
    let width = try #require(network.last).inputs
    let known = SpeakerAdaptation.KnownFrames(
      activations: Array(network.activations(of: features).prefix(width)), states: [2],
      isSpoken: [true])
    let adaptation = try #require(
      SpeakerAdaptation(learning: [known], passes: 1, for: network))
    // Each state counts once before anything was seen, and state 2 once more.
    let scores = network.scores(of: features).prefix(count).enumerated().map { state, score in
      score + log(Float(state == 2 ? 2 : 1))
    }
    let greatest = scores.max() ?? 0
    let shares = scores.map { exp($0 - greatest) }
    let total = shares.reduce(0, +)
    let energy = known.activations.reduce(0) { $0 + $1 * $1 }
    try #require(energy > 1)
    for (input, value) in known.activations.enumerated() {
      for state in 0..<count {
        let error = (state == 2 ? 1 : 0) - shares[state] / total
        let expected = 0.1 * error * value / energy
        #expect(abs(adaptation.changes[input * count + state] - expected) < 1e-4)
      }
    }
    #expect(adaptation.frameCount == 1)
  }

  /// Silence is more frequent than any phone, so it counts less. A frame that hardly excites the
  /// network also counts less, because its normalized step would be too large.
  @Test func silenceAndFaintFramesMoveTheWeightsLess() throws {
    func greatestChange(_ isSpoken: Bool, _ value: Float) throws -> Float {
      let width = try #require(network.last).inputs
      let known = SpeakerAdaptation.KnownFrames(
        activations: Array(repeating: value, count: width), states: [2], isSpoken: [isSpoken])
      let adaptation = try #require(SpeakerAdaptation(learning: [known], passes: 1, for: network))
      return adaptation.changes.map { abs($0) }.max() ?? 0
    }
    let ratio = try greatestChange(false, 1) / greatestChange(true, 1)
    #expect(abs(ratio - 0.3) < 1e-3)
    // With little energy, the step is a tenth of the error times the value.
    let error = try 1 - likelihood(of: 2, activations: 0.001)
    #expect(abs(try greatestChange(true, 0.001) - 0.1 * error * 0.001) < 1e-7)
  }

  /// A state's posterior if all activations are equal, after one frame of it, when each state has
  /// been counted once before.
  private func likelihood(of state: Int, activations: Float) throws -> Float {
    let layer = try #require(network.last)
    let scores = (0..<6).map { other in
      (0..<layer.inputs).reduce(layer.biases[other] + log(Float(other == state ? 2 : 1) / 7)) {
        $0 + layer.weight($1, other) * activations
      }
    }
    return exp(scores[state]) / scores.reduce(0) { $0 + exp($1) }
  }

  /// Learning visits the frames in strides of about 0.6 of their number, each frame once.
  @Test func stridesVisitEveryFrameOnce() {
    for count in 1...300 {
      let step = SpeakerAdaptation.step(through: count)
      let places = Set((0..<count).map { $0 * step % count })
      #expect(places.count == count)
      #expect(count < 40 || (0.6...0.7).contains(Double(step) / Double(count)), "\(count)")
    }
    #expect(SpeakerAdaptation.step(through: 0) == 1)
  }

  @Test func learningMoreFitsBetter() throws {
    let states = (0..<12).map { $0 % 6 }
    let known = frames(12, states: states)
    var last: SpeakerAdaptation?
    var heard: [Float] = []
    for _ in 0..<3 {
      let adaptation = try #require(
        SpeakerAdaptation(learning: [known], passes: 10, for: network, after: last))
      let scores = try #require(network.adapted(by: adaptation)).scores(of: features)
      // How far the right state lies below the likeliest, on average.
      heard.append(states.indices.reduce(0) { $0 + scores[$1 * 6 + states[$1]] } / 12)
      last = adaptation
    }
    let scores = network.scores(of: features)
    let before = states.indices.reduce(0) { $0 + scores[$1 * 6 + states[$1]] } / 12
    #expect(before < heard[0] && heard[0] < heard[1] && heard[1] < heard[2], "\(before) \(heard)")
    #expect(last?.frameCount == 3 * states.filter { $0 < 3 }.count)
  }

  @Test func anAdaptationFitsOnlyItsNetwork() throws {
    let english = try #require(PhoneNetwork.english)
    let adaptation = try #require(SpeakerAdaptation(learning: [], passes: 1, for: network))
    #expect(english.adapted(by: adaptation) == nil)
    #expect(english.checksum != network.checksum)
  }

  @Test func changesOfAnotherSizeAreDropped() throws {
    let english = try #require(PhoneNetwork.english)
    let other = try #require(SpeakerAdaptation(learning: [], passes: 1, for: english))
    let known = frames(12, states: (0..<12).map { $0 % 6 })
    let after = SpeakerAdaptation(learning: [known], passes: 3, for: network, after: other)
    let anew = SpeakerAdaptation(learning: [known], passes: 3, for: network)
    #expect(after?.changes == anew?.changes)
  }

  @Test func anAdaptationIsReadBackUnchanged() throws {
    let adaptation = try #require(
      SpeakerAdaptation(
        learning: [frames(12, states: Array(0..<6) + Array(0..<6))], passes: 3, for: network))
    let data = try JSONEncoder().encode(adaptation)
    #expect(try JSONDecoder().decode(SpeakerAdaptation.self, from: data) == adaptation)
    #expect(adaptation.changes.contains { $0 != 0 })
  }

  @Test(arguments: [
    "{}", "[]", #"{"frames": -1, "scale": 0, "changes": ""}"#,
    #"{"frames": 1, "scale": 1.01, "changes": "AAA="}"#,
    #"{"frames": 1, "scale": -0.1, "changes": "AAA="}"#,
    #"{"frames": 1, "scale": 0.1, "changes": "AAA"}"#,
    #"{"frames": 1, "scale": 0.1, "changes": "AQAC"}"#,
    #"{"frames": 2147483648, "scale": 0.1, "changes": "AAA="}"#,
  ])
  func impossibleValuesAreRefused(text: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(SpeakerAdaptation.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [
    #"{"frames": 1, "scale": 1, "changes": "AAA="}"#,
    #"{"frames": 2147483647, "scale": 0, "changes": ""}"#,
  ])
  func extremePossibleValuesAreAccepted(text: String) throws {
    _ = try JSONDecoder().decode(SpeakerAdaptation.self, from: Data(text.utf8))
  }

  @Test func moreThanAMillionChangesAreRefused() {
    let numbers = Data(count: (1 << 20 + 1) * 2).base64EncodedString()
    let text = #"{"frames": 1, "scale": 0.1, "changes": "\#(numbers)"}"#
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(SpeakerAdaptation.self, from: Data(text.utf8))
    }
  }
}
