import Glibc

/// The address of a Unix socket.
package struct UnixAddress: Sendable {
  /// The maximum length of a path, in bytes; the kernel's structure holds no more.
  private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private let address: sockaddr_un
  private let length: socklen_t

  /// The address at `path`, whose first byte is zero for an abstract name; nil if it is too long.
  package init?(_ path: some Collection<UInt8>) {
    guard path.count <= Self.longestPath,
      let start = MemoryLayout.offset(of: \sockaddr_un.sun_path)
    else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    self.address = address
    length = socklen_t(start + path.count)
  }

  /// A new non-blocking stream socket; negative, with `errno`, on failure.
  package static func stream() -> CInt {
    socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// Calls a C function with the address and its length.
  package func use<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
