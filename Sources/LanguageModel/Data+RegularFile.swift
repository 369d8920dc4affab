import DeviceIO
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
    do throws(SmallFile.Failure) {
      self.init(try SmallFile.bytes(url.path, limit: limit))
    } catch {
      throw LanguageModelError(
        .unreadableFile, operation: operation, file: url.path, reason: error.reason(limit: limit))
    }
  }

  /// Writes a new file and renames it to `url`, which may be a regular file, or nothing. A link to a
  /// file stays.
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
      try write(to: URL(filePath: SmallFile.resolved(url.path)), options: .atomic)
    } catch {
      throw LanguageModelError(
        .unwritableFile, operation: operation, file: url.path,
        reason: "\(error.systemReason): check that the folder is there and may be written")
    }
  }
}
