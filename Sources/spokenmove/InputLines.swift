import DeviceIO
import Glibc

/// The lines of standard input as they arrive, up to a maximum length.
enum InputLines {
  struct Line {
    /// Without its line end; only the beginning of a line that is too long.
    var text: String
    var isTooLong: Bool
  }

  /// The longest line, in bytes.
  private static let limit = 1_024

  /// The next line; nil after the last, or if it does not arrive `within` a time. Blocks until
  /// then. Throws if the input cannot be read.
  ///
  /// Reads one byte at a time, so that what follows stays in the input.
  static func next(within patience: Duration? = nil) throws(PlainError) -> Line? {
    let deadline = patience.map { ContinuousClock.now + $0 }
    var bytes: [UInt8] = []
    var hasLine = false
    var isTooLong = false
    while true {
      var descriptors = [Poll.reading(STDIN_FILENO)]
      let left = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      guard Poll.wait(&descriptors, timeout: left) != 0 else { return nil }
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0 {
        // Another program that shares the input may have made it non-blocking.
        if errno == EAGAIN || errno == EINTR { continue }
        throw PlainError("Cannot read standard input: \(SystemStatus.text(errno)).")
      }
      guard count > 0 else { break }
      hasLine = true
      if byte == UInt8(ascii: "\n") { break }
      if bytes.count < limit { bytes.append(byte) } else { isTooLong = true }
    }
    guard hasLine else { return nil }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return Line(text: String(decoding: bytes, as: UTF8.self), isTooLong: isTooLong)
  }
}
