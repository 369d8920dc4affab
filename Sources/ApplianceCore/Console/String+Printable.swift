extension String {
  /// The text with question marks for characters that could control a terminal: control characters
  /// other than line ends, and characters that change the writing direction.
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
