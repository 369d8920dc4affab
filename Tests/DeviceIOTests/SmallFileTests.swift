import Glibc
import TestSupport
import Testing

@testable import DeviceIO

@Suite("Small files")
struct SmallFileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func file(_ bytes: [UInt8]) -> String {
    let path = "\(scratch.path)/file"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    _ = write(descriptor, bytes, bytes.count)
    close(descriptor)
    return path
  }

  @Test("a file has at most so many bytes", arguments: [0, 1, 99, 100])
  func limits(count: Int) throws {
    let bytes = [UInt8](repeating: 7, count: count)
    let path = file(bytes)
    #expect(try SmallFile.bytes(path, limit: 100) == bytes)
    #expect(SmallFile.text(path)?.utf8.count == count)
    if count > 0 {
      #expect(throws: SmallFile.Failure.tooLarge) {
        try SmallFile.bytes(path, limit: count - 1)
      }
      #expect(SmallFile.text(path, limit: count - 1)?.utf8.count == count - 1)
    }
  }

  @Test("what is no file is not read")
  func others() throws {
    let pipe = "\(scratch.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, scratch.path, "/dev/null"] {
      #expect(throws: SmallFile.Failure.notAFile, "\(path)") {
        try SmallFile.bytes(path, limit: 100)
      }
    }
    #expect(throws: SmallFile.Failure.status(ENOENT)) {
      try SmallFile.bytes("\(scratch.path)/none", limit: 100)
    }
    #expect(SmallFile.text("\(scratch.path)/none") == nil)
  }

  @Test("the first line, without white space around it")
  func lines() {
    #expect(SmallFile.line(file(Array("  a b \nc\n".utf8))) == "a b")
    #expect(SmallFile.line(file(Array(" \n".utf8))) == nil)
    #expect(SmallFile.line(file([])) == nil)
  }

  @Test("a file that the kernel makes up has no size")
  func kernel() throws {
    #expect(try SmallFile.bytes("/proc/self/stat", limit: 65_536).count > 10)
    #expect(SmallFile.text("/proc/self/stat")?.contains("(") == true)
  }
}
