import Glibc

/// The log energies of a frame in the bands of a mel filter bank; lanes beyond `FrontEnd.bandCount`
/// are 0.
package typealias Bands = SIMD32<Float>

extension SIMD32<Float> {
  /// The sum of the lanes as a tree; the standard library adds them one by one.
  var total: Float {
    let eight = (lowHalf.lowHalf + lowHalf.highHalf) + (highHalf.lowHalf + highHalf.highHalf)
    let four = eight.lowHalf + eight.highHalf
    return four.sum()
  }
}

extension [SIMD32<Float>] {
  /// The lanes, vector by vector.
  var numbers: [Float] { withUnsafeBytes { [Float]($0.bindMemory(to: Float.self)) } }
}

/// Computes cepstra exactly as PocketSphinx's front end does, with access to the mel spectrum.
///
/// The corresponding C sources are `fe_sigproc.c` and `fe_interface.c`: pre-emphasis, Hamming
/// window, power spectrum, triangular filters of unit area on the mel scale, logarithm, orthonormal
/// discrete cosine transform, lifter.
package struct FrontEnd: Sendable {
  /// The spectral parameters in a model's `feat.params`.
  package struct Parameters: Sendable, Hashable {
    var lowerFrequency = 133.33334
    var upperFrequency = 6855.4976
    var bandCount = 40
    var lifter = 0
    /// The cepstral means of the model's training data.
    var means: [Float] = []
  }

  package static let cepstrumLength = 13
  /// Samples between frames, and in a frame: 10 ms and 25.625 ms.
  package static let step = sampleRate / 100
  /// Samples per second.
  package static let sampleRate = 16_000
  package static let width = 410
  private static let size = 512
  private static let emphasis: Float = 0.97

  let bandCount: Int
  /// 1 in the lanes that are bands, 0 in the others.
  let mask: Bands
  /// The transform's rows, liftered, and its columns for the inverse, unliftered.
  let rows: [Bands]
  let columns: [Bands]
  private let lowestMel: Double
  private let melWidth: Double
  private var triangles: [(first: Int, weights: [Float])] = []
  private var window: [Float] = []
  private var cosines: [Float] = []
  private var sines: [Float] = []

  /// Nil if the model was trained with another kind of spectrum.
  init?(_ parameters: Parameters) {
    let count = parameters.bandCount
    guard (Self.cepstrumLength...Bands.scalarCount).contains(count),
      parameters.lowerFrequency >= 0, parameters.lowerFrequency < parameters.upperFrequency,
      parameters.upperFrequency <= Double(Self.sampleRate) / 2
    else { return nil }
    bandCount = count
    var mask = Bands.zero
    for band in 0..<count { mask[band] = 1 }
    self.mask = mask
    (rows, columns) = Self.transform(bands: count, lifter: parameters.lifter)
    lowestMel = Self.mel(parameters.lowerFrequency)
    melWidth = (Self.mel(parameters.upperFrequency) - lowestMel) / Double(count + 1)
    triangles = Self.triangles(parameters)
    window = (0..<Self.width).map {
      Float(0.54 - 0.46 * cos(2 * Double.pi * Double($0) / Double(Self.width - 1)))
    }
    let angles = (0..<Self.size / 2).map { -2 * Double.pi * Double($0) / Double(Self.size) }
    cosines = angles.map { Float(cos($0)) }
    sines = angles.map { Float(sin($0)) }
  }

  private static func transform(bands: Int, lifter: Int) -> (rows: [Bands], columns: [Bands]) {
    var rows: [Bands] = []
    var columns: [Bands] = []
    for k in 0..<cepstrumLength {
      let scale = sqrt((k == 0 ? 1 : 2) / Double(bands))
      let lift =
        lifter > 0 ? 1 + Double(lifter) / 2 * sin(Double(k) * Double.pi / Double(lifter)) : 1
      var row = Bands.zero
      var column = Bands.zero
      for band in 0..<bands {
        let value = scale * cos(Double.pi / Double(bands) * Double(k) * (Double(band) + 0.5))
        row[band] = Float(value * lift)
        column[band] = Float(value / lift)
      }
      rows.append(row)
      columns.append(column)
    }
    return (rows, columns)
  }

  private static func mel(_ frequency: Double) -> Double { 2_595 * log10(1 + frequency / 700) }
  private static func frequency(_ mel: Double) -> Double { 700 * (pow(10, mel / 2_595) - 1) }

  /// The bands of a spectrum whose frequencies are scaled up by `factor`: for each band, the next
  /// lower original band, and the fraction of the way to the one above.
  package func warp(by factor: Double) -> [(band: Int, share: Float)] {
    (0..<bandCount).map { band in
      let centre = Self.frequency(lowestMel + Double(band + 1) * melWidth)
      let place = (Self.mel(centre * factor) - lowestMel) / melWidth - 1
      let lower = min(max(0, Int(place)), bandCount - 2)
      return (lower, Float(min(max(0, place - Double(lower)), 1)))
    }
  }

  /// A spectrum as from a vocal tract of a different length.
  ///
  /// Source: Lee, Rose, "Speaker normalization using efficient frequency warping procedures"
  /// (1996).
  package func warped(_ bands: Bands, by warp: [(band: Int, share: Float)]) -> Bands {
    var warped = Bands.zero
    for (band, (lower, share)) in warp.enumerated() {
      warped[band] = bands[lower] * (1 - share) + bands[lower + 1] * share
    }
    return warped
  }

  private static func triangles(_ parameters: Parameters) -> [(first: Int, weights: [Float])] {
    let resolution = Double(sampleRate) / Double(size)
    let lowest = mel(parameters.lowerFrequency)
    let width = (mel(parameters.upperFrequency) - lowest) / Double(parameters.bandCount + 1)
    // Rounds filter corners to lines of the spectrum, as the model's training did.
    func corner(_ index: Int) -> Double {
      let frequency = Self.frequency(lowest + Double(index) * width)
      return (frequency / resolution + 0.5).rounded(.down) * resolution
    }
    return (0..<parameters.bandCount).map { band in
      let (low, middle, high) = (corner(band), corner(band + 1), corner(band + 2))
      let lines = (0...size / 2).filter {
        (low...max(low, high)).contains(Double($0) * resolution)
      }
      let weights = lines.map { line in
        let frequency = Double(line) * resolution
        let rise = middle > low ? (frequency - low) / (middle - low) : 1
        let fall = high > middle ? (high - frequency) / (high - middle) : 1
        return Float(min(rise, fall) * 2 / max(high - low, resolution))
      }
      return (lines.first ?? 0, weights)
    }
  }

  /// The cepstra of frames, one after the other.
  func cepstra(of spectrum: [Bands]) -> [Float] {
    var cepstra: [Float] = []
    cepstra.reserveCapacity(spectrum.count * rows.count)
    for bands in spectrum {
      for row in rows { cepstra.append((row * bands).total) }
    }
    return cepstra
  }

  /// The distance between the shapes of two frames' spectra, regardless of energy: the distance of
  /// their cepstra, without lifter.
  func distance(_ one: Bands, _ other: Bands) -> Float {
    let difference = other - one
    // The lifter's effect on the rows cancels its effect on the columns.
    let square = zip(rows, columns).dropFirst().reduce(Float(0)) { sum, pair in
      sum + (difference * pair.0).total * (difference * pair.1).total
    }
    return max(0, square).squareRoot()
  }

  /// The mel spectrum of each complete frame, as natural logarithms of the energy plus 1.
  func spectrum(of samples: [Int16]) -> [Bands] {
    guard samples.count >= Self.width else { return [] }
    let count = 1 + (samples.count - Self.width) / Self.step
    var real = [Float](repeating: 0, count: Self.size)
    var imaginary = real
    var power = [Float](repeating: 0, count: Self.size / 2 + 1)
    return samples.withUnsafeBufferPointer { samples in
      real.withUnsafeMutableBufferPointer { real in
        imaginary.withUnsafeMutableBufferPointer { imaginary in
          power.withUnsafeMutableBufferPointer { power in
            (0..<count).map { frame in
              load(samples, from: frame * Self.step, real, imaginary)
              transform(real, imaginary)
              for line in power.indices {
                power[line] = real[line] * real[line] + imaginary[line] * imaginary[line]
              }
              return bands(of: power)
            }
          }
        }
      }
    }
  }

  private func load(
    _ samples: UnsafeBufferPointer<Int16>, from start: Int,
    _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>
  ) {
    real.update(repeating: 0)
    imaginary.update(repeating: 0)
    var last = Float(start > 0 ? samples[start - 1] : 0)
    for index in 0..<Self.width {
      let sample = Float(samples[start + index])
      // In bit-reversed order, which the transform needs.
      real[Self.reversed[index]] = (sample - Self.emphasis * last) * window[index]
      last = sample
    }
  }

  private static let reversed = (0..<size).map { index in
    (0..<9).reduce(0) { $0 | ((index >> $1 & 1) << (8 - $1)) }
  }

  /// The in-place fast Fourier transform (Cooley and Tukey, 1965).
  private func transform(
    _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>
  ) {
    cosines.withUnsafeBufferPointer { cosines in
      sines.withUnsafeBufferPointer { sines in
        var length = 2
        while length <= Self.size {
          let half = length / 2
          let stride = Self.size / length
          var block = 0
          while block < Self.size {
            for index in 0..<half {
              let (even, odd) = (block + index, block + index + half)
              let (c, s) = (cosines[index * stride], sines[index * stride])
              let r = real[odd] * c - imaginary[odd] * s
              let i = real[odd] * s + imaginary[odd] * c
              real[odd] = real[even] - r
              imaginary[odd] = imaginary[even] - i
              real[even] += r
              imaginary[even] += i
            }
            block += length
          }
          length *= 2
        }
      }
    }
  }

  private func bands(of power: UnsafeMutableBufferPointer<Float>) -> Bands {
    var bands = Bands.zero
    for band in 0..<bandCount {
      let triangle = triangles[band]
      var energy: Float = 0
      for (offset, weight) in triangle.weights.enumerated() {
        energy += power[triangle.first + offset] * weight
      }
      bands[band] = log(energy + 1)
    }
    return bands
  }
}
