import Appliance
import DeviceIO
import Glibc
import Synchronization

/// Where results go.
enum StandardOutput {
  /// Why something could not be written; 0 where all could.
  private static let failure = Atomic<CInt>(0)

  /// Throws where anything that was written so far did not get through.
  static func check() throws(FileError) {
    let status = failure.load(ordering: .relaxed)
    guard status == 0 else {
      throw FileError(
        description: "Cannot write to standard output: \(SystemStatus.text(status)).")
    }
  }

  /// Writes a line at once, so that who reads it through a pipe need not wait.
  static func write(_ line: String, terminator: String = "\n") {
    let text = Array((line + terminator).utf8)
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        _ = failure.compareExchange(expected: 0, desired: errno, ordering: .relaxed)
        return
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Where errors go.
enum StandardError {
  /// Writes a line, without what would command a terminal: names and paths in it may be anything.
  static func write(_ line: String) {
    put(line.printable + "\n")
  }

  /// Puts a line in place of the one before on a terminal, which a line of `write` may follow
  /// if it is empty.
  static func rewrite(_ line: String) {
    put("\r\u{1B}[K" + line.printable)
  }

  private static func put(_ text: String) {
    _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  }
}
