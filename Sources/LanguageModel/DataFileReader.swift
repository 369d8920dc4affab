/// Reads a file's JSON, and continues after an error, so that it reports all errors together.
struct DataFileReader {
  private(set) var issues: [LanguageModelError.Issue] = []
  /// More errors than anybody fixes in one go; the first ones already show if it is the wrong kind
  /// of file.
  private static let issueLimit = 100
  private var unlistedCount = 0
  private let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// What `make` reads, as far as it can; do not use it if there are issues.
  mutating func read<Content>(_ make: (inout Self, JSONNode) -> Content?) -> Content? {
    do {
      let content = make(&self, try JSONNode.parse(bytes))
      if unlistedCount > 0 {
        issues.report(.tooLarge, "\(unlistedCount) more mistakes are not listed", "")
      }
      return content
    } catch {
      report(.malformedJSON, error.message, at: error.offset, "")
      return nil
    }
  }

  mutating func content(_ root: JSONNode) -> CustomLanguageModelData.Content? {
    guard
      let members = object(
        root, "$", required: ["format", "locale", "identifier", "version"],
        optional: ["phrases", "groups", "pronunciations"])
    else { return nil }
    if let format = members["format"], let number = integer(format, "$.format"),
      !(1...CustomLanguageModelData.fileFormat).contains(number)
    {
      report(
        .unsupportedFormat,
        "format \(number) is not known here: this version reads 1 to \(CustomLanguageModelData.fileFormat)",
        format, "$.format")
      return nil
    }
    var content = CustomLanguageModelData.Content(
      locale: Locale(identifier: string(members["locale"], "$.locale")),
      identifier: string(members["identifier"], "$.identifier"),
      version: string(members["version"], "$.version"))
    content.phraseCounts = list(members["phrases"], "$.phrases") { reader, node, path in
      reader.object(node, path, required: ["phrase", "count"]).map {
        PhraseCount(
          phrase: reader.string($0["phrase"], path + ".phrase"),
          count: reader.integer($0["count"], path + ".count") ?? 0)
      }
    }
    content.templateGroups = list(members["groups"], "$.groups") { $0.group($1, $2) }
    content.customPronunciations = list(
      members["pronunciations"], "$.pronunciations"
    ) { reader, node, path in
      reader.object(
        node, path, required: ["word", "phonemes"], optional: ["replacesDictionary"]
      ).map {
        CustomPronunciation(
          grapheme: reader.string($0["word"], path + ".word"),
          phonemes: reader.strings($0["phonemes"], path + ".phonemes"),
          replacesDictionary: reader.bool($0["replacesDictionary"], path + ".replacesDictionary"))
      }
    }
    return content
  }

  private mutating func group(_ node: JSONNode, _ path: String) -> TemplateGroup? {
    guard let members = object(node, path, required: ["classes", "templates"]) else { return nil }
    var group = TemplateGroup()
    if let classes = members["classes"] {
      if case .object(let definitions) = classes.value {
        group.classes = definitions.map { name, values in
          TemplateClass(name, strings(values, "\(path).classes[\"\(name)\"]"))
        }
      } else {
        report(.wrongType, "an object of classes is expected", classes, path + ".classes")
      }
    }
    group.templates = list(members["templates"], path + ".templates") { reader, node, path in
      reader.object(node, path, required: ["template", "count"], optional: ["intent"]).map {
        members in
        TemplatePhraseCountGenerator.Template(
          reader.string(members["template"], path + ".template"),
          count: reader.integer(members["count"], path + ".count") ?? 0,
          intent: members["intent"].map { reader.string($0, path + ".intent") })
      }
    }
    return group
  }

  /// The members of an object that has all required keys and no unknown ones.
  private mutating func object(
    _ node: JSONNode, _ path: String, required: [String], optional: [String] = []
  ) -> [String: JSONNode]? {
    guard case .object(let members) = node.value else {
      report(.wrongType, "an object is expected", node, path)
      return nil
    }
    for key in required where !members.contains(where: { $0.key == key }) {
      report(.missingKey, "the key \"\(key)\" is missing", node, path)
    }
    for (key, value) in members where !(required + optional).contains(key) {
      let known = (required + optional).joined(separator: ", ")
      report(.unknownKey, "the key \"\(key)\" is not known: the keys are \(known)", value, path)
    }
    return Dictionary(members, uniquingKeysWith: { first, _ in first })
  }

  private mutating func list<Item>(
    _ node: JSONNode?, _ path: String,
    _ item: (inout DataFileReader, JSONNode, String) -> Item?
  ) -> [Item] {
    guard let node else { return [] }
    guard case .array(let nodes) = node.value else {
      report(.wrongType, "a list is expected", node, path)
      return []
    }
    return nodes.enumerated().compactMap { item(&self, $1, "\(path)[\($0)]") }
  }

  private mutating func strings(_ node: JSONNode?, _ path: String) -> [String] {
    list(node, path) { reader, node, path in reader.string(node, path) }
  }

  // A missing key was already reported with its object.

  private mutating func string(_ node: JSONNode?, _ path: String) -> String {
    guard let node else { return "" }
    if case .string(let string) = node.value { return string }
    report(.wrongType, "text in quotes is expected", node, path)
    return ""
  }

  private mutating func integer(_ node: JSONNode?, _ path: String) -> Int? {
    guard let node else { return nil }
    if case .number(let digits) = node.value, let integer = Int(digits) { return integer }
    report(.wrongType, "a whole number up to \(Int.max) is expected", node, path)
    return nil
  }

  private mutating func bool(_ node: JSONNode?, _ path: String) -> Bool {
    guard let node else { return false }
    if case .bool(let bool) = node.value { return bool }
    report(.wrongType, "true or false is expected", node, path)
    return false
  }

  mutating func report(
    _ kind: LanguageModelError.Issue.Kind, _ message: String, _ node: JSONNode, _ path: String
  ) {
    report(kind, message, at: node.offset, path)
  }

  private mutating func report(
    _ kind: LanguageModelError.Issue.Kind, _ message: String, at offset: Int, _ path: String
  ) {
    guard issues.count < Self.issueLimit else {
      unlistedCount += 1
      return
    }
    let (line, column) = JSONNode.place(of: offset, in: bytes)
    issues.append(.init(kind, message, subject: path, column: column, line: line))
  }
}
