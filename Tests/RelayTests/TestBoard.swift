import DeviceIO
import Glibc
import Synchronization

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
    for program in programs { Self.say(line, to: program) }
  }

  private static func say(_ line: [UInt8], to program: CInt) {
    _ = send(program, line + [0x0A], line.count + 1, CInt(MSG_NOSIGNAL))
  }

  /// The last program's bytes.
  func heard() -> String {
    programs.last.map(Self.heard) ?? ""
  }

  private static func heard(from program: CInt) -> String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(program, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Greets the next program, and answers its first line, on a separate thread: a program waits for
  /// only some seconds, a test on a busy machine for longer. Returns the line, once it is there.
  func serve(hello: [UInt8], answer: [UInt8] = []) throws -> HeardLine {
    let line = HeardLine()
    let listener = listener
    try BlockingThread.start(name: "board") {
      guard Self.isReadable(listener) else { return }
      let program = Glibc.accept(listener, nil, nil)
      guard program >= 0 else { return }
      defer { close(program) }
      Self.say(hello, to: program)
      guard Self.isReadable(program) else { return }
      line.set(Self.heard(from: program))
      Self.say(answer, to: program)
    }
    return line
  }

  private static func isReadable(_ descriptor: CInt) -> Bool {
    var descriptors = [Poll.reading(descriptor)]
    _ = Poll.wait(&descriptors, timeout: .seconds(60))
    return descriptors[0].revents != 0
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

/// A line that another thread hears.
final class HeardLine: Sendable {
  private let text = Mutex<String?>(nil)

  /// Nil until it is there.
  var value: String? { text.withLock(\.self) }

  fileprivate func set(_ line: String) { text.withLock { $0 = line } }
}
