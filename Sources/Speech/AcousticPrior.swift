import FoundationEssentials
import Glibc

/// What clean speech sounds like to an acoustic model: the Gaussians of its codebooks, as mel spectra.
///
/// A codebook belongs to a phone. Of its many densities, a few that stand for all are kept, which costs little accuracy and
/// saves most of the time.
struct AcousticPrior: Sendable {
  /// Log-mel means relative to the cepstral mean, and variances; a few densities a codebook.
  private(set) var means: [Bands] = []
  private(set) var variances: [Bands] = []
  /// The natural logarithm of each density's share in the prior.
  private(set) var weights: [Float] = []

  /// How likely silence is in a recording of a command.
  private static let silenceShare: Float = 0.3
  private static let iterations = 4

  /// Reads a model's files.
  ///
  /// - Parameter densityCount: How many densities to keep of each codebook.
  /// - Throws: `SpeechError` with code `modelUnavailable` where they are not what they should be.
  init(_ model: AcousticModel, frontEnd: FrontEnd, densityCount: Int = 32) throws(SpeechError) {
    let centres = try Gaussians(contentsOf: "\(model.directory)/means")
    let spreads = try Gaussians(contentsOf: "\(model.directory)/variances")
    guard centres.shape == spreads.shape, centres.streamLength == FrontEnd.cepstrumLength else {
      throw SpeechError(
        .modelUnavailable, operation: "read the codebooks", subject: model.directory,
        advice: "means and variances do not belong together")
    }
    let silence = Self.silence(in: "\(model.directory)/mdef")
    let shares = (0..<centres.codebookCount).map { codebook -> Float in
      guard let silence, centres.codebookCount > 1, silence < centres.codebookCount else {
        return 1 / Float(centres.codebookCount)
      }
      return codebook == silence
        ? Self.silenceShare : (1 - Self.silenceShare) / Float(centres.codebookCount - 1)
    }
    for codebook in 0..<centres.codebookCount {
      let spectra = (0..<centres.densityCount).map { density in
        Self.spectrum(
          mean: centres.values(codebook, density), variance: spreads.values(codebook, density),
          frontEnd)
      }
      insert(
        spectra, count: densityCount, share: shares[codebook], bandCount: frontEnd.bandCount)
    }
  }

  /// A cepstral Gaussian as one of the mel spectrum, smooth as the cepstrum is.
  private static func spectrum(
    mean: ArraySlice<Float>, variance: ArraySlice<Float>, _ frontEnd: FrontEnd
  ) -> (mean: Bands, variance: Bands) {
    var spectrum = (mean: Bands.zero, variance: Bands.zero)
    for (column, (mean, variance)) in zip(frontEnd.columns, zip(mean, variance)) {
      spectrum.mean += column * mean
      spectrum.variance += column * column * max(variance, 1e-3)
    }
    return spectrum
  }

  /// Keeps `count` densities for those of a codebook: Lloyd's algorithm (1982) on their means.
  private mutating func insert(
    _ spectra: [(mean: Bands, variance: Bands)], count: Int, share: Float, bandCount: Int
  ) {
    let count = min(count, spectra.count)
    guard count > 0 else { return }
    var centres = (0..<count).map { spectra[$0 * spectra.count / count].mean }
    var nearest = [Int](repeating: 0, count: spectra.count)
    for _ in 0..<Self.iterations {
      let columns = Columns(centres, bandCount: bandCount)
      for (index, spectrum) in spectra.enumerated() {
        let distances = columns.distances(from: spectrum.mean)
        nearest[index] = distances.indices.min { distances[$0] < distances[$1] } ?? 0
      }
      var sums = [Bands](repeating: .zero, count: count)
      var counts = [Float](repeating: 0, count: count)
      for (spectrum, number) in zip(spectra, nearest) {
        sums[number] += spectrum.mean
        counts[number] += 1
      }
      for number in 0..<count where counts[number] > 0 {
        centres[number] = sums[number] / counts[number]
      }
    }
    for number in 0..<count {
      let members = zip(spectra, nearest).filter { $0.1 == number }.map(\.0)
      guard !members.isEmpty else { continue }
      var variance = Bands.zero
      for member in members {
        let difference = member.mean - centres[number]
        variance += member.variance + difference * difference
      }
      means.append(centres[number])
      variances.append(variance / Float(members.count))
      weights.append(log(share * Float(members.count) / Float(spectra.count)))
    }
  }

  /// The number of silence's codebook, which is its phone's; nil where a model's definition does not tell.
  private static func silence(in path: String) -> Int? {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
    let bytes = [UInt8](data.prefix(65_536))
    func number(_ offset: Int) -> Int? {
      guard offset >= 0, offset + 4 <= bytes.count else { return nil }
      return Int(
        Int32(
          bitPattern: (0..<4).reduce(UInt32(0)) {
            $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1)
          })
      )
    }
    // "BMDF", version, length of the description of the format, the description, nine counts, the phone of silence.
    guard bytes.starts(with: Array("BMDF".utf8)), let length = number(8),
      let silence = number(12 + length + 9 * 4), silence >= 0
    else { return nil }
    return silence
  }
}

/// Spectra by bands, so that one frame is compared with all of them side by side.
struct Columns: Sendable {
  let count: Int
  private let bandCount: Int
  private var values: [Float]
  private var weights: [Float]?

  /// - Parameter weights: What a band's squared distance counts, for each spectrum; nil stands for 1.
  init(_ spectra: [Bands], weights: [Bands]? = nil, bandCount: Int) {
    count = spectra.count
    self.bandCount = bandCount
    values = (0..<bandCount).flatMap { band in spectra.map { $0[band] } }
    self.weights = weights.map { weights in
      (0..<bandCount).flatMap { band in weights.map { $0[band] } }
    }
  }

  /// The weighted squared distance from each.
  func distances(from frame: Bands) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { distances, initialized in
      distances.initialize(repeating: 0)
      initialized = count
      values.withUnsafeBufferPointer { values in
        guard let sums = distances.baseAddress, let values = values.baseAddress else { return }
        for band in 0..<bandCount {
          let (value, column) = (frame[band], values + band * count)
          guard let weights else {
            for index in 0..<count {
              let difference = value - column[index]
              sums[index] += difference * difference
            }
            continue
          }
          weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress.map({ $0 + band * count }) else { return }
            for index in 0..<count {
              let difference = value - column[index]
              sums[index] += difference * difference * weights[index]
            }
          }
        }
      }
    }
  }
}

/// Vectors of a model's file, by codebook and density: its first stream, the static cepstra.
private struct Gaussians {
  let codebookCount: Int
  let streamLengths: [Int]
  let densityCount: Int
  private let numbers: [Float]

  var shape: [Int] { [codebookCount, densityCount] + streamLengths }
  var streamLength: Int { streamLengths.first ?? 0 }

  func values(_ codebook: Int, _ density: Int) -> ArraySlice<Float> {
    let start =
      codebook * densityCount * streamLengths.reduce(0, +) + density * streamLength
    return numbers[start..<start + streamLength]
  }

  init(contentsOf path: String) throws(SpeechError) {
    func failure(_ advice: String) -> SpeechError {
      SpeechError(
        .modelUnavailable, operation: "read the codebooks", subject: path, advice: advice)
    }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw failure("the file cannot be read")
    }
    // A text header, a mark of the byte order, counts, and the numbers.
    let mark = Array("endhdr\n".utf8)
    guard
      let header = data.prefix(4_096).indices.first(where: { data[$0...].starts(with: mark) })
    else { throw failure("it is no file of a model") }
    let body = data[(header + mark.count)...]
    let words = body.count / 4
    var integers = [Int32](repeating: 0, count: words)
    _ = integers.withUnsafeMutableBytes { body.prefix(words * 4).copyBytes(to: $0) }
    guard integers.count > 4, integers[0] == 0x1122_3344 else {
      throw failure("it has another byte order than this machine")
    }
    let counts = integers[1...3].map(Int.init)
    guard counts.allSatisfy({ (1...65_536).contains($0) }), integers.count > 5 + counts[1] else {
      throw failure("its counts are wrong")
    }
    let lengths = integers[4..<4 + counts[1]].map(Int.init)
    let first = 5 + counts[1]
    guard lengths.allSatisfy({ (1...1_024).contains($0) }),
      Int(integers[first - 1]) == counts[0] * counts[2] * lengths.reduce(0, +),
      integers.count >= first + Int(integers[first - 1])
    else { throw failure("its counts are wrong") }
    codebookCount = counts[0]
    densityCount = counts[2]
    streamLengths = lengths
    numbers = integers[first...].map { Float(bitPattern: UInt32(bitPattern: $0)) }
  }
}
