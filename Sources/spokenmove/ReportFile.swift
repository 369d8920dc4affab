import FoundationEssentials
import Glibc
import Program

/// A file that replaces the previous one only once it is complete.
final class ReportFile {
  private let name: String
  /// Whether it is written directly, because there is a device in its place.
  private let isDevice: Bool

  /// Checks that it is writable, and not one of the source files.
  init(_ name: String, notOneOf sources: [String]) throws {
    guard !name.isEmpty else { throw FileError(description: "--report needs the name of a file.") }
    let status = Self.status(name)
    let isSource = sources.contains { source in
      guard let status, let source = Self.status(source) else { return false }
      return source.st_dev == status.st_dev && source.st_ino == status.st_ino
    }
    guard !isSource else {
      throw FileError(
        description: "--report \(name) would overwrite what is evaluated: name another file.")
    }
    self.name = name
    isDevice = status.map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    // Opening a pipe must not wait for its reader. A file is written aside.
    let place = isDevice ? name : Self.target(of: name) + ".\(getpid())"
    let flags = O_WRONLY | O_CLOEXEC | (isDevice ? O_NONBLOCK : O_CREAT | O_EXCL)
    let descriptor = open(place, flags, 0o600)
    guard descriptor >= 0 else {
      throw FileError(
        description: "Cannot write \(name): \(String(cString: strerror(errno))). "
          + "Check the path and its permissions.")
    }
    close(descriptor)
    // Nothing stays behind if the program ends before it writes the report.
    if !isDevice { unlink(place) }
  }

  /// Writes the whole page.
  func write(_ page: Data) throws {
    try FileError.telling("write", name) {
      try page.write(
        to: URL(filePath: Self.target(of: name)), options: isDevice ? [] : .atomic)
    }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// The target of a link, so that the link stays.
  private static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
