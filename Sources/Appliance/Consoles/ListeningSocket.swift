import CLinux
import DeviceIO
import Glibc
import Synchronization

/// A Unix socket at a path, for programs to connect to; it closes and removes it.
final class ListeningSocket: Sendable {
  /// How many connections may wait.
  private static let backlog: CInt = 8

  let descriptor: CInt
  private let path: String
  /// The file's device and inode, so that it never removes another file.
  private let file: (device: dev_t, number: ino_t)
  private let isClosed = Atomic(false)

  /// Listens at `path`; owner and group may connect.
  ///
  /// The socket gets its name when it is ready, and replaces one that nobody listens on any more.
  /// Throws if anything else is there. The corresponding C functions are `socket`, `bind`, `listen`
  /// and `rename`.
  init(path: String) throws(PlainError) {
    let new = "\(path).\(getpid())"
    guard let address = UnixAddress(new.utf8), let old = UnixAddress(path.utf8) else {
      throw Self.error(path, "the path is too long; name a shorter one.")
    }
    try Self.checkThatNobodyUses(path, old)
    let descriptor = UnixAddress.stream()
    guard descriptor >= 0 else { throw Self.failure(path) }
    unlink(new)
    var status = stat()
    // Changing the mode later would follow a link that somebody puts in its place.
    let mask = umask(0o117)
    let bound = address.use { bind(descriptor, $0, $1) }
    umask(mask)
    // The socket gets its name last: programs may connect as soon as they see it.
    guard bound == 0, listen(descriptor, Self.backlog) == 0, lstat(new, &status) == 0,
      rename(new, path) == 0
    else {
      let failure = Self.failure(path)
      unlink(new)
      Glibc.close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.path = path
    file = (status.st_dev, status.st_ino)
  }

  deinit { close() }

  /// Closes it and removes its file. May be called twice.
  func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    var status = stat()
    if lstat(path, &status) == 0, status.st_dev == file.device, status.st_ino == file.number {
      unlink(path)
    }
    Glibc.close(descriptor)
  }

  /// The next connection, non-blocking; nil if there is none.
  ///
  /// The corresponding C function is `accept4`.
  func accept() -> CInt? {
    let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let connection = accept4(descriptor, nil, nil, flags)
    return connection >= 0 ? connection : nil
  }

  /// Throws unless there is nothing at `path`, or a socket that nobody listens on.
  private static func checkThatNobodyUses(_ path: String, _ address: UnixAddress) throws(PlainError)
  {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw error(path, "there is another file; name another path, or remove it.")
    }
    let probe = UnixAddress.stream()
    guard probe >= 0 else { throw failure(path) }
    defer { Glibc.close(probe) }
    let result = address.use { connect(probe, $0, $1) }
    // A killed program leaves a socket that nobody listens on.
    guard result == 0 || errno != ECONNREFUSED else { return }
    throw error(path, "another program listens there; stop it, or name another path.")
  }

  private static func failure(_ path: String) -> PlainError {
    let status = errno
    let advice =
      switch status {
      case ENOENT: "its folder is not there; make it, or name another path."
      case EACCES, EPERM, EROFS: "this user may not write there; name another path."
      default: SystemStatus.text(status) + "."
      }
    return error(path, advice)
  }

  /// - Parameter advice: What is wrong, and what to do.
  private static func error(_ path: String, _ advice: String) -> PlainError {
    PlainError("Cannot listen at \(path): \(advice)")
  }
}
