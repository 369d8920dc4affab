/// Cepstra with their first and second differences over time, as in the feature type `1s_c_d_dd`.
///
/// The first and last frames are repeated at the ends. The corresponding C function is
/// `feat_1s_c_d_dd_cep2feat`.
package struct DynamicFeatures: Sendable {
  /// Numbers per frame: three streams of 13.
  package static let width = PhoneModel.streamCount * PhoneModel.streamLength

  package let frameCount: Int
  /// Frame by frame, `width` numbers each.
  package let values: [Float]

  /// - Parameter cepstra: 13 numbers per frame.
  package init(_ cepstra: [Float]) {
    let length = PhoneModel.streamLength
    let count = cepstra.count / length
    frameCount = count
    values = [Float](unsafeUninitializedCapacity: count * Self.width) { values, initialized in
      initialized = count * Self.width
      func cepstrum(_ frame: Int, _ index: Int) -> Float {
        cepstra[min(max(frame, 0), count - 1) * length + index]
      }
      for frame in 0..<count {
        for index in 0..<length {
          let place = frame * Self.width + index
          values.initializeElement(at: place, to: cepstrum(frame, index))
          values.initializeElement(
            at: place + length, to: cepstrum(frame + 2, index) - cepstrum(frame - 2, index))
          values.initializeElement(
            at: place + 2 * length,
            to: cepstrum(frame + 3, index) - cepstrum(frame - 1, index)
              - cepstrum(frame + 1, index) + cepstrum(frame - 3, index))
        }
      }
    }
  }
}
