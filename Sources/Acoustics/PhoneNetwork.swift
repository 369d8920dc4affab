import FoundationEssentials

/// A small neural network that hears each state of each phone, in noise as in quiet.
///
/// A multilayer perceptron with rectified linear units. It sees a frame with what is around it, as
/// recorded and cleaned of noise, and gives for each state the logarithm of its posterior over its
/// prior: a likelihood but for a constant of the frame. Source: Bourlard, Morgan, "Connectionist
/// Speech Recognition" (1994).
package struct PhoneNetwork: Sendable {
  /// The phones it hears, by the acoustic model's names; each has `ModelDefinition.stateCount`
  /// states, one after another.
  package let phones: [String]
  private let bandCount: Int
  /// The frames it sees, from the one in question.
  private let offsets: [Int]
  private let layers: [Layer]

  /// What it begins with: "SMPN".
  private static let mark = 0x4E50_4D53
  /// How a spectrum's bands are brought to the size of 1, and the greatest that counts.
  private static let scale: Float = 0.3
  private static let limit: Float = 6

  /// Reads a network.
  ///
  /// Format: `train.py`. Nil where it is damaged.
  package init?(_ data: Data) {
    var bytes = ModelBytes(data, name: "phone network")
    guard let network = try? PhoneNetwork(&bytes) else { return nil }
    self = network
  }

  private init(_ bytes: inout ModelBytes) throws(ModelFileError) {
    guard try bytes.integer() == Self.mark else { throw bytes.damaged }
    bandCount = try bytes.count(in: 1...Bands.scalarCount)
    let phoneCount = try bytes.count(in: 1...255)
    let offsetCount = try bytes.count(in: 1...64)
    let layerCount = try bytes.count(in: 1...8)
    var phones: [String] = []
    for _ in 0..<phoneCount {
      phones.append(String(decoding: try bytes.raw(try bytes.count(in: 1...32)), as: UTF8.self))
    }
    self.phones = phones
    var offsets: [Int] = []
    for _ in 0..<offsetCount { offsets.append(try bytes.count(in: -99...99)) }
    self.offsets = offsets
    var layers: [Layer] = []
    var width = 2 * bandCount * offsetCount
    for _ in 0..<layerCount {
      let count = try bytes.count(in: 1...4_096)
      layers.append(try Layer(inputs: width, outputs: count, &bytes))
      width = count
    }
    guard width == phoneCount * ModelDefinition.stateCount else { throw bytes.damaged }
    self.layers = layers
  }

  /// The scores of all frames, frame by frame, a number for each state of each phone: natural
  /// logarithms, of the likeliest state 0. Of none, where the features are of another kind.
  package func scores(of features: Features) -> [Float] {
    let frames = inputs(features)
    let count = features.frameCount
    guard count > 0, !frames.isEmpty else { return [] }
    let width = 2 * bandCount
    var current = [Float](repeating: 0, count: count * width * offsets.count)
    for frame in 0..<count {
      for (place, offset) in offsets.enumerated() {
        let source = min(max(frame + offset, 0), count - 1) * width
        let target = (frame * offsets.count + place) * width
        for index in 0..<width { current[target + index] = frames[source + index] }
      }
    }
    for (number, layer) in layers.enumerated() {
      current = layer.outputs(of: current, frames: count, isLast: number == layers.count - 1)
    }
    let states = phones.count * ModelDefinition.stateCount
    current.withUnsafeMutableBufferPointer { scores in
      for frame in 0..<count {
        let row = UnsafeMutableBufferPointer(
          rebasing: scores[frame * states..<(frame + 1) * states])
        var best = -Float.infinity
        for score in row { best = max(best, score) }
        for state in row.indices { row[state] -= best }
      }
    }
    return current
  }

  /// The bands of each frame, as recorded and cleaned, less their means over the speech.
  private func inputs(_ features: Features) -> [Float] {
    let count = features.frameCount
    guard features.recorded.count == count, features.spectrum.count == count else { return [] }
    let speech = features.isSpeech.indices.filter { features.isSpeech[$0] }
    var means = (Bands.zero, Bands.zero)
    for frame in speech {
      means.0 += features.recorded[frame] / Float(speech.count)
      means.1 += features.spectrum[frame] / Float(speech.count)
    }
    var numbers: [Float] = []
    numbers.reserveCapacity(count * 2 * bandCount)
    for frame in 0..<count {
      for bands in [
        features.recorded[frame] - means.0, features.spectrum[frame] - means.1,
      ] {
        for band in 0..<bandCount {
          numbers.append(min(max(bands[band] * Self.scale, -Self.limit), Self.limit))
        }
      }
    }
    return numbers
  }

  /// One layer: every output a weighted sum of all inputs.
  private struct Layer: Sendable {
    let inputs: Int
    let outputs: Int
    /// Eight outputs side by side, their weights by input.
    let weights: [Float]
    let biases: [Float]

    static let lanes = 8
    /// Frames that are computed together, so that a weight that was fetched serves all of them.
    static let block = 4

    init(inputs: Int, outputs: Int, _ bytes: inout ModelBytes) throws(ModelFileError) {
      let scales = try bytes.floats(outputs)
      let biases = try bytes.floats(outputs)
      let numbers = try bytes.raw(inputs * outputs)
      let tiles = (outputs + Self.lanes - 1) / Self.lanes
      var weights = [Float](repeating: 0, count: tiles * Self.lanes * inputs)
      for input in 0..<inputs {
        for output in 0..<outputs {
          let place = (output / Self.lanes * inputs + input) * Self.lanes + output % Self.lanes
          let byte = numbers[numbers.startIndex + input * outputs + output]
          weights[place] = Float(Int8(bitPattern: byte)) * scales[output]
        }
      }
      self.inputs = inputs
      self.outputs = outputs
      self.weights = weights
      self.biases = biases + [Float](repeating: 0, count: tiles * Self.lanes - outputs)
    }

    func outputs(of values: [Float], frames: Int, isLast: Bool) -> [Float] {
      var result = [Float](repeating: 0, count: frames * outputs)
      let tiles = biases.count / Self.lanes
      values.withUnsafeBufferPointer { values in
        weights.withUnsafeBufferPointer { weights in
          result.withUnsafeMutableBufferPointer { result in
            for first in stride(from: 0, to: frames, by: Self.block) {
              // The last frame again, where there are no more.
              let rows = (
                first * inputs, min(first + 1, frames - 1) * inputs,
                min(first + 2, frames - 1) * inputs, min(first + 3, frames - 1) * inputs
              )
              for tile in 0..<tiles {
                var bias = SIMD8<Float>.zero
                for lane in 0..<Self.lanes { bias[lane] = biases[tile * Self.lanes + lane] }
                var (a, b, c, d) = (bias, bias, bias, bias)
                guard
                  let tileWeights = UnsafeRawPointer(
                    weights.baseAddress?.advanced(by: tile * inputs * Self.lanes))
                else { return }
                for input in 0..<inputs {
                  let weight = tileWeights.loadUnaligned(
                    fromByteOffset: input * Self.lanes * MemoryLayout<Float>.stride,
                    as: SIMD8<Float>.self)
                  a += weight * values[rows.0 + input]
                  b += weight * values[rows.1 + input]
                  c += weight * values[rows.2 + input]
                  d += weight * values[rows.3 + input]
                }
                for (index, sum) in [a, b, c, d].prefix(frames - first).enumerated() {
                  for lane in 0..<min(Self.lanes, outputs - tile * Self.lanes) {
                    result[(first + index) * outputs + tile * Self.lanes + lane] =
                      isLast ? sum[lane] : max(0, sum[lane])
                  }
                }
              }
            }
          }
        }
      }
      return result
    }
  }
}
