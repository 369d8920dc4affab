import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// The network's arithmetic, by values, and the accuracy of the shipped network.
struct PhoneNetworkTests {
  /// A network of two phones, 13 bands, three frames and two layers, with random weights.
  struct Small {
    static let bandCount = 13
    static let phones = ["A", "SIL"]
    static let offsets = [-2, 0, 1]
    let phones: [String]

    struct Layer {
      var scales: [Float]
      var biases: [Float]
      var weights: [Int8]
    }

    var layers: [Layer]

    init(phones: [String] = Self.phones) {
      self.phones = phones
      // Inputs and outputs of each layer: one more than a multiple of the vector width, and less.
      let shapes = [(2 * Self.bandCount * Self.offsets.count, 9), (9, phones.count * 3)]
      var random = SeededGenerator(state: 5)
      layers = shapes.map { inputs, outputs in
        Layer(
          scales: (0..<outputs).map { _ in Float.random(in: 0.001...0.02, using: &random) },
          biases: (0..<outputs).map { _ in Float.random(in: -1...1, using: &random) },
          weights: (0..<inputs * outputs).map { _ in Int8.random(in: -127...127, using: &random) })
      }
    }

    var data: Data {
      var data = Data()
      func append(_ number: Int) {
        withUnsafeBytes(of: Int32(number).littleEndian) { data.append(contentsOf: $0) }
      }
      func append(_ number: Float) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
      }
      append(0x4E50_4D53)
      append(Self.bandCount)
      append(phones.count)
      append(Self.offsets.count)
      append(layers.count)
      for phone in phones {
        append(phone.utf8.count)
        data.append(contentsOf: phone.utf8)
      }
      for offset in Self.offsets { append(offset) }
      for layer in layers {
        append(layer.biases.count)
        for scale in layer.scales { append(scale) }
        for bias in layer.biases { append(bias) }
        data.append(contentsOf: layer.weights.map { UInt8(bitPattern: $0) })
      }
      return data
    }

    /// The scores of a frame by the textbook, one sum after another.
    func scores(_ features: Features, frame: Int) -> [Float] {
      let speech = features.isSpeech.indices.filter { features.isSpeech[$0] }
      func inputs(_ bands: [Bands]) -> [[Float]] {
        bands.map { frame in
          (0..<Self.bandCount).map { band in
            let mean = speech.reduce(Float(0)) { $0 + bands[$1][band] } / Float(speech.count)
            return min(max((frame[band] - mean) * 0.3, -6), 6)
          }
        }
      }
      let (recorded, cleaned) = (inputs(features.recorded), inputs(features.spectrum))
      var values = Self.offsets.flatMap { offset -> [Float] in
        let place = min(max(frame + offset, 0), features.frameCount - 1)
        return recorded[place] + cleaned[place]
      }
      for (number, layer) in layers.enumerated() {
        let count = layer.biases.count
        values = (0..<count).map { output in
          let sum = values.indices.reduce(layer.biases[output]) { sum, input in
            let weight = Float(layer.weights[input * count + output]) * layer.scales[output]
            return sum + values[input] * weight
          }
          return number == layers.count - 1 ? sum : max(0, sum)
        }
      }
      let best = values.max() ?? 0
      return values.map { $0 - best }
    }
  }

  static func features(frames: Int, upTo level: Float = 25) -> Features {
    var random = SeededGenerator(state: 9)
    func bands() -> [Bands] {
      (0..<frames).map { _ in
        var bands = Bands.zero
        for band in 0..<Small.bandCount { bands[band] = .random(in: 0...level, using: &random) }
        return bands
      }
    }
    return Features(
      spectrum: bands(), recorded: bands(),
      presence: Array(repeating: 0, count: frames),
      isSpeech: (0..<frames).map { $0 % 3 != 1 },
      isClick: Array(repeating: false, count: frames), frameCount: frames, firstFrame: 0,
      signalToNoise: 20)
  }

  /// Levels far from their means are clamped.
  @Test(arguments: [(1, 25), (2, 25), (3, 25), (4, 25), (5, 25), (8, 25), (11, 25), (11, 90)])
  func scoresAreWeightedSumsForAnyNumberOfFrames(frames: Int, level: Float) throws {
    let small = Small()
    let network = try #require(PhoneNetwork(small.data))
    #expect(network.phones == Small.phones)
    let features = Self.features(frames: frames, upTo: level)
    let scores = network.scores(of: features)
    #expect(scores.count == frames * 6)
    for frame in 0..<frames {
      let expected = small.scores(features, frame: frame)
      for (score, number) in zip(scores[(frame * 6)...], expected) {
        #expect(abs(score - number) < 1e-3)
      }
    }
  }

  /// Each senone has the score of its phone's state; an unknown phone counts as silence.
  @Test(arguments: [[:], ["B": "A"], ["A": "none"]] as [[String: String]])
  func senonesHaveTheScoresOfTheirPhones(names: [String: String]) throws {
    let model = try MadeUpModel.model()
    let network = try #require(PhoneNetwork(Small().data)).hearing(names)
    // Some senones, also of triphones.
    let scorer = SenoneScorer(model, senones: stride(from: 1, to: MadeUpModel.senoneCount, by: 2))
    let features = Self.features(frames: 5)
    let found = NetworkScorer(network, model.definition, scorer).scores(of: features)
    try #require(found.count == 5 * scorer.senones.count)
    let plain = network.scores(of: features)
    for frame in 0..<5 {
      for (column, senone) in scorer.senones.enumerated() {
        let number = senone / 3
        let phone = number < 5 ? number : MadeUpModel.triphones[number - 5].phone
        let name = MadeUpModel.phones[phone]
        let place = Small.phones.firstIndex(of: names[name] ?? name) ?? 1
        let expected = plain[frame * 6 + place * 3 + senone % 3]
        #expect(found[frame * scorer.senones.count + column] == expected)
      }
    }
    #expect(
      NetworkScorer(network, model.definition, scorer).scores(of: Self.features(frames: 0)) == [])
  }

  @Test func withoutSilenceTheFirstPhoneReplacesIt() throws {
    let definition = try MadeUpModel.model().definition
    #expect(try #require(PhoneNetwork(Small().data)).silence(of: definition) == 1)
    var data = Small().data
    let name = try #require(data.firstRange(of: Data("SIL".utf8)))
    data.replaceSubrange(name, with: Data("XIL".utf8))
    #expect(try #require(PhoneNetwork(data)).silence(of: definition) == 0)
  }

  @Test func noFramesHaveNoScores() throws {
    let network = try #require(PhoneNetwork(Small().data))
    #expect(network.scores(of: Self.features(frames: 0)) == [])
  }

  @Test func aTruncatedOrDamagedNetworkIsRefused() {
    let data = Small().data
    for length in stride(from: 0, to: data.count, by: 7) {
      #expect(PhoneNetwork(data.prefix(length)) == nil)
    }
    // Each of the counts at its beginning, far too large.
    for place in stride(from: 0, to: 20, by: 4) {
      var damaged = data
      damaged[damaged.startIndex + place + 2] = 0x7F
      #expect(PhoneNetwork(damaged) == nil)
    }
  }

  @Test func theShippedNetworkKnowsThePhonesOfEnglish() throws {
    let network = try #require(PhoneNetwork.english)
    #expect(network.phones.count == 42)
    #expect(network.phones.contains("SIL") && network.phones.contains("IY"))
  }
}
