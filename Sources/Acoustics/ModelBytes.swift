import FoundationEssentials

/// The bytes of one acoustic model file, read from front to back and never out of bounds.
struct ModelBytes {
  let path: String
  let bytes: [UInt8]
  private(set) var position = 0

  init(contentsOf path: String) throws(ModelFileError) {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw ModelFileError(path: path, problem: "the file cannot be read")
    }
    self.path = path
    bytes = [UInt8](data)
  }

  /// Bytes that do not come from a file; `name` is their name in errors.
  init(_ bytes: some Sequence<UInt8>, name: String) {
    path = name
    self.bytes = Array(bytes)
  }

  var damaged: ModelFileError {
    ModelFileError(path: path, problem: "it is cut off or damaged")
  }

  /// Skips the text header of a Sphinx 3 file and the byte-order mark.
  mutating func skipHeader() throws(ModelFileError) {
    let mark = Array("endhdr\n".utf8)
    guard
      let end = (0..<min(4_096, bytes.count)).first(where: { bytes[$0...].starts(with: mark) })
    else { throw ModelFileError(path: path, problem: "it is not a model file") }
    position = end + mark.count
    guard try integer() == 0x1122_3344 else {
      throw ModelFileError(path: path, problem: "it has another byte order than this machine")
    }
  }

  func starts(with text: String) -> Bool { bytes.starts(with: text.utf8) }

  mutating func integer() throws(ModelFileError) -> Int {
    guard position <= bytes.count - 4 else { throw damaged }
    defer { position += 4 }
    return Int(Int32(bitPattern: word(at: position)))
  }

  /// Reads a number, which must be in `range`.
  mutating func count(in range: ClosedRange<Int>) throws(ModelFileError) -> Int {
    let value = try integer()
    guard range.contains(value) else {
      throw ModelFileError(path: path, problem: "its counts are wrong")
    }
    return value
  }

  mutating func short() throws(ModelFileError) -> Int {
    guard position <= bytes.count - 2 else { throw damaged }
    defer { position += 2 }
    return Int(bytes[position]) | Int(bytes[position + 1]) << 8
  }

  mutating func byte() throws(ModelFileError) -> Int {
    guard position < bytes.count else { throw damaged }
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func floats(_ count: Int) throws(ModelFileError) -> [Float] {
    guard count >= 0, count <= (bytes.count - position) / 4 else { throw damaged }
    defer { position += 4 * count }
    return (0..<count).map { Float(bitPattern: word(at: position + 4 * $0)) }
  }

  mutating func raw(_ count: Int) throws(ModelFileError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - position else { throw damaged }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads zero-terminated text.
  mutating func text() throws(ModelFileError) -> String {
    guard let end = bytes[min(position, bytes.count)...].firstIndex(of: 0) else { throw damaged }
    defer { position = end + 1 }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  private func word(at offset: Int) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
  }
}
