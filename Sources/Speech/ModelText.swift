import Acoustics

/// The words of a model's text file by line; empty lines and comments have none.
struct ModelText {
  private static let sizeLimit = 64 * 1_024

  private let lines: [[Substring]]
  private let path: String

  /// Reads the file.
  ///
  /// - Throws: `ModelFileError` if it is not printable text, or much too long.
  init(contentsOf path: String) throws(ModelFileError) {
    let bytes = try ModelBytes(contentsOf: path).bytes
    guard bytes.count <= Self.sizeLimit,
      bytes.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
    else {
      throw ModelFileError(
        path: path, problem: "it is damaged: it is not plain text, or is too long")
    }
    self.path = path
    lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace) }
      .filter { $0.first.map { !$0.hasPrefix("#") } ?? false }
  }

  private func error(_ problem: String) -> ModelFileError {
    ModelFileError(path: path, problem: problem)
  }

  /// Checks the noise dictionary: each line has a noise and its phones.
  func checkNoises() throws(ModelFileError) {
    if let line = lines.first(where: { $0.count < 2 }) {
      throw error("it has no phone for \(line.joined(separator: " "))")
    }
  }

  /// Checks the feature parameters that could make the library exit or read out of bounds. Returns
  /// how many numbers each stream has per frame.
  ///
  /// Source: `fe_parse_general_params`, `fe_build_melfilters`, `feat_init`, `parse_subvecs`,
  /// `cmn_type_from_str` and `agc_type_from_str` of sphinxbase.
  func checkParameters() throws(ModelFileError) -> [Int] {
    guard !lines.isEmpty else { throw error("it has no parameter") }
    for line in lines {
      guard line.count == 2, let isRight = Self.parameters[line[0]] else {
        throw error("there is no parameter \(line.joined(separator: " "))")
      }
      guard isRight(line[1]) else { throw error("\(line[0]) cannot be \(line[1])") }
    }
    let range = (Self.number(values["-lowerf"] ?? "0"), Self.number(values["-upperf"] ?? "8000"))
    guard let low = range.0, let high = range.1, high - low >= 1_000 else {
      throw error("-lowerf is not below -upperf")
    }
    guard let streamLengths else { throw error("-svspec does not fit -feat") }
    return streamLengths
  }

  /// How many numbers each stream has per frame; nil if the parameters contradict each other.
  private var streamLengths: [Int]? {
    let kind = values["-feat"] ?? "1s_c_d_dd"
    let sizes = ["1s_c": 13, "1s_c_d": 26, "1s_c_d_dd": 39, "1s_c_d_ld_dd": 52, "s3_1x39": 39]
    let size = sizes[String(kind)]
    guard let vectors = values["-svspec"].map(Self.vectors(of:)) else {
      return size.map { [$0] } ?? [12, 24, 3, 12]
    }
    return vectors.last?.upperBound == size.map { $0 - 1 } ? vectors.map(\.count) : nil
  }

  private var values: [Substring: Substring] {
    Dictionary(lines.map { ($0[0], $0.last ?? "") }) { _, last in last }
  }

  private static let flags: Set<Substring> = ["yes", "no", "true", "false", "1", "0"]

  /// The known parameters, and the test of their values.
  private static let parameters: [Substring: @Sendable (Substring) -> Bool] = [
    "-lowerf": { number($0).map { (0...8_000).contains($0) } ?? false },
    "-upperf": { number($0).map { (0...8_000).contains($0) } ?? false },
    "-nfilt": { Int($0).map { (13...128).contains($0) } ?? false },
    "-lifter": { Int($0).map { (0...1_000).contains($0) } ?? false },
    "-transform": { ["dct", "legacy", "htk"].contains($0) },
    "-feat": {
      ["1s_c", "1s_c_d", "1s_c_d_dd", "1s_c_d_ld_dd", "s3_1x39", "s2_4x"].contains($0)
    },
    "-svspec": { !vectors(of: $0).isEmpty },
    "-agc": { ["none", "max", "emax", "noise"].contains($0) },
    "-agcthresh": { number($0) != nil },
    "-cmn": { ["none", "batch", "current", "live", "prior"].contains($0) },
    "-cmninit": { text in
      let means = text.split(separator: ",", omittingEmptySubsequences: false)
      return means.count <= 13 && means.allSatisfy { number($0) != nil }
    },
    "-varnorm": { flags.contains($0) }, "-dither": { flags.contains($0) },
    "-doublebw": { flags.contains($0) }, "-round_filters": { flags.contains($0) },
    "-unit_area": { flags.contains($0) }, "-remove_noise": { flags.contains($0) },
    "-remove_dc": { flags.contains($0) }, "-remove_silence": { flags.contains($0) },
    "-smoothspec": { flags.contains($0) }, "-logspec": { flags.contains($0) },
    "-verbose": { flags.contains($0) },
    "-model": { ["ptm", "semi", "cont"].contains($0) },
    "-alpha": { number($0).map { (0...1).contains($0) } ?? false },
    "-ncep": { $0 == "13" }, "-ceplen": { $0 == "13" }, "-nfft": { $0 == "512" },
    "-frate": { $0 == "100" }, "-wlen": { number($0).map { (0.02...0.032).contains($0) } ?? false },
    "-samprate": { number($0) == 16_000 },
  ]

  /// A number in plain notation, the only one that the library accepts.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The consecutive ranges, from 0 on, of "0-12/13-25/26-38"; empty if they are not consecutive.
  private static func vectors(of text: Substring) -> [ClosedRange<Int>] {
    var vectors: [ClosedRange<Int>] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count == 2, let first = ends[0], let last = ends[1], last >= first, last < 100,
        first == vectors.last.map({ $0.upperBound + 1 }) ?? 0
      else { return [] }
      vectors.append(first...last)
    }
    return vectors
  }
}
