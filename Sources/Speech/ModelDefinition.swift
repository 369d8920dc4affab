import FoundationEssentials

/// The phones of an acoustic model, from its binary `mdef`.
struct ModelDefinition: Sendable, Hashable {
  /// By number: a codebook of a phonetically tied model belongs to the phone of the same number.
  let phones: [String]
  /// The number of the phone of silence.
  let silence: Int

  /// Nil where it is no binary definition.
  init?(contentsOf path: String) {
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
    // "BMDF", version, length of the description of the format, the description, nine counts, the phone of silence, and
    // the phones' names, each ended by a zero.
    guard bytes.starts(with: Array("BMDF".utf8)), let length = number(8), length >= 0,
      let count = number(12 + length), (1...1_024).contains(count),
      let silence = number(12 + length + 9 * 4), (0..<count).contains(silence)
    else { return nil }
    let names = bytes.dropFirst(12 + length + 10 * 4)
      .split(separator: 0, maxSplits: count, omittingEmptySubsequences: false).prefix(count)
    guard names.count == count else { return nil }
    phones = names.map { String(decoding: $0, as: UTF8.self) }
    self.silence = silence
  }
}
