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
    let isSource = Self.status(name).map { report in
      sources.contains { source in
        Self.status(source).map { $0.st_dev == report.st_dev && $0.st_ino == report.st_ino }
          ?? false
      }
    }
    guard isSource != true else {
      throw FileError(
        description: "--report \(name) would overwrite what is evaluated: name another file.")
    }
    guard !name.isEmpty else { throw FileError(description: "--report needs the name of a file.") }
    self.name = name
    isDevice = Self.status(name).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    if isDevice {
      // Opening a pipe must not wait for its reader.
      let descriptor = open(name, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else {
        throw FileError(
          description: "Cannot write \(name): \(String(cString: strerror(errno))).")
      }
      close(descriptor)
    } else {
      let aside = Self.target(of: name) + ".\(getpid())"
      try FileError.telling("write", name) {
        try Data().write(to: URL(filePath: aside), options: .withoutOverwriting)
      }
      // Nothing stays behind if the program ends before it writes the report.
      unlink(aside)
    }
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
