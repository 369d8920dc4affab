import FoundationEssentials

/// Vectors of a model's file (means, or variances), by codebook, stream of features and density.
struct Gaussians {
  let codebookCount: Int
  let streamLengths: [Int]
  let densityCount: Int
  private let numbers: [Float]

  var shape: [Int] { [codebookCount, densityCount] + streamLengths }
  var streamLength: Int { streamLengths.first ?? 0 }

  /// One density's numbers: of the first stream, the static cepstra, where none is named.
  func values(_ codebook: Int, _ density: Int, stream: Int = 0) -> ArraySlice<Float> {
    let before = streamLengths[..<stream].reduce(0, +)
    let start =
      densityCount * (codebook * streamLengths.reduce(0, +) + before)
      + density * streamLengths[stream]
    return numbers[start..<start + streamLengths[stream]]
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
