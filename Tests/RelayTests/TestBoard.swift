import Glibc

/// An appliance's socket that sends what a test wants.
final class TestBoard {
  let path: String
  private let listener: CInt
  private var programs: [CInt] = []

  init(in folder: String) {
    path = "\(folder)/board.sock"
    unlink(path)
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    listen(listener, 4)
  }

  deinit {
    hangUp()
    close(listener)
  }

  /// Accepts the next program, and sends the `hello`; returns whether there was one.
  func accept(hello: [UInt8]) -> Bool {
    let program = Glibc.accept(listener, nil, nil)
    guard program >= 0 else { return false }
    programs.append(program)
    say(hello)
    return true
  }

  func say(_ line: [UInt8]) {
    for program in programs {
      _ = send(program, line + [0x0A], line.count + 1, CInt(MSG_NOSIGNAL))
    }
  }

  /// The last program's bytes.
  func heard() -> String {
    guard let program = programs.last else { return "" }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(program, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  func hangUp() {
    for program in programs {
      // Another test's child process may hold a copy, which would keep the connection open.
      shutdown(program, CInt(SHUT_RDWR))
      close(program)
    }
    programs = []
  }
}
