import CSoXR

/// Changes the sample rate of one channel, using the SoX resampler's high-quality setting.
///
/// The recipe is good for 20 bits: images and aliases are below the resolution of 16 bits. It adds
/// no dither, so the same recording always gives the same samples. The corresponding C type is
/// `soxr_t`.
struct Resampler: ~Copyable {
  private let handle: soxr_t?
  private let ratio: Double

  /// Rates are in Hz. If they are equal, it only rounds the samples.
  init(from input: Double, to output: Double) throws(AudioError) {
    ratio = output / input
    guard input != output else {
      handle = nil
      return
    }
    var error: soxr_error_t?
    var format = soxr_io_spec(SOXR_FLOAT32_I, SOXR_INT16_I)
    format.flags = UInt(SOXR_NO_DITHER)
    var quality = soxr_quality_spec(UInt(SOXR_HQ), 0)
    handle = soxr_create(input, output, 1, &error, &format, &quality, nil)
    guard handle != nil, error == nil else {
      throw AudioError(
        .unsupported, "resample", "\(Int(input)) Hz to \(Int(output)) Hz",
        advice: error.map { String(cString: $0) } ?? "The resampler has no memory.")
    }
  }

  deinit {
    if let handle { soxr_delete(handle) }
  }

  /// The samples available after `samples`, in -1..<1: fewer than expected at first, because the
  /// filter looks ahead. The corresponding C function is `soxr_process`.
  mutating func process(_ samples: [Float]) -> [Int16] {
    guard let handle else { return samples.map(Self.round) }
    guard !samples.isEmpty else { return [] }
    return drain(handle, samples)
  }

  /// The remaining samples; do not use the resampler afterwards.
  mutating func finish() -> [Int16] {
    guard let handle else { return [] }
    return drain(handle, nil)
  }

  /// Feeds `samples`, or nil for the end, and returns the available output.
  private func drain(_ handle: soxr_t, _ samples: [Float]?) -> [Int16] {
    let count = samples?.count ?? 0
    var result: [Int16] = []
    var used = 0
    while true {
      let capacity = Int(Double(count - used) * ratio) + 512
      var taken = 0
      let part = [Int16](unsafeUninitializedCapacity: capacity) { output, made in
        let failure: soxr_error_t?
        if let samples {
          failure = samples.withUnsafeBufferPointer { input in
            soxr_process(
              handle, input.baseAddress.map { $0 + used }, count - used, &taken,
              output.baseAddress, capacity, &made)
          }
        } else {
          failure = soxr_process(handle, nil, 0, nil, output.baseAddress, capacity, &made)
        }
        if failure != nil { made = 0 }
      }
      result += part
      used += taken
      // A full output may have left more inside; but if nothing was taken or produced, it would
      // loop forever.
      if part.count < capacity, used >= count || taken == 0 { return result }
    }
  }

  private static func round(_ sample: Float) -> Int16 {
    Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
  }
}
