import Glibc

/// The part of a WAV file's header that shows whether the file is complete.
///
/// libsndfile reads the available sound, and does not report if that is less than the header
/// promises.
enum WAVHeader {
  /// The bytes of sound that the header promises, and those in the file.
  struct Extent: Equatable {
    let promised: Int
    let held: Int
  }

  /// From this length on, it is a placeholder by a program that wrote to a pipe and did not know
  /// the length.
  private static let placeholder = 0x7FFF_F000

  /// Nil if it is not a RIFF file, has no sound, or does not give its length. Does not move the
  /// descriptor's position.
  ///
  /// The format is that of "Multimedia Programming Interface and Data Specifications 1.0", 1991.
  static func dataExtent(_ descriptor: CInt) -> Extent? {
    guard let head = bytes(descriptor, at: 0, count: 12), tag(head, 0) == "RIFF",
      tag(head, 8) == "WAVE"
    else { return nil }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    lseek(descriptor, 0, SEEK_SET)
    var offset = 12
    // No real file has this many chunks before its sound.
    for _ in 0..<1_000 {
      guard let chunk = bytes(descriptor, at: offset, count: 8) else { return nil }
      let length = number(chunk, 4)
      offset += 8
      if tag(chunk, 0) == "data" {
        return length >= placeholder ? nil : Extent(promised: length, held: max(0, size - offset))
      }
      // Chunks begin at even offsets.
      offset += length + length & 1
    }
    return nil
  }

  private static func bytes(_ descriptor: CInt, at offset: Int, count: Int) -> [UInt8]? {
    var read = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, made in
      read = pread(descriptor, buffer.baseAddress, count, off_t(offset))
      made = max(0, read)
    }
    return read == count ? bytes : nil
  }

  private static func tag(_ bytes: [UInt8], _ start: Int) -> String {
    String(decoding: bytes[start..<start + 4], as: UTF8.self)
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
