import Glibc

/// Where results go.
enum StandardOutput {
  /// Writes a line at once, so that who reads it through a pipe need not wait.
  static func write(_ line: String, terminator: String = "\n") {
    let text = Array((line + terminator).utf8)
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// Where errors go.
enum StandardError {
  /// Writes a line.
  static func write(_ line: String, terminator: String = "\n") {
    let text = line + terminator
    _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  }
}
