import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// The other end of a serial line: a pseudo-terminal, with a name that can be removed and restored.
final class SerialLine: Sendable {
  private let scratch: ScratchDirectory
  var directory: String { scratch.path }
  var path: String { directory + "/tty" }
  private let master = Mutex<CInt>(-1)
  /// The device behind `path`, such as /dev/pts/3; nil before the first ``plug()``.
  private let device = Mutex<String?>(nil)

  init() throws {
    scratch = try ScratchDirectory()
  }

  deinit {
    unplug()
  }

  func plug() throws {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // As unlockpt and ptsname do, which Swift's module of the C library leaves out.
    var lock: CInt = 0
    var number: CInt = 0
    try #require(ioctl(descriptor, 0x4004_5431, &lock) == 0)
    try #require(ioctl(descriptor, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    master.withLock { $0 = descriptor }
    device.withLock { $0 = name }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: name)
  }

  func unplug() {
    unlink(path)
    master.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Whether this process still has the unplugged device open.
  var isLostDeviceOpen: Bool {
    get throws {
      let lost = device.withLock { $0.map { $0 + " (deleted)" } }
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == lost
      }
    }
  }

  /// Whether this process watches the directory at `path`.
  static func isWatched(_ path: String) throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let inode = "ino:\(String(status.st_ino, radix: 16)) "
    let folder = "/proc/self/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
      let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").contains {
        $0.hasPrefix("inotify") && $0.contains(inode)
      }
    }
  }

  func type(_ text: String) {
    _ = master.withLock { write($0, text, text.utf8.count) }
  }

  /// Reads until `isEnough`, or for 5 s.
  func read(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var all: [UInt8] = []
    let descriptor = master.withLock { $0 }
    let end = ContinuousClock.now + .seconds(15)
    while !isEnough(all), ContinuousClock.now < end {
      var ready = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      guard poll(&ready, 1, 100) == 1 else { continue }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      // Nobody has opened the other end yet.
      guard count > 0 else {
        usleep(10_000)
        continue
      }
      all += bytes.prefix(count)
    }
    return all
  }

  func read(until text: String) -> String {
    String(
      decoding: read { String(decoding: $0, as: UTF8.self).contains(text) }, as: UTF8.self)
  }
}
