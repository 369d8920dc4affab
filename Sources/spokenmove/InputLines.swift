import DeviceIO
import Glibc
import Program

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

  /// The next line, nil after the last; blocks until it arrives. Throws if the input cannot be read.
  ///
  /// The corresponding C function is `getc`.
  func next() throws(FileError) -> Line? {
    guard let input else { return nil }
    var bytes: [UInt8] = []
    var isTooLong = false
    var hasLine = false
    while true {
      let byte = getc(input)
      if byte == EOF {
        if ferror(input) == 0 { break }
        try waitAfterError(errno)
        clearerr(input)
        continue
      }
      hasLine = true
      if byte == CInt(UInt8(ascii: "\n")) { break }
      if bytes.count < Self.limit { bytes.append(UInt8(clamping: byte)) } else { isTooLong = true }
    }
    guard hasLine else { return nil }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return Line(text: String(decoding: bytes, as: UTF8.self), isTooLong: isTooLong)
  }

  /// Waits for more if the input is only empty: another program that shares it may have made it
  /// non-blocking.
  private func waitAfterError(_ status: Int32) throws(FileError) {
    guard status == EAGAIN || status == EINTR else {
      throw FileError(
        description: "Cannot read standard input: \(SystemStatus.text(status)).")
    }
    var descriptors = [Poll.reading(STDIN_FILENO)]
    _ = Poll.wait(&descriptors, timeout: nil)
  }
}
