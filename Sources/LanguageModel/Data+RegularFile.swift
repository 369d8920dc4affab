import FoundationEssentials
import Glibc

extension Data {
  /// Reads a regular file of at most `limit` bytes.
  ///
  /// Refuses a pipe or a device without reading it: it could block its reader, or never end.
  ///
  /// - Throws: `LanguageModelError` with code `unreadableFile`.
  package init(
    regularFile url: URL, limit: Int, toDo operation: String
  ) throws(LanguageModelError) {
    func unreadable(_ reason: String) -> LanguageModelError {
      LanguageModelError(
        .unreadableFile, operation: operation, file: url.path, reason: reason)
    }
    func failure() -> LanguageModelError { unreadable(String(cString: strerror(errno))) }
    // Opening a pipe must not wait for its writer.
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure() }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw unreadable(String(cString: strerror(EISDIR)))
    default: throw unreadable("it is not a regular file")
    }
    // The file's size may be untrue, as in /proc.
    self.init()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while count <= limit {
      let length = read(descriptor, &chunk, chunk.count)
      if length < 0, errno == EINTR { continue }
      guard length >= 0 else { throw failure() }
      if length == 0 { return }
      append(contentsOf: chunk[..<length])
    }
    throw unreadable("it has more than \(limit >> 10) KiB")
  }

  /// Writes a new file and renames it to `url`, which may be a regular file, or nothing.
  ///
  /// Refuses a device, which it would replace by a file. Throws `LanguageModelError` with code
  /// `unwritableFile`.
  package func write(regularFile url: URL, toDo operation: String) throws(LanguageModelError) {
    var status = stat()
    if stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw LanguageModelError(
        .unwritableFile, operation: operation, file: url.path,
        reason: "it is not a regular file: name another")
    }
    do {
      try write(to: url, options: .atomic)
    } catch {
      throw LanguageModelError(
        .unwritableFile, operation: operation, file: url.path,
        reason: "\(error.systemReason): check that the folder is there and may be written")
    }
  }
}
