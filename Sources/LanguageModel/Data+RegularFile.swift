import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Data {
  /// Reads a regular file of at most `limit` bytes.
  ///
  /// A pipe or a device, which could keep its reader waiting or never end, is refused unread.
  ///
  /// - Throws: `LanguageModelError` with code `unreadableFile`.
  init(
    regularFile url: URL, limit: Int, toDo operation: String
  ) throws(LanguageModelError) {
    func unreadable(_ reason: String) -> LanguageModelError {
      LanguageModelError(
        .unreadableFile, operation: operation, file: url.path, reason: reason)
    }
    var status = stat()
    guard stat(url.path, &status) == 0 else { throw unreadable(String(cString: strerror(errno))) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw unreadable(String(cString: strerror(EISDIR)))
    default: throw unreadable("it is not a regular file")
    }
    guard status.st_size <= limit else {
      throw unreadable("it has more than \(limit >> 10) KiB")
    }
    do {
      self = try Data(contentsOf: url)
    } catch {
      throw unreadable(error.systemReason)
    }
  }
}
