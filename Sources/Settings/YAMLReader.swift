import CYAML

/// Reads one YAML document into nodes with positions, from libyaml's events.
///
/// A configuration needs no anchors, aliases, tags or multiple documents, so they are problems.
struct YAMLReader: ~Copyable {
  /// Deeper than any configuration; anything deeper is an accident or an attack.
  private static let maximumDepth = 8

  private let bytes: UnsafeBufferPointer<UInt8>
  private var parser: UnsafeMutablePointer<yaml_parser_t>
  private var event: UnsafeMutablePointer<yaml_event_t>
  private var hasEvent = false

  /// The document in `text`; nil if there is none, as in an empty file.
  static func document(in text: [UInt8]) throws(TextProblem) -> YAMLNode? {
    let result = text.withUnsafeBufferPointer { bytes in
      Result { () throws(TextProblem) -> YAMLNode? in
        var reader = try YAMLReader(bytes)
        return try reader.document()
      }
    }
    return try result.get()
  }

  /// `bytes` must stay in place as long as the reader exists.
  private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(TextProblem) {
    self.bytes = bytes
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      // No details are available, and deinit must find an initialized parser.
      parser.initialize(to: yaml_parser_t())
      throw TextProblem(TextPosition(line: 1, column: 1), "there is no memory left")
    }
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    if hasEvent { yaml_event_delete(event) }
    yaml_parser_delete(parser)
    parser.deallocate()
    event.deallocate()
  }

  private mutating func document() throws(TextProblem) -> YAMLNode? {
    try advance()  // the start of the stream
    try advance()
    guard event.pointee.type == YAML_DOCUMENT_START_EVENT else { return nil }
    try advance()
    let node = try node(depth: 0)
    try advance()  // the end of the document
    try advance()
    guard event.pointee.type == YAML_STREAM_END_EVENT else {
      throw TextProblem(position, "a second document begins here; only one is read")
    }
    return node
  }

  /// Where the current event begins.
  private var position: TextPosition { TextPosition(event.pointee.start_mark) }

  /// Reads the next event.
  private mutating func advance() throws(TextProblem) {
    if hasEvent { yaml_event_delete(event) }
    hasEvent = yaml_parser_parse(parser, event) == 1
    guard !hasEvent else { return }
    let text = parser.pointee.problem.map { String(cString: $0) } ?? "this is not YAML"
    let context = parser.pointee.context.map { " \(String(cString: $0))" } ?? ""
    // An error in the bytes themselves has no mark.
    let position =
      parser.pointee.error == YAML_READER_ERROR
      ? TextPosition(ofByte: parser.pointee.problem_offset, in: bytes)
      : TextPosition(parser.pointee.problem_mark)
    throw TextProblem(position, text + context)
  }

  /// The value that begins with the current event; then the current event is its last.
  private mutating func node(depth: Int) throws(TextProblem) -> YAMLNode {
    let start = position
    guard depth < Self.maximumDepth else {
      throw TextProblem(start, "this is nested too deeply")
    }
    switch event.pointee.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.pointee.data.scalar
      try Self.check(scalar.anchor, scalar.tag, at: start)
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw .unusable("a control character", at: start)
      }
      let isQuoted = scalar.style != YAML_PLAIN_SCALAR_STYLE
      return YAMLNode(
        content: .scalar(String(decoding: bytes, as: UTF8.self), isQuoted: isQuoted),
        position: start)
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.pointee.data.sequence_start
      try Self.check(sequence.anchor, sequence.tag, at: start)
      var nodes: [YAMLNode] = []
      try advance()
      while event.pointee.type != YAML_SEQUENCE_END_EVENT {
        nodes.append(try node(depth: depth + 1))
        try advance()
      }
      return YAMLNode(content: .sequence(nodes), position: start)
    case YAML_MAPPING_START_EVENT:
      let mapping = event.pointee.data.mapping_start
      try Self.check(mapping.anchor, mapping.tag, at: start)
      return YAMLNode(content: .mapping(try entries(depth: depth)), position: start)
    case YAML_ALIAS_EVENT: throw .unusable("an alias", at: start)
    default: throw TextProblem(start, "a value was expected here")
    }
  }

  /// Refuses a value's anchor and tag; each is nil if there is none.
  private static func check(
    _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?,
    at position: TextPosition
  ) throws(TextProblem) {
    if anchor != nil { throw .unusable("an anchor", at: position) }
    if tag != nil { throw .unusable("a tag", at: position) }
  }

  private mutating func entries(depth: Int) throws(TextProblem) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    try advance()
    while event.pointee.type != YAML_MAPPING_END_EVENT {
      let keyPosition = position
      guard case .scalar(let key, _) = try node(depth: depth + 1).content else {
        throw TextProblem(keyPosition, "a key must be a word")
      }
      try advance()
      let value = try node(depth: depth + 1)
      entries.append(YAMLNode.Entry(key: key, position: keyPosition, value: value))
      try advance()
    }
    return entries
  }
}

extension TextPosition {
  /// libyaml counts from 0.
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(
      line: Int(clamping: mark.line) &+ 1, column: Int(clamping: mark.column) &+ 1)
  }

  /// The position of the byte with this offset.
  fileprivate init(ofByte offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let lines = bytes.prefix(offset).split(separator: 0x0A, omittingEmptySubsequences: false)
    let before = lines.last.map { String(decoding: $0, as: UTF8.self).count } ?? 0
    self.init(line: lines.count, column: before + 1)
  }
}

extension TextProblem {
  /// Text outside the supported subset of YAML.
  fileprivate static func unusable(_ what: String, at position: TextPosition) -> Self {
    Self(position, "\(what) has no use in this file; write the value itself")
  }
}
