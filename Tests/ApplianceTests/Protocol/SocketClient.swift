import Foundation
import Glibc
import TestSupport
import Testing

/// A program at a Unix socket.
final class SocketClient: Sendable {
  let descriptor: CInt

  /// Connects to a socket; throws an `errno` value.
  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = descriptor
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  func send(_ line: String) {
    let text = line + "\n"
    _ = Glibc.send(descriptor, text, text.utf8.count, CInt(MSG_NOSIGNAL))
  }

  /// Closes the sending side.
  func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Reads lines until `isEnough`, or until the other end closes; fails the test if neither
  /// happens.
  func read(_ isEnough: ([ReceivedLine]) -> Bool) async throws -> [ReceivedLine] {
    var bytes: [UInt8] = []
    var isClosed = false
    func lines() throws -> [ReceivedLine] {
      try bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        .map { try ReceivedLine(String(decoding: $0, as: UTF8.self)) }
    }
    try await Patience.wait(for: "lines from the socket") {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &chunk, chunk.count, CInt(MSG_DONTWAIT))
      if count > 0 { bytes += chunk.prefix(count) }
      isClosed = count == 0
      return try isClosed || (count > 0 && isEnough(lines()))
    }
    return try lines()
  }

  /// Waits until the other end closes; returns everything before that.
  func readAll() async throws -> [ReceivedLine] { try await read { _ in false } }
}
