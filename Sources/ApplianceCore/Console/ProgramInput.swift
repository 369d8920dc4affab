import Localization

/// Assembles a program's input: JSON objects and plain words, one per line.
///
/// A pure value, without editing, completion or echo. CR, LF or both end a line. It refuses a line
/// with a control character, or one that is too long. Invalid UTF-8 becomes U+FFFD, so that the
/// reader can refuse the line.
package struct ProgramInput: Sendable {
  package enum Event: Sendable, Hashable {
    case line(ConsoleLine)
    /// The line is refused, for this reason; the origin gets the refusal.
    case refused(ConsoleMessage.Rejection, Origin)
  }

  /// The longest line, in bytes.
  package static let maximumLength = 1_024

  private var bytes: [UInt8] = []
  private var rejection: ConsoleMessage.Rejection?
  private var lastWasReturn = false

  /// An input before its first byte.
  package init() {}

  /// Takes a byte; returns the resulting event, or nil.
  package mutating func receive(_ byte: UInt8) -> Event? {
    defer { lastWasReturn = byte == 0x0D }
    switch byte {
    case 0x0A where lastWasReturn: return nil
    case 0x0A, 0x0D: return end()
    case 0..<0x20, 0x7F: rejection = rejection ?? .controlCharacter
    default:
      if bytes.count < Self.maximumLength {
        bytes.append(byte)
      } else {
        rejection = rejection ?? .lineTooLong
      }
    }
    return nil
  }

  private mutating func end() -> Event {
    let text = String(decoding: bytes, as: UTF8.self)
    defer {
      bytes = []
      rejection = nil
    }
    let isObject = ProgramCommand.isObject(text)
    if let rejection {
      return .refused(rejection, isObject ? Origin(.program, id: .unreadable) : .typed)
    }
    guard isObject else { return .line(ConsoleLine(text)) }
    do throws(ProgramCommand.Refused) {
      return .line(try ProgramCommand.line(text))
    } catch {
      return .refused(error.rejection, error.origin)
    }
  }
}

extension ConsoleMessage.Rejection {
  /// The message for a line that is too long for a command.
  package static let lineTooLong = Self(
    code: "line_too_long", reason: Message("The line is too long for a command."))

  fileprivate static let controlCharacter = Self(
    code: "control_character",
    reason: .verbatim(
      "The line has a control character, so nothing was done. Send plain text."))
}
