import FoundationEssentials
import Glibc
import Program

/// A file that replaces the previous one only once it is complete.
final class ReportFile {
  private let name: String
  /// The temporary file beside it; nil for a device, which is written directly.
  private let aside: String?

  /// Checks that it is writable, and none of the source files.
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
    guard Self.status(name).map({ $0.st_mode & S_IFMT == S_IFREG }) ?? true else {
      aside = nil
      // Opening a pipe must not wait for its reader.
      let descriptor = open(name, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Self.failure(name) }
      close(descriptor)
      return
    }
    let aside = Self.target(of: name) + ".\(getpid())"
    self.aside = aside
    try Self.create(aside, for: name)
    // Nothing stays behind if the program ends before it writes the report.
    unlink(aside)
  }

  /// Writes the whole page.
  func write(_ page: Data) throws {
    guard let aside else { return try Self.write(page, to: name) }
    try Self.create(aside, for: name)
    // After the rename there is nothing to remove.
    defer { unlink(aside) }
    try FileError.telling("write", name) { try page.write(to: URL(filePath: aside)) }
    guard rename(aside, Self.target(of: name)) == 0 else { throw Self.failure(name) }
  }

  /// Makes the empty temporary file; throws if there is a file already.
  private static func create(_ aside: String, for name: String) throws {
    try FileError.telling("write", name) {
      try Data().write(to: URL(filePath: aside), options: .withoutOverwriting)
    }
  }

  private static func failure(_ name: String) -> FileError {
    FileError(description: "Cannot write \(name): \(String(cString: strerror(errno))).")
  }

  private static func write(_ page: Data, to file: String) throws {
    try FileError.telling("write", file) { try page.write(to: URL(filePath: file)) }
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
