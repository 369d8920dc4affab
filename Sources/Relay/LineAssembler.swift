/// Assembles lines from bytes that arrive in pieces; drops lines that are too long.
struct LineAssembler: Sendable {
  private let limit: Int
  private var line: [UInt8] = []
  private var isTooLong = false
  /// How many bytes preceded `line`.
  private var begin = 0

  /// - Parameter limit: The longest line, in bytes.
  init(limit: Int) { self.limit = limit }

  /// Takes more bytes, and calls `body` with each complete line and its offset.
  mutating func take(
    _ bytes: some Sequence<UInt8>, _ body: (_ line: [UInt8], _ begin: Int) -> Void
  ) {
    for byte in bytes {
      if byte == 0x0A {
        if !isTooLong { body(line, begin) }
        begin += line.count + 1
        line.removeAll(keepingCapacity: line.count < 8_192)
        isTooLong = false
      } else if isTooLong {
        begin += 1
      } else if line.count < limit {
        line.append(byte)
      } else {
        isTooLong = true
        begin += line.count + 1
        line = []
      }
    }
  }
}
