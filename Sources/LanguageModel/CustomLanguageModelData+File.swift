import FoundationEssentials

extension CustomLanguageModelData {
  /// The data file format that this package writes, and the newest that it reads.
  public static let fileFormat = 1

  /// The maximum size of a data file: 16 MiB.
  private static let sizeLimit = 16 << 20

  /// Writes the data file: JSON with unexpanded templates, one per line, in insertion order.
  ///
  /// Writes a new file and renames it, so that no reader sees half of it. Blocks while it writes.
  public func export(to url: URL) async throws(LanguageModelError) {
    try Data(fileText.utf8).write(regularFile: url, toDo: "write the data file")
  }

  /// Reads a data file, a regular file of at most 16 MiB. Errors in its JSON are reported with
  /// lines; errors in its templates are reported when it is compiled.
  public convenience init(contentsOf url: URL) throws(LanguageModelError) {
    let data = try Data(
      regularFile: url, limit: Self.sizeLimit, toDo: "read the data file")
    try self.init(fileBytes: data, file: url.path)
  }

  /// Reads the bytes of a data file; `file` is used only in errors.
  public convenience init(
    fileBytes: some Sequence<UInt8>, file: String? = nil
  ) throws(LanguageModelError) {
    var reader = DataFileReader(fileBytes)
    let content = reader.read { $0.content($1) }
    guard let content, reader.issues.isEmpty else {
      throw LanguageModelError(
        .malformedFile, operation: "read the data file", file: file, issues: reader.issues)
    }
    self.init(content: content)
  }

  /// The text of the data file.
  public var fileText: String {
    let content = content
    var lines: [String] = []
    func list(_ name: String, _ items: [String], indent: String, isLast: Bool = false) {
      let end = isLast ? "]" : "],"
      if items.isEmpty {
        lines.append("\(indent)\"\(name)\": [\(end)")
      } else {
        lines.append("\(indent)\"\(name)\": [")
        lines += items.enumerated().map { index, item in
          "\(indent)  \(item)\(index == items.count - 1 ? "" : ",")"
        }
        lines.append(indent + end)
      }
    }
    lines.append("{")
    lines.append("  \"format\": \(Self.fileFormat),")
    lines.append("  \"locale\": \(json(content.locale.identifier)),")
    lines.append("  \"identifier\": \(json(content.identifier)),")
    lines.append("  \"version\": \(json(content.version)),")
    list(
      "phrases",
      content.phraseCounts.map { "{\"phrase\": \(json($0.phrase)), \"count\": \($0.count)}" },
      indent: "  ")
    if content.templateGroups.isEmpty { lines.append("  \"groups\": [],") }
    for (index, group) in content.templateGroups.enumerated() {
      lines.append(index == 0 ? "  \"groups\": [{" : "  }, {")
      lines.append("    \"classes\": {")
      lines += group.classes.enumerated().map { index, definition in
        let comma = index == group.classes.count - 1 ? "" : ","
        return "      \(json(definition.name)): \(json(definition.values))\(comma)"
      }
      lines.append("    },")
      list(
        "templates",
        group.templates.map { template in
          let intent = template.intent.map { ", \"intent\": \(json($0))" } ?? ""
          return "{\"template\": \(json(template.body)), \"count\": \(template.count)\(intent)}"
        },
        indent: "    ", isLast: true)
      if index == content.templateGroups.count - 1 { lines.append("  }],") }
    }
    list(
      "pronunciations",
      content.customPronunciations.map { term in
        let replaces = term.replacesDictionary ? ", \"replacesDictionary\": true" : ""
        return "{\"word\": \(json(term.grapheme)), \"phonemes\": \(json(term.phonemes))\(replaces)}"
      }, indent: "  ", isLast: true)
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }
}

private func json(_ strings: [String]) -> String {
  "[" + strings.map(json).joined(separator: ", ") + "]"
}

private func json(_ string: String) -> String {
  var text = "\""
  for scalar in string.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\t": text += "\\t"
    case "\u{0}"..<" ":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}
