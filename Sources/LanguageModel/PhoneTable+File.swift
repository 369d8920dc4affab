import FoundationEssentials

extension PhoneTable {
  /// The most bytes that a table may have.
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
    var reader = Reader(bytes: Array(fileBytes.prefix(Self.sizeLimit + 1)))
    let readings = reader.read(upTo: Self.sizeLimit)
    guard reader.issues.isEmpty else {
      throw LanguageModelError(
        .malformedFile, operation: "read the table of phones", file: file, issues: reader.issues)
    }
    self.init(readings: readings)
  }

  /// Reads the file's JSON, and goes on after an error so that all are reported at once.
  private struct Reader {
    let bytes: [UInt8]
    var issues: [LanguageModelError.Issue] = []

    mutating func read(upTo limit: Int) -> [String: [[String]]] {
      guard bytes.count <= limit else {
        issues = [.init(.tooLarge, "a table of phones has at most \(limit) bytes", subject: "")]
        return [:]
      }
      do {
        let root = try JSONNode.parse(bytes)
        guard case .object(let rows) = root.value else {
          report("an object of symbols is expected", root, "$")
          return [:]
        }
        var readings: [String: [[String]]] = [:]
        for (symbol, node) in rows { readings[symbol] = row(symbol, node) }
        return readings
      } catch {
        let (line, column) = JSONNode.place(of: error.offset, in: bytes)
        issues.append(
          .init(.malformedJSON, error.message, subject: "", column: column, line: line))
        return [:]
      }
    }

    private mutating func row(_ symbol: String, _ node: JSONNode) -> [[String]] {
      let path = "$[\"\(symbol)\"]"
      if symbol.isEmpty || symbol.contains(where: \.isWhitespace) {
        report("a symbol has at least one character, and no space", node, path)
      }
      var texts = [node]
      if case .array(let nodes) = node.value { texts = nodes }
      let readings = texts.map { text -> [String] in
        guard case .string(let phones) = text.value else { return [] }
        return phones.split(whereSeparator: \.isWhitespace).map(String.init)
      }
      if readings.isEmpty || readings.contains(where: \.isEmpty) {
        report("phones separated by spaces are expected, or a list of such texts", node, path)
      }
      return readings
    }

    private mutating func report(_ message: String, _ node: JSONNode, _ path: String) {
      let (line, column) = JSONNode.place(of: node.offset, in: bytes)
      issues.append(.init(.wrongType, message, subject: path, column: column, line: line))
    }
  }
}
