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
  init(path: String) throws(PlainError) {
    // A default value for `lines` crashes the Swift 6.0.3 compiler.
    (descriptor, lines) = (try Self.connected(to: path), LineAssembler(limit: Self.longestLine))
  }

  /// A connected descriptor. The corresponding C function is `connect`.
  private static func connected(to path: String) throws(PlainError) -> CInt {
    guard let address = UnixAddress(path.utf8) else { throw failure(path, ENAMETOOLONG) }
    let descriptor = UnixAddress.stream()
    guard descriptor >= 0 else { throw failure(path, errno) }
    guard address.use({ connect(descriptor, $0, $1) }) == 0 else {
      let failure = Self.failure(path, errno)
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

  /// Sends a line, which must be short.
  func send(_ line: [UInt8]) throws(PlainError) {
    let count = Glibc.send(descriptor, line, line.count, CInt(MSG_NOSIGNAL))
    guard count == line.count else { throw PlainError("The board does not take the line.") }
  }

  /// Why there is no connection, for an `errno` value.
  private static func failure(_ path: String, _ status: Int32) -> PlainError {
    let advice =
      switch status {
      case ENOENT, ECONNREFUSED:
        "nobody listens there. Start the appliance, and set console.socket in its configuration."
      case EACCES, EPERM:
        "this user may not. Put it into the appliance's group: usermod -aG spokenmove USER"
      case ENAMETOOLONG: "the path is too long."
      default: "\(SystemStatus.text(status))."
      }
    return PlainError("Cannot connect to the board at \(path): \(advice)")
  }
}
