/// One JSON object on one line, in ASCII; members keep the order of insertion.
package struct JSONLine: Sendable, Hashable {
  /// A value of a member.
  package enum Value: Sendable, Hashable {
    case string(String)
    case integer(Int)
    /// With at most three decimals; null if it is not finite.
    case number(Double)
    case flag(Bool)
    case object(JSONLine)
    case array([Value])
    case null

    /// A text; null without one.
    package static func text(_ text: String?) -> Self { text.map { .string($0) } ?? .null }
  }

  /// The line so far, without the closing brace.
  package private(set) var text = "{"

  /// An object without members.
  package init() {}

  /// An object with `members`, in their order.
  package init(_ members: KeyValuePairs<String, Value>) {
    for (key, value) in members { add(key, value) }
  }

  /// Adds a member; adding a key twice duplicates it.
  package mutating func add(_ key: String, _ value: Value) {
    if text.utf8.count > 1 { text += "," }
    Self.append(key, to: &text)
    text += ":"
    Self.append(value, to: &text)
  }

  /// The object, without a line break.
  package var line: String { text + "}" }

  private static func append(_ value: Value, to text: inout String) {
    switch value {
    case .string(let string): append(string, to: &text)
    case .integer(let integer): text += String(integer)
    case .number(let number): text += written(number)
    case .flag(let flag): text += flag ? "true" : "false"
    case .object(let object): text += object.line
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        append(value, to: &text)
      }
      text += "]"
    case .null: text += "null"
    }
  }

  private static func written(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "null" }
    var digits = number.fixed(3)
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return digits
  }

  private static func append(_ string: String, to text: inout String) {
    text += "\""
    for unit in string.utf16 {
      switch unit {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    text += "\""
  }
}
