/// A JSON value with its place in the file; an object's members keep the file's order.
///
/// People edit these files by hand, so errors need line numbers and keys must keep their order.
/// Foundation's decoder gives neither.
package struct JSONNode {
  package enum Value {
    case object([(key: String, value: JSONNode)])
    case array([JSONNode])
    case string(String)
    /// As written, so that it loses no digit.
    case number(String)
    case bool(Bool)
    case null
  }

  package var value: Value
  /// The offset of its first byte.
  package var offset: Int

  /// Why a text is not JSON, and at which byte.
  package struct Malformed: Error {
    package var message: String
    package var offset: Int

    /// What is wrong, and at which byte.
    package init(message: String, offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  /// Reads a text that is a single JSON value (RFC 8259); a duplicate key in an object is an error
  /// too.
  package static func parse(_ bytes: [UInt8]) throws(Malformed) -> JSONNode {
    var parser = JSONParser(bytes: bytes)
    return try parser.document()
  }

  /// A byte's line and the character's column in it, both from 1.
  package static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let lineBegin = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    return (line, String(decoding: before[lineBegin...], as: UTF8.self).count + 1)
  }
}

private struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  private static let deepestNesting = 64

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func document() throws(JSONNode.Malformed) -> JSONNode {
    // The byte order mark, with which Windows' editors begin a file.
    _ = take("\u{FEFF}")
    skipSpace()
    let node = try value()
    skipSpace()
    guard index == bytes.count else { throw malformed("there is more after the end") }
    return node
  }

  private mutating func value() throws(JSONNode.Malformed) -> JSONNode {
    guard index < bytes.count else { throw malformed("the text ends too early") }
    let offset = index
    let value: JSONNode.Value
    switch bytes[index] {
    case UInt8(ascii: "{"): value = try object()
    case UInt8(ascii: "["): value = try array()
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value = try number()
    default:
      if take("true") {
        value = .bool(true)
      } else if take("false") {
        value = .bool(false)
      } else if take("null") {
        value = .null
      } else {
        throw malformed("a value is expected here")
      }
    }
    return JSONNode(value: value, offset: offset)
  }

  private mutating func object() throws(JSONNode.Malformed) -> JSONNode.Value {
    try enter()
    var members: [(key: String, value: JSONNode)] = []
    var keys: Set<String> = []
    skipSpace()
    while !take("}") {
      if !members.isEmpty { try require(",", "\",\" or \"}\" is expected here") }
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        throw malformed("a key in quotes is expected here")
      }
      let keyIndex = index
      let key = try string()
      guard keys.insert(key).inserted else {
        throw malformed("the key \"\(key)\" is here twice", at: keyIndex)
      }
      skipSpace()
      try require(":", "\":\" is expected here")
      skipSpace()
      members.append((key, try value()))
      skipSpace()
    }
    depth -= 1
    return .object(members)
  }

  private mutating func array() throws(JSONNode.Malformed) -> JSONNode.Value {
    try enter()
    var elements: [JSONNode] = []
    skipSpace()
    while !take("]") {
      if !elements.isEmpty { try require(",", "\",\" or \"]\" is expected here") }
      skipSpace()
      elements.append(try value())
      skipSpace()
    }
    depth -= 1
    return .array(elements)
  }

  private mutating func enter() throws(JSONNode.Malformed) {
    depth += 1
    if depth > Self.deepestNesting { throw malformed("brackets are nested too deep") }
    index += 1
  }

  private mutating func number() throws(JSONNode.Malformed) -> JSONNode.Value {
    let begin = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return .number(String(decoding: bytes[begin..<index], as: UTF8.self))
  }

  private mutating func digits() throws(JSONNode.Malformed) {
    let begin = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      index += 1
    }
    if index == begin { throw malformed("a digit is expected here") }
  }

  private mutating func string() throws(JSONNode.Malformed) -> String {
    let begin = index
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw malformed("the text is not UTF-8", at: begin)
        }
        return string
      case UInt8(ascii: "\\"): text += try escape()
      case 0..<0x20:
        throw malformed("a line break or control character inside quotes", at: index - 1)
      default: text.append(byte)
      }
    }
    throw malformed("the quote is never closed", at: begin)
  }

  private mutating func escape() throws(JSONNode.Malformed) -> [UInt8] {
    guard index < bytes.count else { throw malformed("the text ends too early") }
    index += 1
    switch bytes[index - 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [bytes[index - 1]]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var units = [try hexadecimal()]
      if UTF16.isLeadSurrogate(units[0]) && take("\\u") { units.append(try hexadecimal()) }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw malformed("half of a surrogate pair")
      }
      return Array(text.utf8)
    default: throw malformed("an escape that JSON does not know", at: index - 1)
    }
  }

  private mutating func hexadecimal() throws(JSONNode.Malformed) -> UInt16 {
    let end = min(index + 4, bytes.count)
    let digits = String(decoding: bytes[index..<end], as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt16(digits, radix: 16)
    else { throw malformed("four hexadecimal digits are expected here") }
    index = end
    return unit
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - index >= count,
      text.withUTF8Buffer({ $0.elementsEqual(bytes[index..<index + count]) })
    else { return false }
    index += count
    return true
  }

  private mutating func require(
    _ text: StaticString, _ message: String
  ) throws(JSONNode.Malformed) {
    if !take(text) { throw malformed(message) }
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private func malformed(_ message: String, at index: Int? = nil) -> JSONNode.Malformed {
    JSONNode.Malformed(message: message, offset: index ?? self.index)
  }
}
