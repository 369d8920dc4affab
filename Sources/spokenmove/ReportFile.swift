import DeviceIO
import FoundationEssentials
import Glibc

/// A file that replaces the previous one only once it is complete.
final class ReportFile {
  private let name: String
  /// Whether it is written directly, because there is a device in its place.
  private let isDevice: Bool

  /// Checks that it is writable, and not one of the source files.
  init(_ name: String, notOneOf sources: [String]) throws {
    guard !name.isEmpty else { throw PlainError("--report needs the name of a file.") }
    let status = Self.status(name)
    let isSource = sources.contains { source in
      guard let status, let source = Self.status(source) else { return false }
      return source.st_dev == status.st_dev && source.st_ino == status.st_ino
    }
    guard !isSource else {
      throw PlainError("--report \(name) would overwrite an input file: name another file.")
    }
    self.name = name
    isDevice = status.map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    // Opening a pipe must not wait for its reader. A file is written aside; a link to it stays.
    let place = isDevice ? name : SmallFile.resolved(name) + ".\(getpid())"
    let flags = O_WRONLY | O_CLOEXEC | (isDevice ? O_NONBLOCK : O_CREAT | O_EXCL)
    let descriptor = open(place, flags, 0o600)
    guard descriptor >= 0 else {
      throw Self.failure(name, SystemStatus.text(errno))
    }
    close(descriptor)
    // Nothing stays behind if the program ends before it writes the report.
    if !isDevice { unlink(place) }
  }

  /// Writes the whole page.
  func write(_ page: Data) throws {
    do {
      try page.write(
        to: URL(filePath: SmallFile.resolved(name)), options: isDevice ? [] : .atomic)
    } catch {
      let status = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
      throw Self.failure(name, status.map(SystemStatus.text) ?? "\(error)")
    }
  }

  private static func failure(_ name: String, _ reason: String) -> PlainError {
    PlainError("Cannot write \(name): \(reason). Check the path and its permissions.")
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
