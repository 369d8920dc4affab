import ApplianceCore
import DeviceIO
import Glibc
import Synchronization

/// The output for results.
package enum StandardOutput {
  /// The first write error; 0 without one.
  private static let failure = Atomic<CInt>(0)

  /// Throws if anything written so far was lost.
  package static func check() throws(PlainError) {
    let status = failure.load(ordering: .relaxed)
    guard status == 0 else {
      throw PlainError("Cannot write to standard output: \(SystemStatus.text(status)).")
    }
  }

  /// Writes a line immediately, so that the reader of a pipe need not wait.
  ///
  /// Removes terminal control characters, because files can have any name and text. Writes `start`
  /// and `terminator` unchanged.
  package static func write(_ line: String, start: String = "", terminator: String = "\n") {
    let text = Array((start + line.printable + terminator).utf8)
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Another program that shares it may have made it non-blocking.
        var descriptors = [pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)]
        _ = Poll.wait(&descriptors, timeout: nil)
        continue
      }
      guard count > 0 else {
        _ = failure.compareExchange(expected: 0, desired: errno, ordering: .relaxed)
        return
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// The output for errors.
package enum StandardError {
  /// Writes a line without terminal control characters: its names and paths can be anything.
  package static func write(_ line: String) {
    put(line.printable + "\n")
  }

  /// Replaces the current line on a terminal; an empty line clears it for `write`.
  package static func rewrite(_ line: String) {
    put("\r\u{1B}[K" + line.printable)
  }

  private static func put(_ text: String) {
    _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  }
}
