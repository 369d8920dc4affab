/// Puts typed bytes together into lines.
///
/// Backspace takes back one character, Control-U and Control-C all; escape sequences, as of arrow keys, do nothing.
struct LineEditor: Sendable {
  enum Event: Sendable, Hashable {
    /// The line has changed to this.
    case edited(String)
    case line(String)
    /// The line was longer than any command.
    case tooLong
  }

  /// Bytes of a line at most.
  static let maximumLength = 256

  private enum Escape: Sendable {
    case none
    case begun
    case sequence
  }

  private(set) var text = ""
  private var isTooLong = false
  private var escape = Escape.none
  private var lastWasReturn = false

  mutating func receive(_ byte: UInt8) -> Event? {
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
      guard !text.isEmpty else { return nil }
      text.removeLast()
      return .edited(text)
    case 0x03, 0x15:
      text = ""
      isTooLong = false
      return .edited(text)
    case 0x1B:
      escape = .begun
      return nil
    case 0x20..<0x7F:
      guard text.utf8.count < Self.maximumLength else {
        isTooLong = true
        return nil
      }
      text.unicodeScalars.append(Unicode.Scalar(byte))
      return .edited(text)
    default: return nil
    }
  }

  private mutating func end() -> Event {
    defer {
      text = ""
      isTooLong = false
    }
    return isTooLong ? .tooLong : .line(text)
  }
}
