import Glibc

@testable import Sound

extension FuzzTarget {
  /// The bytes decide about the format, not the name; the names are those of the seeds.
  static let files = ["wav", "flac", "ogg", "mp3"].map { name in
    FuzzTarget(name, upTo: 8_192) { bytes in
      let path = MemoryFile.path(of: bytes)
      guard let file = try? AudioFile(path: path) else { return }
      var count = 0
      do throws(AudioError) {
        while let buffer = try file.read() {
          count += buffer.samples.count
          // No such file really holds more than a minute; a header alone must not produce it.
          guard count < 960_000 else { return }
        }
      } catch {
        precondition(error.subject == path)
      }
    }
  }
}

/// A file in memory, for code that reads paths.
enum MemoryFile {
  private static let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  private static let path = "\(MemoryFolder.path)/file"

  /// The path of a file with these bytes; the previous one is gone.
  static func path(of bytes: [UInt8]) -> String {
    let isWritten =
      ftruncate(descriptor, 0) == 0
      && bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } == bytes.count
    precondition(isWritten)
    return path
  }
}
