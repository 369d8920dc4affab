import Glibc

/// Small files that the kernel makes up while they are read, such as those below /proc and /sys.
public enum SmallFile {
  /// The text of the file, up to `limit` bytes; nil where it cannot be read.
  ///
  /// The file's size is not asked for, since such files have none. The corresponding C function is
  /// `read`.
  public static func text(_ path: String, limit: Int = 65_536) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text: [UInt8] = []
    while text.count < limit {
      let wanted = min(4_096, limit - text.count)
      var count = 0
      let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
        count = read(descriptor, buffer.baseAddress, wanted)
        initialized = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      text += part
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The first line without the white space around it; nil where there is none.
  public static func line(_ path: String) -> String? {
    guard let line = text(path)?.split(whereSeparator: \.isNewline).first else { return nil }
    let characters = line.drop(while: \.isWhitespace)
    guard let end = characters.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(characters[...end])
  }

  /// What a symbolic link says; nil where it is none. The corresponding C function is `readlink`.
  public static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The names in a directory, sorted; none where it cannot be read. The corresponding C function
  /// is `readdir`.
  public static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
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
