import Foundation
import Glibc
import Synchronization
import Testing

/// A serial cable between two terminals. Once the host's end is plugged in, each receives the
/// other's output.
final class TerminalBridge: Sendable {
  /// The appliance's device, and the device of the other end.
  let board, host: String
  private let masters: [CInt]
  /// The other end can be read only while somebody has the terminal open.
  private let slaves: [CInt]
  private let isEnding = Atomic(false)
  private let isPluggedIn = Atomic(false)
  /// The appliance's bytes so far.
  private let sent = Mutex<[UInt8]>([])

  init() throws {
    let ends = try [Self.open(), Self.open()]
    (board, host) = (ends[0].path, ends[1].path)
    masters = ends.map(\.master)
    slaves = ends.map(\.slave)
    Thread { [self] in pass() }.start()
  }

  /// The appliance's lines so far.
  var lines: [String] {
    sent.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\r\n").map(String.init)
  }

  /// Sends a line to the appliance.
  func type(_ line: String) {
    let text = line + "\n"
    _ = write(masters[0], text, text.utf8.count)
  }

  /// Starts passing on; earlier output is lost.
  func plugIn() { isPluggedIn.store(true, ordering: .relaxed) }

  /// Stops passing on; the terminals disappear soon after.
  func end() { isEnding.store(true, ordering: .relaxed) }

  private func pass() {
    while !isEnding.load(ordering: .relaxed) {
      var ready = masters.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&ready, 2, 50) > 0 else { continue }
      for (index, master) in masters.enumerated() where ready[index].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(master, &bytes, bytes.count)
        guard count > 0 else { continue }
        if index == 0 { sent.withLock { $0 += bytes.prefix(count) } }
        if isPluggedIn.load(ordering: .relaxed) { _ = write(masters[1 - index], bytes, count) }
      }
    }
    for descriptor in masters + slaves { close(descriptor) }
  }

  private static func open() throws -> (path: String, master: CInt, slave: CInt) {
    let master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // As unlockpt and ptsname do, which Swift's module of the C library leaves out.
    var lock: CInt = 0
    var number: CInt = 0
    try #require(ioctl(master, 0x4004_5431, &lock) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let path = "/dev/pts/\(number)"
    let slave = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    // Like an unopened port, it does not echo.
    var attributes = termios()
    try #require(tcgetattr(slave, &attributes) == 0)
    cfmakeraw(&attributes)
    try #require(tcsetattr(slave, TCSANOW, &attributes) == 0)
    return (path, master, slave)
  }
}
