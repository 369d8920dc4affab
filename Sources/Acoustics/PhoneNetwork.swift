import AcousticTables

/// A small neural network that scores each state of each phone, in noise and in quiet.
///
/// A multilayer perceptron with rectified linear units (ReLU). Its input is a frame with its
/// neighbors, both as recorded and denoised. For each state it computes the logarithm of posterior
/// over prior: a likelihood up to a constant per frame. Source: Bourlard, Morgan, "Connectionist
/// Speech Recognition" (1994).
package struct PhoneNetwork: Sendable {
  /// Its phones, by the acoustic model's names; each has `ModelDefinition.stateCount` consecutive
  /// states.
  package let phones: [String]
  /// For a model with other phone names: the network's phone for each of the model's.
  private var names: [String: String] = [:]
  private let bandCount: Int
  /// The input frames, relative to the current one.
  private let offsets: [Int]
  private var layers: [Layer]
  /// Identifies the network by its weights.
  package let checksum: UInt64

  /// The magic number of its data: "SMPN".
  private static let mark = 0x4E50_4D53
  /// The factor that scales a spectrum's bands to about 1, and the clamp.
  private static let scale: Float = 0.3
  private static let limit: Float = 6

  /// The network for English phones.
  package static let english = PhoneNetwork(
    UnsafeBufferPointer(start: network_english_bytes(), count: network_english_count()))
  /// The network for English phones in other grammars. It was not trained for chess, and separates
  /// other phrases from other speech better.
  package static let phrases = PhoneNetwork(
    UnsafeBufferPointer(start: network_phrases_bytes(), count: network_phrases_count()))
  /// The network for finding the appliance's name. Half the size of ``phrases``, it is faster, and
  /// mistakes other talk for the name less often.
  package static let names = PhoneNetwork(
    UnsafeBufferPointer(start: network_names_bytes(), count: network_names_count()))
  /// The network for other languages, with `XSAMPA`'s nearest English phones as targets.
  package static let mapped = PhoneNetwork(
    UnsafeBufferPointer(start: network_mapped_bytes(), count: network_mapped_count()))

  /// Reads a network.
  ///
  /// Format: see `train.py`. Nil if the data is damaged.
  package init?(_ data: some Sequence<UInt8>) {
    var bytes = ModelBytes(data, name: "phone network")
    let checksum = FNV1a.hash(of: bytes.bytes)
    guard let network = try? PhoneNetwork(&bytes, checksum: checksum) else { return nil }
    self = network
  }

  private init(_ bytes: inout ModelBytes, checksum: UInt64) throws(ModelFileError) {
    self.checksum = checksum
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

  /// The scores of all frames, frame by frame, one number per state of each phone: natural
  /// logarithms, 0 for the likeliest state. Empty for features of another kind.
  package func scores(of features: Features) -> [Float] {
    guard let last else { return [] }
    let count = features.frameCount
    var scores = last.outputs(of: activations(of: features), frames: count, isLast: true)
    let states = phones.count * ModelDefinition.stateCount
    scores.withUnsafeMutableBufferPointer { scores in
      for start in stride(from: 0, to: scores.count, by: states) {
        let row = UnsafeMutableBufferPointer(rebasing: scores[start..<start + states])
        var best = -Float.infinity
        for score in row { best = max(best, score) }
        for state in row.indices { row[state] -= best }
      }
    }
    return scores
  }

  /// The layer that speaker adaptation changes.
  var last: Layer? { layers.last }

  /// The activations before the last layer for all frames, frame by frame, 0 or more: the input for
  /// learning a `SpeakerAdaptation`. Empty for features of another kind.
  package func activations(of features: Features) -> [Float] {
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
    for layer in layers.dropLast() {
      current = layer.outputs(of: current, frames: count, isLast: false)
    }
    return current
  }

  /// The network with a speaker's last layer; nil for an adaptation to another network.
  package func adapted(by adaptation: SpeakerAdaptation) -> PhoneNetwork? {
    guard let last, adaptation.changes.count == last.inputs * last.outputs else {
      return nil
    }
    var network = self
    network.layers[layers.count - 1] = last.adding(adaptation.changes)
    return network
  }

  /// The network for a model with other phone names; `names` maps them to this network's.
  package func hearing(_ names: [String: String]) -> PhoneNetwork {
    var network = self
    network.names = names
    return network
  }

  /// The network's number for an acoustic model's phone; nil if it does not know the phone.
  func number(of phone: Int, _ definition: ModelDefinition) -> Int? {
    guard !definition.isNoise(phone) else { return nil }
    let name = definition.phones[phone]
    return phones.firstIndex(of: names[name] ?? name)
  }

  /// The bands of each frame, as recorded and denoised, minus their means over the speech.
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
}
