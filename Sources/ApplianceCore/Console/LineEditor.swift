/// Assembles typed bytes into lines that can be edited with a terminal's keys.
///
/// A pure value. Supports Backspace, Delete, the arrow keys, Home and End, and their Control
/// equivalents (A, B, D, E, F, K, N, P, U, W). Up and Down move through the history, and Tab
/// completes. Control-C clears the line; Control-D on an empty line ends the input. Invalid UTF-8
/// becomes U+FFFD, so that the reader can refuse the line.
package struct LineEditor: Sendable {
  package enum Event: Sendable, Hashable {
    /// The line or the cursor's position has changed.
    case edited
    case line(String)
    /// Tab was pressed, and there are several completions.
    case choices([String])
    /// The input has ended.
    case ended
    /// The line was too long for a command.
    case tooLong
  }

  /// The maximum length of a line, in bytes: a pasted game may have all its moves on one.
  package static let maximumLength = 8_192
  /// The maximum number of remembered lines.
  package static let historyLimit = 100

  /// The lines to complete to, in the order shown.
  package var completions: [String] = []
  /// The characters before and after the cursor.
  package private(set) var head = ""
  package private(set) var tail = ""
  private var history: [String] = []
  /// The line of the history that is shown, and the text typed before.
  private var recalled: (index: Int, typed: String)?
  private var isTooLong = false
  /// The bytes of an incomplete character or escape sequence.
  private var partial: [UInt8] = []
  private var sequence: [UInt8]?
  private var lastWasReturn = false

  /// The current line.
  package var text: String { head + tail }

  /// An editor with an empty line.
  package init() {}

  /// Takes a byte; returns the resulting event, or nil.
  package mutating func receive(_ byte: UInt8) -> Event? {
    defer { lastWasReturn = byte == 0x0D }
    if sequence != nil { return continueSequence(byte) }
    if !partial.isEmpty, byte & 0xC0 != 0x80 { insertPartial() }
    switch byte {
    case 0x0A where lastWasReturn: return nil
    case 0x0A, 0x0D: return end()
    case 0x01: return move(toStart: true)
    case 0x02: return step(forward: false)
    case 0x03, 0x15: return clear()
    case 0x04: return text.isEmpty ? .ended : delete()
    case 0x05: return move(toStart: false)
    case 0x06: return step(forward: true)
    case 0x08, 0x7F:
      guard head.popLast() != nil else { return nil }
      return .edited
    case 0x09: return complete()
    case 0x0B:
      tail = ""
      return .edited
    case 0x0E: return recall(1)
    case 0x10: return recall(-1)
    case 0x17: return eraseWord()
    case 0x1B:
      sequence = []
      return nil
    case 0x20..<0x7F: return insert([byte])
    case 0x80...:
      partial.append(byte)
      if isWhole { insertPartial() }
      return .edited
    default: return nil
    }
  }

  /// Whether the pending bytes form a complete character.
  private var isWhole: Bool {
    guard let first = partial.first else { return false }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    return partial.count >= length
  }

  private mutating func insertPartial() {
    let bytes = partial
    partial = []
    _ = insert(bytes)
  }

  private mutating func insert(_ bytes: [UInt8]) -> Event? {
    guard head.utf8.count + tail.utf8.count + bytes.count <= Self.maximumLength else {
      isTooLong = true
      return nil
    }
    head += String(decoding: bytes, as: UTF8.self)
    return .edited
  }

  private mutating func end() -> Event {
    let line = text
    defer {
      _ = clear()
      recalled = nil
    }
    if isTooLong { return .tooLong }
    if line.contains(where: { $0 != " " }), history.last != line {
      history.append(line)
      if history.count > Self.historyLimit { history.removeFirst() }
    }
    return .line(line)
  }

  private mutating func clear() -> Event {
    head = ""
    tail = ""
    isTooLong = false
    return .edited
  }

  /// Takes the next byte of an escape sequence: ESC [ or ESC O, parameters, and a final letter or
  /// ~.
  private mutating func continueSequence(_ byte: UInt8) -> Event? {
    guard var bytes = sequence else { return nil }
    if bytes.isEmpty {
      let begins = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")
      sequence = begins ? [byte] : nil
      return nil
    }
    bytes.append(byte)
    guard (0x40...0x7E).contains(byte) || bytes.count > 16 else {
      sequence = bytes
      return nil
    }
    sequence = nil
    switch String(decoding: bytes.dropFirst(), as: UTF8.self) {
    case "A": return recall(-1)
    case "B": return recall(1)
    case "C": return step(forward: true)
    case "D": return step(forward: false)
    case "H", "1~", "7~": return move(toStart: true)
    case "F", "4~", "8~": return move(toStart: false)
    case "3~": return delete()
    default: return nil
    }
  }

  private mutating func step(forward: Bool) -> Event? {
    if !forward, let last = head.popLast() {
      tail = String(last) + tail
    } else if forward, let first = tail.first {
      tail.removeFirst()
      head.append(first)
    } else {
      return nil
    }
    return .edited
  }

  private mutating func move(toStart: Bool) -> Event? {
    (head, tail) = toStart ? ("", text) : (text, "")
    return .edited
  }

  private mutating func delete() -> Event? {
    guard !tail.isEmpty else { return nil }
    tail.removeFirst()
    return .edited
  }

  private mutating func eraseWord() -> Event? {
    while head.last == " " { head.removeLast() }
    while let last = head.last, last != " " { head.removeLast() }
    return .edited
  }

  /// Shows the previous or next line of the history; the typed text follows the newest.
  private mutating func recall(_ distance: Int) -> Event? {
    let place = recalled ?? (history.count, text)
    let index = place.index + distance
    guard (0...history.count).contains(index) else { return nil }
    head = index == history.count ? place.typed : history[index]
    tail = ""
    recalled = index == history.count ? nil : (index, place.typed)
    return .edited
  }

  /// Adds the common prefix of all completions, or lists them.
  private mutating func complete() -> Event? {
    let typed = head.drop { $0 == " " }
    let exact = completions.filter { $0.hasPrefix(typed) }
    let small = typed.lowercased()
    let found = exact.isEmpty ? completions.filter { $0.lowercased().hasPrefix(small) } : exact
    guard let first = found.first else { return nil }
    let common = found.dropFirst().reduce(first) { common, next in
      String(zip(common, next).prefix { $0.0 == $0.1 }.map(\.0))
    }
    // Completions that differ in case have no common prefix to add.
    let isLonger = common.count > typed.count
    if common.count >= typed.count { head = common }
    return isLonger || found.count == 1 ? .edited : .choices(found)
  }
}
