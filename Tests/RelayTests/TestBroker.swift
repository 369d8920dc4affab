import DeviceIO
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Relay

/// A real broker on loopback, with users and access rights; it ends with this value.
final class TestBroker {
  private static let program = "/usr/sbin/mosquitto"
  /// Tests/run.sh installs it.
  static var isInstalled: Bool { access(program, X_OK) == 0 }

  let port: Int
  let folder: ScratchDirectory
  private var process: Process?

  /// Table-1 and the hall's reader have passwords; each board may write below its own name.
  init() throws {
    port = try Self.freePort()
    folder = try ScratchDirectory()
    try write("acl", "user reader\ntopic read #\n\npattern readwrite spokenmove/%u/#\n")
    try write("passwords", "")
    for user in ["reader", "table-1", "table-2"] {
      try run(
        "/usr/bin/mosquitto_passwd", ["-b", "\(folder.path)/passwords", user, "secret-\(user)"])
      try write("password-\(user)", "secret-\(user)\n")
    }
    try write(
      "mosquitto.conf",
      """
      listener \(port) 127.0.0.1
      allow_anonymous false
      password_file \(folder.path)/passwords
      acl_file \(folder.path)/acl
      user root

      """)
    try start()
  }

  deinit { stop() }

  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = ["-c", "\(folder.path)/mosquitto.conf"]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    self.process = process
    // A busy machine may take its time.
    let deadline = ContinuousClock.now + .seconds(60)
    while !Self.withSocket(port, connect), ContinuousClock.now < deadline { usleep(5_000) }
  }

  func stop() {
    guard let process else { return }
    // If SIGTERM was blocked in the thread that started it, the broker ignores it too.
    kill(process.processIdentifier, SIGKILL)
    process.ended()
    self.process = nil
  }

  func settings(user: String, version: RelayConfiguration.Broker.MQTTVersion = .five)
    -> RelayConfiguration.Broker
  {
    var broker = RelayConfiguration.Broker()
    broker.host = "127.0.0.1"
    broker.port = port
    broker.tls = false
    broker.user = user
    broker.passwordFile = "\(folder.path)/password-\(user)"
    broker.version = version
    return broker
  }

  func write(_ name: String, _ text: String) throws {
    let path = "\(folder.path)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: path))
    chmod(path, 0o600)
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    try process.run()
    process.ended()
  }

  /// A port below the kernel's range for clients: a client that keeps trying a port without a
  /// listener could get that very port.
  private static func freePort() throws -> Int {
    for _ in 0..<100 {
      let port = Int.random(in: 20_000..<32_000)
      if withSocket(port, bind) { return port }
    }
    throw NoPort()
  }

  /// Whether binding or connecting a new socket to a port of this machine works.
  private static func withSocket(
    _ port: Int, _ attempt: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> Bool {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return with(descriptor, port, attempt)
  }

  private static func with(
    _ descriptor: CInt, _ port: Int,
    _ attempt: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        attempt(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private struct NoPort: Error {}

  /// Answers the first client with these bytes, on a separate thread; returns the port.
  static func answering(_ bytes: [UInt8]) throws -> Int {
    let port = try freePort()
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard with(listener, port, bind), listen(listener, 1) == 0 else { throw NoPort() }
    try BlockingThread.start(name: "broker") {
      defer { close(listener) }
      let client = accept(listener, nil, nil)
      defer { close(client) }
      var request: UInt8 = 0
      _ = recv(client, &request, 1, 0)
      _ = send(client, bytes, bytes.count, CInt(MSG_NOSIGNAL))
      // Until the client hangs up.
      while recv(client, &request, 1, 0) > 0 {}
    }
    return port
  }
}
