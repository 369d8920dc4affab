extension String {
  /// The text with question marks for characters that could control a terminal: control characters
  /// other than line ends, and those that change the direction of writing.
  package var printable: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      text.append(scalar.isPrintable || scalar == "\n" ? scalar : "?")
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch value {
    case 0x20..<0x7F: true
    case ..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}

extension String {
  /// Whether it is 1 to `limit` of ASCII's letters and digits, - and _: part of a file's name.
  package func isPlainName(upTo limit: Int) -> Bool {
    (1...limit).contains(utf8.count)
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
