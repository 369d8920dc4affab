import Glibc

/// The lines of standard input as they arrive, up to a maximum length.
struct InputLines {
  struct Line {
    /// Without its line end; only the beginning of a line that is too long.
    var text: String
    var isTooLong: Bool
  }

  /// The longest line, in bytes.
  private static let limit = 1_024

  private var buffer: [UInt8] = []
  private var index = 0

  /// The next line, nil after the last; blocks until it arrives.
  mutating func next() -> Line? {
    var bytes: [UInt8] = []
    var isTooLong = false
    var hasLine = false
    while let byte = nextByte() {
      hasLine = true
      if byte == UInt8(ascii: "\n") { break }
      if bytes.count < Self.limit { bytes.append(byte) } else { isTooLong = true }
    }
    guard hasLine else { return nil }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return Line(text: String(decoding: bytes, as: UTF8.self), isTooLong: isTooLong)
  }

  private mutating func nextByte() -> UInt8? {
    if index == buffer.count {
      var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
      var count: Int
      repeat { count = read(STDIN_FILENO, &chunk, chunk.count) } while count < 0 && errno == EINTR
      guard count > 0 else { return nil }
      buffer = Array(chunk.prefix(count))
      index = 0
    }
    defer { index += 1 }
    return buffer[index]
  }
}
