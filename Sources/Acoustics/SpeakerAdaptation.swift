import FoundationEssentials
import Glibc
import LanguageModel

/// Adapts the phone network to one speaker: a change of its last layer.
///
/// Learnt from recordings of known words by stochastic gradient descent on the cross-entropy, with
/// steps normalized by the input's energy (NLMS). Nobody can recover sound or words from it.
public struct SpeakerAdaptation: Sendable, Hashable {
  /// The changes to the layer's weights in units of `scale`: input by input, one number per output.
  private let numbers: [Int16]
  private let scale: Float
  /// The number of speech frames that it was learnt from, at 100 per second.
  public let frameCount: Int

  /// A recording's frames with their known states.
  package struct KnownFrames: Sendable {
    /// The layer's input, frame by frame.
    var activations: [Float]
    /// The correct output for each frame.
    var states: [Int]
    /// Whether the frame's state belongs to a phone rather than silence.
    var isSpoken: [Bool]

    /// How many frames are speech.
    package var speechCount: Int { isSpoken.lazy.filter { $0 }.count }
  }

  /// The learning rate: 1 would correct a frame's whole error.
  private static let rate: Float = 0.1
  /// The weight of a silence frame: silence has more frames than any phone.
  private static let silenceWeight: Float = 0.3

  /// Learns from recordings, starting from an earlier adaptation if given.
  ///
  /// Returns nil if the network has no layers.
  ///
  /// - Parameter passes: The number of passes over each frame. A recording from play gets one: with
  ///   four, more of the next moves were misunderstood.
  package init?(
    learning recordings: [KnownFrames], passes: Int = 1, for network: PhoneNetwork,
    after known: SpeakerAdaptation? = nil
  ) {
    guard let layer = network.last else { return nil }
    var trainer = Trainer(layer, known?.changes, prior: Self.prior(recordings, layer.outputs))
    let places = recordings.indices.flatMap { recording in
      recordings[recording].states.indices.map { (recording, $0) }
    }
    // Neighboring frames are alike, so the strides mix different parts.
    let step = Self.step(through: places.count)
    for turn in 0..<passes * places.count {
      let (number, frame) = places[turn * step % places.count]
      let recording = recordings[number]
      trainer.learn(
        recording.activations[frame * layer.inputs..<(frame + 1) * layer.inputs],
        recording.states[frame],
        rate: Self.rate * (recording.isSpoken[frame] ? 1 : Self.silenceWeight))
    }
    let changes = trainer.changes
    let scale = changes.reduce(0) { max($0, abs($1)) } / Float(Int16.max)
    self.scale = scale
    numbers = changes.map { scale > 0 ? Int16(saturating: ($0 / scale).rounded()) : 0 }
    frameCount = recordings.reduce(known?.frameCount ?? 0) { $0 + $1.speechCount }
  }

  /// The changes to the layer's weights: input by input, one number per output.
  var changes: [Float] { numbers.map { Float($0) * scale } }

  /// The states' prior in the recordings: the logarithm of their counts, as only differences
  /// matter. The layer's outputs are likelihoods, so frequency must not make a state likelier.
  private static func prior(_ recordings: [KnownFrames], _ outputs: Int) -> [Float] {
    var counts = [Float](repeating: 1, count: outputs)
    for recording in recordings {
      for state in recording.states { counts[state] += 1 }
    }
    return counts.map { log($0) }
  }

  /// About 0.6 of `count`, and coprime to it.
  static func step(through count: Int) -> Int {
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    var step = max(1, count * 5 / 8)
    while divisor(count, step) > 1 { step += 1 }
    return step
  }
}

extension SpeakerAdaptation {
  /// A layer in training.
  private struct Trainer {
    private typealias Lanes = SIMD8<Float>

    private let inputs: Int
    private let outputs: Int
    /// Lanes per input.
    private let width: Int
    private let start: [Lanes]
    private var weights: [Lanes]
    private let biases: [Lanes]
    private var sums: [Lanes]

    init(_ layer: PhoneNetwork.Layer, _ changes: [Float]?, prior: [Float]) {
      // Changes from a damaged file may have another size; then learning starts anew.
      let changes = changes.flatMap { $0.count == layer.inputs * layer.outputs ? $0 : nil }
      inputs = layer.inputs
      outputs = layer.outputs
      let width = (layer.outputs + Lanes.scalarCount - 1) / Lanes.scalarCount
      self.width = width
      var start = [Lanes](repeating: .zero, count: layer.inputs * width)
      weights = start
      // The padding in the last lanes must stay improbable.
      var biases = [Lanes](repeating: Lanes(repeating: -1e4), count: width)
      for output in 0..<layer.outputs {
        let (row, lane) = output.quotientAndRemainder(dividingBy: Lanes.scalarCount)
        biases[row][lane] = layer.biases[output] + prior[output]
        for input in 0..<layer.inputs {
          let weight = layer.weight(input, output)
          let change = changes.map { $0[input * layer.outputs + output] } ?? 0
          start[input * width + row][lane] = weight
          weights[input * width + row][lane] = weight + change
        }
      }
      self.start = start
      self.biases = biases
      sums = biases
    }

    mutating func learn(_ activations: ArraySlice<Float>, _ state: Int, rate: Float) {
      var energy: Float = 0
      for row in 0..<width { sums[row] = biases[row] }
      for (input, value) in activations.enumerated() where value != 0 {
        energy += value * value
        for row in 0..<width { sums[row] += weights[input * width + row] * value }
      }
      let greatest = sums.reduce(-Float.infinity) { max($0, $1.max()) }
      var total: Float = 0
      for row in 0..<width {
        for lane in 0..<Lanes.scalarCount { sums[row][lane] = exp(sums[row][lane] - greatest) }
        total += sums[row].sum()
      }
      let step = rate / max(energy, 1)
      for row in 0..<width { sums[row] *= step / total }
      sums[state / Lanes.scalarCount][state % Lanes.scalarCount] -= step
      for (input, value) in activations.enumerated() where value != 0 {
        for row in 0..<width { weights[input * width + row] -= sums[row] * value }
      }
    }

    var changes: [Float] {
      (0..<inputs).flatMap { input in
        (0..<outputs).map { output in
          let (row, lane) = output.quotientAndRemainder(dividingBy: Lanes.scalarCount)
          let place = input * width + row
          return weights[place][lane] - start[place][lane]
        }
      }
    }
  }
}

extension SpeakerAdaptation: Codable {
  private enum CodingKeys: String, CodingKey {
    case frameCount = "frames"
    case scale
    case numbers = "changes"
  }

  /// More weights than the last layer of any network.
  private static let countLimit = 1 << 20
  /// Far more than any change of a weight.
  private static let greatestScale: Float = 1

  /// Rejects data that this type cannot have written.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    frameCount = try values.decode(Int.self, forKey: .frameCount)
    scale = try values.decode(Float.self, forKey: .scale)
    let bytes = [UInt8](try values.decode(Data.self, forKey: .numbers))
    guard (0...Int(Int32.max)).contains(frameCount), scale.isFinite,
      (0...Self.greatestScale).contains(scale), bytes.count.isMultiple(of: 2),
      bytes.count / 2 <= Self.countLimit
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .numbers, in: values, debugDescription: "the changes are damaged")
    }
    numbers = stride(from: 0, to: bytes.count, by: 2).map { place in
      Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8)
    }
  }

  /// Writes two bytes per weight, least significant first, and their common scale.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(frameCount, forKey: .frameCount)
    try values.encode(scale, forKey: .scale)
    let bytes = numbers.flatMap { number in
      [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
    try values.encode(Data(bytes), forKey: .numbers)
  }
}

extension PhoneNetwork {
  /// The frames of a recording with known phones; nil if the features are of another kind.
  ///
  /// - Parameters:
  ///   - phones: The phones, aligned with the same features.
  ///   - definition: The definition of the acoustic model that numbers the phones.
  package func knownFrames(
    of features: Features, _ phones: [PhraseAligner.Phone], _ definition: ModelDefinition
  ) -> SpeakerAdaptation.KnownFrames? {
    let activations = activations(of: features)
    guard !activations.isEmpty else { return nil }
    let silence = self.silence(of: definition)
    let count = features.frameCount
    var frames = SpeakerAdaptation.KnownFrames(
      activations: activations,
      states: Array(repeating: silence * ModelDefinition.stateCount + 1, count: count),
      isSpoken: Array(repeating: false, count: count))
    for phone in phones {
      let number = self.number(of: phone.number, definition) ?? silence
      var frame = phone.first
      for state in 0..<ModelDefinition.stateCount {
        for _ in 0..<Int(phone.lengths[state]) where frame < count {
          frames.states[frame] = number * ModelDefinition.stateCount + state
          frames.isSpoken[frame] = number != silence
          frame += 1
        }
      }
    }
    return frames
  }

  /// The network's number for silence.
  func silence(of definition: ModelDefinition) -> Int {
    phones.firstIndex(of: definition.phones[definition.silence]) ?? 0
  }
}
