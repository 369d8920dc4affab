import DeviceIO
import Glibc

/// A non-blocking connection to an appliance's socket; it closes with this value.
struct BoardSocket: ~Copyable {
  /// The longest line to read, in bytes; the appliance's lines are shorter.
  private static let longestLine = 256 << 10
  /// How many reads in a row, before the broker gets its turn.
  private static let readsAtOnce = 8

  let descriptor: CInt
  private var lines: LineAssembler

  /// Connects to an appliance.
  init(path: String) throws(Failure) {
    // A default value for `lines` crashes the Swift 6.0.3 compiler.
    (descriptor, lines) = (try Self.connected(to: path), LineAssembler(limit: Self.longestLine))
  }

  /// A connected descriptor; throws an `errno` value. The corresponding C function is `connect`.
  private static func connected(to path: String) throws(Failure) -> CInt {
    guard let address = UnixAddress(path.utf8) else {
      throw Failure(path: path, status: ENAMETOOLONG)
    }
    let descriptor = UnixAddress.stream()
    guard descriptor >= 0 else { throw Failure(path: path, status: errno) }
    guard address.use({ connect(descriptor, $0, $1) }) == 0 else {
      let failure = Failure(path: path, status: errno)
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  deinit { close(descriptor) }

  /// The lines that have arrived; nil if the appliance has closed the connection.
  mutating func receive() -> [[UInt8]]? {
    var found: [[UInt8]] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    for _ in 0..<Self.readsAtOnce {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return found }
      guard count > 0 else { return found.isEmpty ? nil : found }
      lines.take(chunk[..<count]) { line, _ in found.append(line) }
    }
    return found
  }

  /// Sends a line, which must be short; throws an `errno` value.
  func send(_ line: [UInt8]) throws(Failure) {
    let count = Glibc.send(descriptor, line, line.count, CInt(MSG_NOSIGNAL))
    guard count == line.count else {
      throw Failure(path: "", status: count < 0 ? errno : EMSGSIZE)
    }
  }

  /// Why there is no connection.
  struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    var path: String
    /// An `errno` value.
    var status: Int32

    var description: String {
      let advice =
        switch status {
        case ENOENT, ECONNREFUSED:
          "nobody listens there. Start the appliance, and set console.socket in its configuration."
        case EACCES, EPERM:
          "this user may not. Put it into the appliance's group: usermod -aG spokenmove USER"
        case ENAMETOOLONG: "the path is too long."
        default: "\(SystemStatus.text(status))."
        }
      return "Cannot connect to the board at \(path): \(advice)"
    }
  }
}
