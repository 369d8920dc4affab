extension PhoneNetwork {
  /// One fully connected layer.
  struct Layer: Sendable {
    let inputs: Int
    let outputs: Int
    /// Weights by input, for eight outputs at a time.
    private(set) var weights: [Float]
    let biases: [Float]

    static let lanes = 8
    /// How many frames are computed together, to reuse each fetched weight.
    static let block = 4
    /// How many frames one core computes at a time.
    private static let share = 32

    init(inputs: Int, outputs: Int, _ bytes: inout ModelBytes) throws(ModelFileError) {
      let scales = try bytes.floats(outputs)
      let biases = try bytes.floats(outputs)
      let numbers = try bytes.raw(inputs * outputs)
      let tiles = (outputs + Self.lanes - 1) / Self.lanes
      self.inputs = inputs
      self.outputs = outputs
      self.biases = biases + [Float](repeating: 0, count: tiles * Self.lanes - outputs)
      weights = [Float](repeating: 0, count: tiles * Self.lanes * inputs)
      for input in 0..<inputs {
        for output in 0..<outputs {
          let byte = numbers[numbers.startIndex + input * outputs + output]
          weights[place(input, output)] = Float(Int8(bitPattern: byte)) * scales[output]
        }
      }
    }

    /// The layer with changes added to its weights: input by input, one number per output.
    func adding(_ changes: [Float]) -> Layer {
      var layer = self
      for input in 0..<inputs {
        for output in 0..<outputs {
          layer.weights[place(input, output)] += changes[input * outputs + output]
        }
      }
      return layer
    }

    /// The weight from an input to an output.
    func weight(_ input: Int, _ output: Int) -> Float { weights[place(input, output)] }

    private func place(_ input: Int, _ output: Int) -> Int {
      (output / Self.lanes * inputs + input) * Self.lanes + output % Self.lanes
    }

    /// The outputs for all frames, frame by frame; empty if `values` is empty.
    func outputs(of values: [Float], frames: Int, isLast: Bool) -> [Float] {
      guard !values.isEmpty else { return [] }
      var result = [Float](repeating: 0, count: frames * outputs)
      values.withUnsafeBufferPointer { values in
        result.withUnsafeMutableBufferPointer { result in
          onAllCores((frames + Self.share - 1) / Self.share) { number in
            let end = min(frames, (number + 1) * Self.share)
            for first in stride(from: number * Self.share, to: end, by: Self.block) {
              compute(first, of: frames, values, result, isLast: isLast)
            }
          }
        }
      }
      return result
    }

    /// Computes the outputs of a block of frames.
    private func compute(
      _ first: Int, of frames: Int, _ values: UnsafeBufferPointer<Float>,
      _ result: UnsafeMutableBufferPointer<Float>, isLast: Bool
    ) {
      // The last block repeats its last frame.
      let rows = (
        first * inputs, min(first + 1, frames - 1) * inputs,
        min(first + 2, frames - 1) * inputs, min(first + 3, frames - 1) * inputs
      )
      weights.withUnsafeBytes { weights in
        for tile in 0..<biases.count / Self.lanes {
          var bias = SIMD8<Float>.zero
          for lane in 0..<Self.lanes { bias[lane] = biases[tile * Self.lanes + lane] }
          var (a, b, c, d) = (bias, bias, bias, bias)
          for input in 0..<inputs {
            let weight = weights.loadUnaligned(
              fromByteOffset: (tile * inputs + input) * MemoryLayout<SIMD8<Float>>.stride,
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
