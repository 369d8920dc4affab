/// Puts typed bytes together into lines.
///
/// Backspace takes back one character, Control-U and Control-C all, Control-D ends an empty line's input; escape sequences, as
/// of arrow keys, do nothing. What is not UTF-8 becomes U+FFFD, so that whoever reads the line can refuse it.
package struct LineEditor: Sendable {
  package enum Event: Sendable, Hashable {
    /// The line has changed to this.
    case edited(String)
    case line(String)
    /// Nothing more is to be typed.
    case ended
    /// The line was longer than any command.
    case tooLong
  }

  /// Bytes of a line at most.
  package static let maximumLength = 256

  private enum Escape: Sendable {
    case none
    case begun
    case sequence
  }

  private var bytes: [UInt8] = []
  private var isTooLong = false
  private var escape = Escape.none
  private var lastWasReturn = false

  package init() {}

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func receive(_ byte: UInt8) -> Event? {
    defer { lastWasReturn = byte == 0x0D }
    switch escape {
    case .begun:
      escape = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .none
      return nil
    case .sequence:
      // A letter or ~ ends the sequence.
      if (0x40...0x7E).contains(byte) { escape = .none }
      return nil
    case .none: break
    }
    switch byte {
    case 0x0A where lastWasReturn: return nil
    case 0x0A, 0x0D: return end()
    case 0x08, 0x7F:
      guard !bytes.isEmpty else { return nil }
      // A character's later bytes go with its first.
      while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      return .edited(text)
    case 0x03, 0x15:
      bytes = []
      isTooLong = false
      return .edited(text)
    case 0x04: return bytes.isEmpty ? .ended : nil
    case 0x1B:
      escape = .begun
      return nil
    case 0x20..<0x7F, 0x80...:
      guard bytes.count < Self.maximumLength else {
        isTooLong = true
        return nil
      }
      bytes.append(byte)
      return .edited(text)
    default: return nil
    }
  }

  private mutating func end() -> Event {
    defer {
      bytes = []
      isTooLong = false
    }
    return isTooLong ? .tooLong : .line(text)
  }
}
