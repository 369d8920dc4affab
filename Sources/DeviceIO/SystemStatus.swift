import Glibc

/// Descriptions of the C library's status codes.
package enum SystemStatus {
  /// Whether this process or the system has run out of descriptors: then a failure to open is not
  /// the file's fault.
  package static var isOutOfDescriptors: Bool {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
    close(descriptor)
    return false
  }

  /// The system's text for an `errno` value, such as "Permission denied".
  ///
  /// The corresponding C function is `strerror_r`.
  package static func text(_ status: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(status, start, buffer.count) == 0 else {
        return "status \(status)"
      }
      return String(cString: start)
    }
  }
}
