extension String {
  /// Whether it consists of 1 to `limit` ASCII letters, digits, - and _: part of a file name.
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
