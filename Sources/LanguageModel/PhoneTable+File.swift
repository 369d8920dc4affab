import FoundationEssentials

extension PhoneTable {
  /// The maximum size of a table, in bytes.
  private static let sizeLimit = 256 << 10

  /// Reads `phones.json`, a regular file of at most 256 KiB.
  ///
  /// - Throws: `LanguageModelError` that lists everything wrong with the file.
  public init(contentsOf url: URL) throws(LanguageModelError) {
    let data = try Data(
      regularFile: url, limit: Self.sizeLimit, toDo: "read the table of phones")
    try self.init(fileBytes: data, file: url.path)
  }

  /// Reads the bytes of `phones.json`; `file` is used only in errors.
  init(fileBytes: some Collection<UInt8>, file: String? = nil) throws(LanguageModelError) {
    var reader = DataFileReader(fileBytes.prefix(Self.sizeLimit))
    let readings = reader.read { $0.readings($1) }
    var issues = reader.issues
    if fileBytes.count > Self.sizeLimit {
      issues = [
        .init(.tooLarge, "a table of phones has at most \(Self.sizeLimit) bytes", subject: "")
      ]
    }
    guard let readings, issues.isEmpty else {
      throw LanguageModelError(
        .malformedFile, operation: "read the table of phones", file: file, issues: issues)
    }
    self.init(readings: readings)
  }
}

extension DataFileReader {
  fileprivate mutating func readings(_ root: JSONNode) -> [String: [[String]]]? {
    guard case .object(let rows) = root.value else {
      report(.wrongType, "an object of symbols is expected", root, "$")
      return nil
    }
    var readings: [String: [[String]]] = [:]
    for (symbol, node) in rows { readings[symbol] = row(symbol, node) }
    return readings
  }

  private mutating func row(_ symbol: String, _ node: JSONNode) -> [[String]] {
    let path = "$[\"\(symbol)\"]"
    if symbol.isEmpty || symbol.contains(where: \.isWhitespace) {
      report(.wrongType, "a symbol has at least one character, and no space", node, path)
    }
    var texts = [node]
    if case .array(let nodes) = node.value { texts = nodes }
    let readings = texts.map { text -> [String] in
      guard case .string(let phones) = text.value else { return [] }
      return phones.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    if readings.isEmpty || readings.contains(where: \.isEmpty) {
      report(
        .wrongType, "phones separated by spaces are expected, or a list of such texts", node, path)
    }
    return readings
  }
}
