import Glibc

/// Reads small files in one go: settings, and files that the kernel generates, such as those below
/// /proc and /sys.
package enum SmallFile {
  /// Why a file cannot be read.
  package enum Failure: Error, Sendable, Hashable {
    /// An `errno` value.
    case status(Int32)
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It has more bytes than allowed.
    case tooLarge

    /// The failure in words; the file may have `limit` bytes.
    package func reason(limit: Int) -> String {
      switch self {
      case .status(let status): SystemStatus.text(status)
      case .notAFile: "it is not a regular file"
      case .tooLarge: "it has more than \(limit >> 10) KiB"
      }
    }
  }

  /// The bytes of a file, at most `limit` of them.
  ///
  /// Never waits for a writer, as with a named pipe. The corresponding C functions are `open` and
  /// `read`.
  package static func bytes(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .status(errno) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, limit: limit)
  }

  /// The bytes of an open file, at most `limit` of them; the file stays open.
  package static func bytes(of descriptor: CInt, limit: Int) throws(Failure) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .status(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    let bytes = try start(of: descriptor, limit: limit + 1)
    guard bytes.count <= limit else { throw .tooLarge }
    return bytes
  }

  /// The first bytes, at least `limit` unless there are fewer: some generated files can only be read
  /// in whole chunks.
  private static func start(of descriptor: CInt, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .status(errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// The text of the file, up to `limit` bytes; nil if it cannot be read.
  ///
  /// Ignores the file's size, because generated files have none. The corresponding C function is
  /// `read`.
  package static func text(_ path: String, limit: Int = 65_536) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let text = try? start(of: descriptor, limit: limit) else { return nil }
    return String(decoding: text.prefix(limit), as: UTF8.self)
  }

  /// The first line, without surrounding white space; nil if there is none.
  package static func line(_ path: String) -> String? {
    guard let line = text(path)?.split(whereSeparator: \.isNewline).first else { return nil }
    let characters = line.drop(while: \.isWhitespace)
    guard let end = characters.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(characters[...end])
  }

  /// A symbolic link's target; nil if it is not a link. The corresponding C function is `readlink`.
  package static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The path with all links resolved; the path itself if there is no such file. The corresponding C
  /// function is `realpath`.
  package static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names in a directory, sorted; empty if it cannot be read. The corresponding C function is
  /// `opendir`.
  package static func names(in directory: String) -> [String] {
    opendir(directory).map { names(of: $0) } ?? []
  }

  /// The names in an open directory, sorted; closes it. The corresponding C function is `readdir`.
  package static func names(of stream: OpaquePointer) -> [String] {
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
