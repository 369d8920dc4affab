extension String {
  /// Whether it consists of 1 to `limit` ASCII letters, digits, - and _: part of a file name.
  package func isPlainName(upTo limit: Int) -> Bool {
    (1...limit).contains(utf8.count)
      && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }
}
