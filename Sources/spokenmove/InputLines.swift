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

  /// Nil without memory.
  private let input = fdopen(STDIN_FILENO, "r")

  /// The next line, nil after the last; blocks until it arrives.
  ///
  /// The corresponding C function is `getc`.
  func next() -> Line? {
    guard let input else { return nil }
    var bytes: [UInt8] = []
    var isTooLong = false
    var hasLine = false
    while case let byte = getc(input), byte != EOF {
      hasLine = true
      if byte == CInt(UInt8(ascii: "\n")) { break }
      if bytes.count < Self.limit { bytes.append(UInt8(clamping: byte)) } else { isTooLong = true }
    }
    guard hasLine else { return nil }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return Line(text: String(decoding: bytes, as: UTF8.self), isTooLong: isTooLong)
  }
}
