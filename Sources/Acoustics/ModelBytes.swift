import FoundationEssentials

/// The bytes of one acoustic model file, read from front to back and never out of bounds.
package struct ModelBytes {
  let path: String
  package let bytes: [UInt8]
  private(set) var position = 0
  /// Where the numbers end: at the end of the file, or at its checksum.
  private var end: Int

  package init(contentsOf path: String) throws(ModelFileError) {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw ModelFileError(path: path, problem: "it cannot be read")
    }
    self.init(data, name: path)
  }

  /// Bytes that do not come from a file; `name` is their name in errors.
  init(_ bytes: some Sequence<UInt8>, name: String) {
    path = name
    self.bytes = Array(bytes)
    end = self.bytes.count
  }

  func error(_ problem: String) -> ModelFileError { ModelFileError(path: path, problem: problem) }
  var damaged: ModelFileError { error("it is cut off or damaged") }
  var disagreement: ModelFileError { .disagreement(path) }
  var otherByteOrder: ModelFileError {
    error("it is in the other byte order: a big-endian machine wrote it")
  }

  /// Where a file's text header ends, and whether it announces a checksum after the numbers; nil
  /// without such a header.
  ///
  /// The header has at most 31 lines, each a name and a value or a comment, before the line
  /// `endhdr`.
  var header: (end: Int, hasChecksum: Bool)? {
    let head = bytes.prefix(4_096)
    guard head.starts(with: "s3\n".utf8) else { return nil }
    var (start, hasChecksum) = (3, false)
    for _ in 0..<32 {
      guard let end = head[start...].firstIndex(of: UInt8(ascii: "\n")),
        head[start..<end].allSatisfy({ (0x20..<0x7F).contains($0) })
      else { return nil }
      let words = String(decoding: head[start..<end], as: UTF8.self).split(separator: " ")
      start = end + 1
      if words.first == "endhdr" { return (start, hasChecksum) }
      guard words.count > 1 || words.first?.first == "#" else { return nil }
      if words.first == "chksum0" { hasChecksum = true }
    }
    return nil
  }

  /// The expected checksum, in the last four bytes, of the numbers after the header and the
  /// byte-order mark; nil if these are cut off.
  func checksum(afterHeader headerEnd: Int) -> UInt32? {
    let (first, last) = (headerEnd + 4, bytes.count - 4)
    guard last > first, (last - first).isMultiple(of: 4) else { return nil }
    return stride(from: first, to: last, by: 4).reduce(0) { sum, offset in
      (sum << 20 | sum >> 12) &+ word(at: offset)
    }
  }

  /// Skips the text header of a file of numbers and the byte-order mark, and checks the checksum,
  /// if there is one.
  ///
  /// Format: `bio_readhdr` and `bio_verify_chksum` in sphinxbase/bio.h.
  mutating func skipHeader() throws(ModelFileError) {
    guard let header else { throw error("it does not begin as a file of a model does") }
    position = header.end
    switch try integer() {
    case 0x1122_3344: break
    case 0x4433_2211: throw otherByteOrder
    default: throw damaged
    }
    guard header.hasChecksum else { return }
    guard let sum = checksum(afterHeader: header.end) else { throw damaged }
    end = bytes.count - 4
    guard sum == word(at: end) else {
      throw error("its checksum is wrong: \(damaged.problem)")
    }
  }

  /// Checks that the file ends after the numbers: PocketSphinx refuses a longer file, and leaks its
  /// memory.
  func checkEnd() throws(ModelFileError) {
    guard position == end else { throw damaged }
  }

  func starts(with text: String) -> Bool { bytes.starts(with: text.utf8) }

  mutating func integer() throws(ModelFileError) -> Int {
    guard position <= end - 4 else { throw damaged }
    defer { position += 4 }
    return Int(Int32(bitPattern: word(at: position)))
  }

  /// Reads a number and checks that it is in `range`.
  mutating func count(in range: ClosedRange<Int>) throws(ModelFileError) -> Int {
    let value = try integer()
    guard range.contains(value) else { throw error("its counts are wrong") }
    return value
  }

  mutating func short() throws(ModelFileError) -> Int {
    guard position <= end - 2 else { throw damaged }
    defer { position += 2 }
    return Int(bytes[position]) | Int(bytes[position + 1]) << 8
  }

  mutating func byte() throws(ModelFileError) -> Int {
    guard position < end else { throw damaged }
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func floats(_ count: Int) throws(ModelFileError) -> [Float] {
    guard count >= 0, count <= (end - position) / 4 else { throw damaged }
    defer { position += 4 * count }
    return (0..<count).map { Float(bitPattern: word(at: position + 4 * $0)) }
  }

  mutating func raw(_ count: Int) throws(ModelFileError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= end - position else { throw damaged }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads zero-terminated text.
  mutating func text() throws(ModelFileError) -> String {
    guard let zero = bytes[position..<end].firstIndex(of: 0) else { throw damaged }
    let text = String(decoding: bytes[position..<zero], as: UTF8.self)
    guard text.utf8.elementsEqual(bytes[position..<zero]) else { throw damaged }
    position = zero + 1
    return text
  }

  private func word(at offset: Int) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
  }
}
